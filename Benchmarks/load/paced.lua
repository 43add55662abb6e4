-- As single.lua, but each connection waits PACE_MS before each request, as phones do: an even load.
dofile("single.lua")

local wait
local begin = init

function init(args)
  begin(args)
  wait = tonumber(args[5])
  -- Not all at once.
  math.randomseed(number + 1)
end

function delay() return math.random(0, 2 * wait) end
