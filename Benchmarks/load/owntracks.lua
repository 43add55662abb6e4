-- One position a request as OwnTracks sends it, taken now, by a secret in the path.
--   wrk … -s owntracks.lua URL -- SECRETS_FILE DEVICES THREADS FIRST
dofile("phones.lua")

local secrets, sent, first

function init(args)
  secrets = tokens_of_thread(args[1], tonumber(args[2]), tonumber(args[3]))
  for index, secret in ipairs(secrets) do secrets[index] = "/ingest/t/" .. secret:gsub("^Bearer ", "") .. "/owntracks" end
  first = tonumber(args[4])
  sent = 0
end

function request()
  local turn = first + math.floor(sent / #secrets)
  local path = secrets[sent % #secrets + 1]
  sent = sent + 1
  -- Nobody stands still: each position of a device is another one.
  local body = string.format(
    '{"_type":"location","_id":"%08x","lat":%.6f,"lon":14.5058,"tst":%d,"acc":9,"alt":295,"vel":5,"cog":118,"batt":81,'
      .. '"bs":1,"conn":"m","t":"t","tid":"BE","created_at":%d}',
    turn, 46 + turn % 100000 * 1e-6, os.time() - 1, os.time())
  return wrk.format("POST", path, {["Content-Type"] = "application/json; charset=utf-8"}, body)
end
