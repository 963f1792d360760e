-- A different code of the first seeded ones for each request, each connection waiting a moment before it: 64 of them make
-- some 10,000 requests a second.
local digits = "0123456789abcdefghijklmnopqrstuvwxyz"
local count, pause = 100000, 6
local function base36(n)
    local text = ""
    repeat
        local d = n % 36
        text = digits:sub(d + 1, d + 1) .. text
        n = (n - d) / 36
    until n == 0
    return text
end
function init(args)
    count = tonumber(args[1]) or count
    pause = tonumber(args[2]) or pause
    math.randomseed(11)
end
function delay()
    return pause
end
function request()
    return wrk.format("GET", "/s" .. base36(math.random(0, count - 1)))
end
