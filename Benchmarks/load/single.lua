-- One ping a request, taken now.
--   wrk … -s single.lua URL -- TOKENS_FILE RESPONDERS THREADS FIRST_SEQUENCE
dofile("phones.lua")

local tokens, sent, first

function init(args)
  tokens = tokens_of_thread(args[1], tonumber(args[2]), tonumber(args[3]))
  first = tonumber(args[4])
  sent = 0
end

function request()
  local turn = math.floor(sent / #tokens)
  local token = tokens[sent % #tokens + 1]
  sent = sent + 1
  local body = string.format(
    '{"sequence":%d,"recorded_at":%d%03d,"lat":46.0512345,"lng":14.5058,"is_mock":false,"accuracy_m":8.5,'
      .. '"speed_mps":1.25,"source":"gps","battery_level":0.81,"queue_depth":0}',
    first + turn, os.time() - 1, turn % 1000)
  return wrk.format(
    "POST", "/app/v1/locations", {["Authorization"] = token, ["Content-Type"] = "application/json"}, body)
end
