import Rollcall

@testable import RollcallWire

extension FuzzChecks {
  /// What must hold of what foreign apps send, read as each of them: as a body, and as a query.
  static func adapters(_ bytes: [UInt8]) -> String? {
    for adapter in Adapter.allCases {
      for (query, body) in [([], bytes), (bytes, [])] {
        let request = AdapterRequest(adapter, query: query, body: body, receivedAt: adapterNow)
        guard let report = try? request.read() else { continue }
        if let failure = failure(of: report, size: bytes.count) { return "\(adapter): \(failure)" }
      }
    }
    return nil
  }

  /// The server's time for them.
  static let adapterNow = Timestamp(milliseconds: 1_795_255_200_000)

  private static func failure(of report: AdapterReport, size: Int) -> String? {
    let records = [report.pings.count, report.signs.count, report.drops.count, report.events.count]
    if records.reduce(report.notes.count, +) > 4 * size + 4 {
      return "more records than bytes"
    }
    for ping in report.pings {
      if let at = ping.recordedAt, at.milliseconds <= 0 || at.since(adapterNow) > 86_400_000 {
        return "a time"
      }
      if let accuracy = ping.accuracy, !(accuracy > 0 && accuracy.isFinite) { return "an accuracy" }
      if let speed = ping.speed, !(speed >= 0 && speed.isFinite) { return "a speed" }
      if let heading = ping.heading, !(0...360).contains(heading) { return "a course" }
      if let altitude = ping.altitude, !altitude.isFinite { return "an altitude" }
      if let battery = ping.batteryLevel, !(0...1).contains(battery) { return "a battery" }
    }
    for sign in report.signs {
      if let at = sign.madeAt, at.milliseconds <= 0 || at.since(adapterNow) > 86_400_000 { return "a sign" }
    }
    for note in report.notes where note.value.utf8.count > 64 || note.at > adapterNow { return "a note" }
    for event in report.events where event.at > adapterNow { return "an event" }
    return nil
  }
}
