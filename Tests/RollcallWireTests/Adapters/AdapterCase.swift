import Rollcall
import Testing

@testable import RollcallWire

/// A request of an app and what is made of it, in words.
struct AdapterCase: CustomTestStringConvertible {
  var adapter: Adapter
  var body: String
  var query = ""
  var unit = Adapter.SpeedUnit.knots
  var expected: [String]

  init(
    _ adapter: Adapter, _ body: String, query: String = "", unit: Adapter.SpeedUnit = .knots,
    _ expected: String...
  ) {
    (self.adapter, self.body, self.query, self.unit) = (adapter, body, query, unit)
    self.expected = expected
  }

  var testDescription: String { "\(adapter.rawValue) \(query)\(body.prefix(90))" }

  /// 2026-11-21T10:00:00Z, a little after every example.
  static let now = Timestamp(milliseconds: 1_795_255_200_000)

  /// What is made of the request; the error's code when it is refused.
  var found: [String] {
    let request = AdapterRequest(
      adapter, query: Array(query.utf8), body: Array(body.utf8), receivedAt: Self.now, speedUnit: unit)
    do { return try request.read().words } catch { return [error.code.rawValue] }
  }
}

extension AdapterReport {
  /// One line for each thing that was taken or dropped.
  var words: [String] {
    var lines = pings.map { ping -> String in
      func word(_ name: String, _ value: Any?) -> String? { value.map { "\(name) \($0)" } }
      let parts: [String?] = [
        "\(ping.position.latitude),\(ping.position.longitude)", word("at", ping.recordedAt?.rfc3339),
        word("acc", ping.accuracy), word("speed", ping.speed.map { ($0 * 1_000).rounded() / 1_000 }),
        word("course", ping.heading), word("alt", ping.altitude), word("battery", ping.batteryLevel),
        word("source", ping.source), ping.isMock == .unknown ? nil : "mock \(ping.isMock)",
      ]
      return parts.compactMap(\.self).joined(separator: " ")
    }
    lines += signs.map { sign in
      let time = sign.madeAt.map { " at \($0.rfc3339)" } ?? ""
      return "sign \(sign.position.latitude),\(sign.position.longitude)\(time)"
        + (sign.seesNoMovement ? " at rest" : "")
    }
    if isLastWill { lines.append("last will") }
    if let network = telemetry.network { lines.append("network \(network)") }
    if let permission = telemetry.permission { lines.append("permission \(permission)") }
    if let power = telemetry.powerMode { lines.append("power \(power)") }
    lines += events.map { "event \($0.kind) at \($0.at.rfc3339)" }
    lines += notes.map { "note \($0.type) \($0.value) at \($0.at.rfc3339)" }
    return lines + drops.map { "drop \($0.rawValue)" }
  }
}
