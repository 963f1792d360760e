-- One create per request, each with a target of its own.
local token, n = "", 0
function init(args)
    token = args[1]
    math.randomseed(os.time())
end
function request()
    n = n + 1
    local body = string.format('{"url":"https://shop.example.com/item/%d?run=%d"}', n, math.random(1e9))
    return wrk.format("POST", "/api/v1/links",
        { ["Authorization"] = "Bearer " .. token, ["Content-Type"] = "application/json" }, body)
end
function response(status)
    if status ~= 201 then io.stderr:write("status ", status, "\n") end
end
