-- Codes of a seeded database as people ask for them: the k-th most wanted one with a chance of 1/k (Zipf, s = 1).
-- zipf.lua COUNT SEED
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
    math.randomseed(tonumber(args[2]) or 7)
end
function request()
    -- The share of the first k is about ln(k) / ln(count). Rank and place have nothing to do with each other.
    local rank = math.floor(math.exp(math.random() * math.log(count)))
    return wrk.format("GET", "/s" .. base36(rank * 7919 % count))
end
