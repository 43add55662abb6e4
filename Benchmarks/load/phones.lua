-- What every script that plays phones needs: threads with numbers, and each thread's own share of the tokens.
dofile("report.lua")

local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
  thread:set("run", tostring(os.time()))
end

-- The header text of every token that belongs to this thread of `count`.
function tokens_of_thread(file, limit, count)
  local mine, line_number = {}, 0
  for line in io.lines(file) do
    if line_number < limit and line_number % count == number then
      mine[#mine + 1] = "Bearer " .. line
    end
    line_number = line_number + 1
  end
  return mine
end
