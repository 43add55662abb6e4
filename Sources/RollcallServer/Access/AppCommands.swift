import Rollcall
import RollcallStore

/// An app of another maker to register for a person, as given on the command line.
public struct AppToIssue: Codable, Sendable {
  /// Which app: a word of `Adapter`.
  public var adapter: String
  /// Its name in the console.
  public var name: String
  /// How often it is expected to report while on duty, seconds; `nil` = the adapter's default.
  public var onDuty: Int?
  /// The same on a mission.
  public var onMission: Int?
  /// Whether its user allowed remote commands.
  public var takesCommands: Bool

  /// An app from its parts.
  public init(adapter: String, name: String, onDuty: Int?, onMission: Int?, takesCommands: Bool) {
    self.adapter = adapter
    self.name = name
    self.onDuty = onDuty
    self.onMission = onMission
    self.takesCommands = takesCommands
  }

  func settings() throws(StoreError) -> (adapter: Adapter, settings: AdapterDeviceSettings) {
    guard let known = Adapter(rawValue: adapter) else { throw .invalid("\(adapter) is no app we know") }
    var intervals: ReportIntervals?
    if let onDuty { intervals = ReportIntervals(onDuty: onDuty, onMission: onMission ?? onDuty) }
    return (known, AdapterDeviceSettings(name: name, intervals: intervals, takesCommands: takesCommands))
  }
}

extension CommandExecutor {
  /// For one responder, or for each active one when none is named.
  func issueApp(_ slug: String, _ responder: Int64?, _ app: AppToIssue) throws(StoreError) -> CommandOutcome {
    let (adapter, settings) = try app.settings()
    guard let workspace = try store.fleet.workspace(slug: slug) else { throw .notFound("workspace \(slug)") }
    guard let responder else {
      let people = try store.fleet.responders(slug: slug).filter(\.isActive).map(\.id)
      let issued = try store.phones.issueAdapterDevices(
        adapter, settings, for: people, in: .commandLine(workspace.id))
      let apps = issued.map { one in
        JSONValue.object([
          "responder_id": .integer(one.device.responder.rawValue), "secret": .string(one.secret.text),
        ])
      }
      return CommandOutcome(
        .object(["apps": .array(apps)]),
        text: issued.map { "\($0.device.responder.rawValue)  \($0.secret.text)" }.joined(separator: "\n"))
    }
    let issued = try store.phones.issueAdapterDevice(
      adapter, settings, for: Responder.ID(responder), in: .commandLine(workspace.id))
    return CommandOutcome(
      .object([
        "device_id": .integer(issued.device.id.rawValue), "secret": .string(issued.secret.text),
        "path": .string("/ingest/t/\(issued.secret.text)/\(adapter.rawValue)"),
      ]), text: issued.secret.text)
  }
}
