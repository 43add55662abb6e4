-- Prints what was measured as one line of JSON. Loaded by the other scripts.
function done(summary, latency, requests)
  local errors = summary.errors
  print(string.format(
    'RESULT {"requests": %d, "seconds": %.3f, "p50_ms": %.3f, "p99_ms": %.3f, "max_ms": %.3f, "refused": %d, "broken": %d}',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    latency.max / 1e3, errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
