-- What wrk sends in a flood (flood.ts), with one thread. Arguments: a file of requests, one in a line as method, path and headers with tabs
-- between them; the seconds; requests a second, 0 for as many as the connections allow; "patient" if a connection waits as long as
-- Retry-After says.
local ffi = require("ffi")
ffi.cdef([[
  struct time { long seconds; long nanoseconds; };
  int clock_gettime(int clock, struct time *time);
  int getpid(void);
  int kill(int pid, int signal);
]])
local MONOTONIC, SIGINT = 1, 2
local NEVER = 1000 * 3600

local time = ffi.new("struct time")
local function now()
  ffi.C.clock_gettime(MONOTONIC, time)
  return tonumber(time.seconds) + tonumber(time.nanoseconds) / 1e9
end

-- Globals can be read by done(), which runs outside of the thread.
counts, started, ended = {}, 0, 0
local requests = {}
local sent, answered, isOver = 0, 0, false
-- Milliseconds that patient connections still have to wait after a rejection. It does not matter which of them waits.
local isPatient, waits = false, {}

function setup(thread)
  flooding = thread
end

function init(arguments)
  math.randomseed(now())
  for line in io.lines(arguments[1]) do
    local method, path, rest = line:match("^(%S+)\t(%S+)(.*)$")
    local headers = {}
    for name, value in rest:gmatch("\t([^:]+): ([^\t]+)") do headers[name] = value end
    requests[#requests + 1] = wrk.format(method, path, headers)
  end
  local seconds, rate = tonumber(arguments[2]), tonumber(arguments[3])
  isPatient = arguments[4] == "patient"
  started = now()
  if isPatient then
    function delay()
      return table.remove(waits) or 0
    end
  elseif rate > 0 then
    -- Milliseconds until a connection sends the next request of all; none is due after the end.
    function delay()
      local wait = started + sent / rate - now()
      isOver = isOver or sent >= seconds * rate or now() >= started + seconds
      if isOver then return NEVER end
      sent = sent + 1
      return math.max(0, math.floor(wait * 1000))
    end
  end
end

function request()
  return requests[math.random(#requests)]
end

function response(status, headers)
  counts[status] = (counts[status] or 0) + 1
  answered = answered + 1
  ended = now()
  if isPatient and status == 503 then
    waits[#waits + 1] = 1000 * tonumber(headers["Retry-After"] or headers["retry-after"] or 0)
  end
  -- The main thread of wrk sleeps until its time is over, or until this signal.
  if isOver and answered == sent then ffi.C.kill(ffi.C.getpid(), SIGINT) end
end

function done(summary, latency)
  local statuses = {}
  for status, count in pairs(flooding:get("counts")) do statuses[#statuses + 1] = string.format('"%d":%d', status, count) end
  local errors = summary.errors
  io.write(string.format(
    '\n{"seconds":%.3f,"counts":{%s},"p50":%.2f,"p99":%.2f,"errors":%d,"timeouts":%d}\n',
    flooding:get("ended") - flooding:get("started"),
    table.concat(statuses, ","),
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write,
    errors.timeout
  ))
end
