-- strangers.lua [known]: 100,000 different codes that nobody has, over and over; with "known" one code that somebody has,
-- put together with the same effort.
local n = 0
local pattern = "/no%05dx"
function init(args)
    if args[1] == "known" then pattern = "/abc1234%.0s" end
end
function request()
    n = n % 100000 + 1
    return wrk.format("GET", string.format(pattern, n))
end
