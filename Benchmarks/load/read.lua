-- The same page again and again; headers come from wrk's command line.
dofile("report.lua")
