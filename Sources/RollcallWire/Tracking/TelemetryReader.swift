import Rollcall

extension Telemetry {
  /// Reads telemetry. Nothing in it is an error: an invalid value is counted as unknown.
  init(reading object: JSONValue, _ findings: inout Findings) {
    self.init()
    let members = JSONMembers<TelemetryField>(of: object)
    let amounts = 0...Double.greatestFiniteMagnitude
    func name(_ field: TelemetryField) -> String { field.name }
    permission = findings.word(members[.permission], name(.permission), else: .unknown)
    locationServices = findings.flag(members[.locationServices], name(.locationServices), else: .unknown)
    powerMode = findings.word(members[.powerMode], name(.powerMode), else: .unknown)
    appState = findings.word(members[.appState], name(.appState), else: .unknown)
    queueDepth = findings.integer(members[.queueDepth], name(.queueDepth), in: 0...(.max), else: .unknown)
    oldestEntryAge = findings.number(
      members[.oldestEntryAge], name(.oldestEntryAge), in: amounts, else: .unknown)
    network = findings.word(members[.network], name(.network), else: .unknown)
    interval = findings.number(members[.interval], name(.interval), in: amounts, else: .unknown)
  }
}
