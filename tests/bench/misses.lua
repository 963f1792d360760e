-- A different code of the seeded ones for each request.
local digits = "0123456789abcdefghijklmnopqrstuvwxyz"
local count = 1000000
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
    math.randomseed(7)
end
function request()
    return wrk.format("GET", "/s" .. base36(math.random(0, count - 1)))
end
