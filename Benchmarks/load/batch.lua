-- Batches of 50 pings, each responder's sequences without a hole.
--   wrk … -s batch.lua URL -- TOKENS_FILE RESPONDERS THREADS FIRST
--
-- FIRST hundreds of pings came before, ten seconds each: another load of the same phones goes on behind them.
--
-- A body is made by setting a prefix into a ready list: the sequences and times of two batches of one responder
-- share all digits but the last, so making a load costs little beside the server on the same machine.
dofile("phones.lua")

local tokens, pieces, start, first, sent
local per_batch, step_ms = 50, 100

-- The texts between the prefixes, for the first or the second half of a hundred pings.
local function template(half)
  local list = {'{"pings":['}
  for index = 0, per_batch - 1 do
    local digits = half * per_batch + index
    list[#list] = list[#list] .. (index == 0 and "" or ",") .. '{"sequence":'
    list[#list + 1] = ""
    list[#list + 1] = string.format('%02d,"recorded_at":', digits)
    list[#list + 1] = ""
    list[#list + 1] = string.format(
      '%04d,"lat":%.7f,"lng":%.4f,"is_mock":false,"accuracy_m":8.5,"speed_mps":1.25,"heading_deg":271.3,'
        .. '"altitude_m":301,"source":"gps","battery_level":0.81,"signal_quality":"good"}',
      digits * step_ms, 46.0512345 + index * 0.0001, 14.5058 + index * 0.0001)
  end
  list[#list] = list[#list] .. '],"sent_at":'
  list[#list + 1] = ""
  list[#list + 1] = ',"telemetry":{"permission_status":"granted","location_services":true,"power_mode":"normal",'
    .. '"app_state":"foreground","queue_depth":0,"network_type":"cellular"}}'
  return list
end

function init(args)
  tokens = tokens_of_thread(args[1], tonumber(args[2]), tonumber(args[3]))
  pieces = {template(0), template(1)}
  sent = 0
  first = tonumber(args[4])
  -- Six hours ago, in tens of seconds.
  start = math.floor((os.time() - 21600) / 10)
end

function request()
  local turn = math.floor(sent / #tokens)
  local token = tokens[sent % #tokens + 1]
  local hundred = first + math.floor(turn / 2)
  local list = pieces[turn % 2 + 1]
  local sequence, time = tostring(hundred + 1), string.format("%d", start + hundred)
  for index = 0, per_batch - 1 do
    list[index * 4 + 2] = sequence
    list[index * 4 + 4] = time
  end
  list[per_batch * 4 + 2] = string.format("%d%03d", os.time() - 1, turn % 1000)
  sent = sent + 1
  return wrk.format("POST", "/app/v1/locations/batch", {
    ["Authorization"] = token,
    ["Content-Type"] = "application/json",
    ["X-Idempotency-Key"] = "bench-" .. run .. "-" .. number .. "-" .. sent,
  }, table.concat(list))
end
