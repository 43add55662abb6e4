import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Synchronization

/// The server's counters. Labels come from closed sets only: never a person, a path or an address.
final class Metrics: Sendable {
  private struct Counts {
    var requests: [RequestKind: Int] = [:]
    var unknownValues: [String: Int] = [:]
    var drops: [Drop: Int] = [:]
    var replays = 0
    var stored = 0
    var duplicates = 0
    var expired = 0
    var delays = Histogram(bounds: [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400])
    var durations = Histogram(bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
  }

  private struct Drop: Hashable {
    let adapter: String
    let reason: String
  }

  private struct RequestKind: Hashable {
    let method: String
    let route: String
    let status: Int
  }

  private let counts = Mutex(Counts())

  /// Counts an answered request.
  func observe(_ observation: Observation) {
    let kind = RequestKind(
      method: observation.method.rawValue, route: observation.routePattern, status: observation.status.code)
    counts.withLock {
      $0.requests[kind, default: 0] += 1
      $0.durations.add(Double(observation.nanoseconds) / 1e9)
    }
  }

  /// Counts the results of an upload's pings, and their delays.
  func uploaded(_ result: UploadResult) {
    counts.withLock {
      $0.stored += result.stored
      $0.duplicates += result.duplicates
      $0.expired += result.expired
      for delay in result.delays { $0.delays.add(Double(delay) / 1_000) }
    }
  }

  /// Counts the result of a foreign app's report.
  func ingested(_ adapter: Adapter, _ result: AdapterResult) {
    uploaded(result.positions)
    guard !result.dropped.isEmpty else { return }
    counts.withLock { counts in
      for (reason, number) in result.dropped {
        counts.drops[Drop(adapter: adapter.rawValue, reason: reason), default: 0] += number
      }
    }
  }

  /// Counts an answer that was given again.
  func replayed() { counts.withLock { $0.replays += 1 } }

  /// Counts invalid optional values, by field.
  func unknownValues(_ fields: [String: Int]) {
    guard !fields.isEmpty else { return }
    counts.withLock { $0.unknownValues.merge(fields, uniquingKeysWith: +) }
  }

  /// Appends everything counted, in the text format of Prometheus.
  func write(to text: inout MetricsText) {
    let counts = counts.withLock { $0 }
    text.histogram(
      "location_update_delay_seconds", "From the taking of a ping to its storing.", counts.delays)
    text.family("rollcall_pings_total", "counter", "Pings by what became of them.")
    text.sample("rollcall_pings_total", [("outcome", "stored")], counts.stored)
    text.sample("rollcall_pings_total", [("outcome", "duplicate")], counts.duplicates)
    text.sample("rollcall_pings_total", [("outcome", "expired")], counts.expired)
    text.family("rollcall_upload_replays_total", "counter", "Uploads answered again from their key.")
    text.sample("rollcall_upload_replays_total", [], counts.replays)
    text.family("rollcall_unknown_values_total", "counter", "Optional values not understood, by field.")
    for (field, count) in counts.unknownValues.sorted(by: { $0.key < $1.key }) {
      text.sample("rollcall_unknown_values_total", [("field", field)], count)
    }
    text.family("rollcall_ingest_dropped_total", "counter", "Records of other apps not taken, by reason.")
    for (drop, count) in counts.drops.sorted(by: {
      ($0.key.adapter, $0.key.reason) < ($1.key.adapter, $1.key.reason)
    }) {
      text.sample(
        "rollcall_ingest_dropped_total", [("adapter", drop.adapter), ("reason", drop.reason)], count)
    }
    text.family("rollcall_http_requests_total", "counter", "Requests answered.")
    for (kind, count) in counts.requests.sorted(by: {
      ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
    }) {
      text.sample(
        "rollcall_http_requests_total",
        [("method", kind.method), ("route", kind.route), ("status", "\(kind.status)")], count)
    }
    text.histogram("rollcall_http_request_duration_seconds", "Time to answer.", counts.durations)
  }
}
