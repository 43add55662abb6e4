-- One ping of each phone, all taken at the same instant. Then the connections only ask for /health, once a second.
--   wrk … -s once.lua URL -- TOKENS_FILE RESPONDERS THREADS SEQUENCE TAKEN_MS
dofile("phones.lua")

local tokens, sent, body

function init(args)
  tokens = tokens_of_thread(args[1], tonumber(args[2]), tonumber(args[3]))
  body = string.format(
    '{"sequence":%s,"recorded_at":%s,"lat":46.0512345,"lng":14.5058,"is_mock":false,"accuracy_m":8.5,'
      .. '"speed_mps":1.25,"source":"gps","battery_level":0.81,"queue_depth":0}',
    args[4], args[5])
  -- wrk asks the first thread for a request before the load, and throws it away.
  sent = number == 0 and -1 or 0
end

function delay() return sent < #tokens and 0 or 1000 end

function request()
  sent = sent + 1
  if sent > #tokens then return wrk.format("GET", "/health") end
  local token = tokens[math.max(sent, 1)]
  return wrk.format(
    "POST", "/app/v1/locations", {["Authorization"] = token, ["Content-Type"] = "application/json"}, body)
end
