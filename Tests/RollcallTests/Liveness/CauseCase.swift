import Rollcall
import Testing

/// A silence of a test, in seconds since its last contact, and what was known about it. D = 90 s, O = 180 s.
struct CauseCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let end: Double?
  let now: Double
  let cause: Cause
  let facts: SilenceFacts

  /// - Parameter end: `nil` = open.
  init(
    _ name: String, until end: Double? = 3_600, at now: Double = 4_000, _ cause: Cause,
    _ fill: (inout SilenceFacts) -> Void
  ) {
    (testDescription, self.end, self.now, self.cause) = (name, end, now, cause)
    var facts = SilenceFacts()
    fill(&facts)
    self.facts = facts
  }

  var quiet: Quiet {
    Quiet(
      from: .at(0), to: end.map { .at($0) },
      thresholds: Thresholds(degraded: 90_000, offline: 180_000))
  }

  var silence: Silence { Silence(judging: quiet, by: facts, at: .at(now)) }
}

extension SilenceFacts {
  /// We were away.
  mutating func away(_ from: Double, _ to: Double) {
    absences.append(TimeSpan(from: .at(from), to: .at(to)))
  }

  mutating func ended(
    _ how: SessionEnd.How, _ at: Double, succeeded: Double? = nil
  ) {
    sessionEnds.append(SessionEnd(at: .at(at), how: how, succeededAt: succeeded.map { .at($0) }))
  }

  mutating func event(_ kind: DeviceEvent.Kind, _ at: Double, received: Double = 3_600) {
    events.append(Event(kind, at: .at(at), receivedAt: .at(received)))
  }

  /// An upload that said something about the phone.
  mutating func report(_ at: Double, _ fill: (inout Telemetry) -> Void) {
    var telemetry = Telemetry()
    fill(&telemetry)
    reports.append(Report(receivedAt: .at(at), telemetry: telemetry))
  }

  mutating func battery(_ level: Double, _ at: Double) {
    batteries.append(Battery(level: level, at: .at(at)))
  }

  /// Fixes taken every `step` seconds in `from...to`, all of which arrived at `received`.
  mutating func fixes(_ from: Double, _ to: Double, every step: Double, received: Double = 3_600) {
    for second in stride(from: from, through: to, by: step) {
      fixes.add(effective: .at(second), received: .at(received))
    }
  }
}
