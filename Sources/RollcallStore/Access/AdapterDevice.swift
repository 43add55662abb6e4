import Foundation
public import Rollcall
package import SQL

/// A foreign app on somebody's phone, as the console and the door for its reports know it.
public struct AdapterDevice: Equatable, Sendable {
  /// A device's id.
  public typealias ID = Identifier<AdapterDevice>

  /// Its id.
  public var id: ID
  /// The workspace of its responder.
  public var workspace: Workspace.ID
  /// Who carries it.
  public var responder: Responder.ID
  /// Which app it is.
  public var adapter: Adapter
  /// What the console calls it.
  public var name: String
  /// In which unit it tells its speed, where the protocol leaves it open.
  public var speedUnit: Adapter.SpeedUnit
  /// How often it is expected to report, where somebody said so; else as ``Adapter/intervals`` says.
  public var ownIntervals: ReportIntervals?
  /// Whether its user allowed remote commands: only OwnTracks asks.
  public var takesCommands: Bool
  /// When its secret was made.
  public var createdAt: Timestamp
  /// When its secret stopped working; `nil` = it works.
  public var revokedAt: Timestamp?

  /// How often it is expected to report.
  public var intervals: ReportIntervals { ownIntervals ?? adapter.intervals }

  /// Whether its answers may set the app's interval.
  public var isSteered: Bool { adapter.obeys(takesCommands) }
}

extension Adapter {
  /// Whether its answers may set the app's interval, where its user allowed commands or not.
  func obeys(_ takesCommands: Bool) -> Bool {
    switch steering {
    case .always: true
    case .whereAllowed: takesCommands
    case .never: false
    }
  }
}

/// What is said of a device by whoever makes or changes it.
public struct AdapterDeviceSettings: Equatable, Sendable {
  /// What the console calls it, 1 to 200 bytes.
  public var name: String
  /// In which unit it tells its speed, where the protocol leaves it open.
  public var speedUnit: Adapter.SpeedUnit
  /// How often it is expected to report; `nil` = as ``Adapter/intervals`` says.
  public var intervals: ReportIntervals?
  /// Whether its user allowed remote commands.
  public var takesCommands: Bool

  /// Settings from their parts.
  public init(
    name: String, speedUnit: Adapter.SpeedUnit = .knots, intervals: ReportIntervals? = nil,
    takesCommands: Bool = false
  ) {
    self.name = name
    self.speedUnit = speedUnit
    self.intervals = intervals
    self.takesCommands = takesCommands
  }

  /// - Throws: `invalid`.
  func check() throws(StoreError) {
    guard name.hasBytes(NameLimits.name), !name.hasControlCharacters else {
      throw .invalid("a name is 1 to 200 bytes without control characters")
    }
    guard intervals?.areAllowed ?? true else { throw .invalid("an interval is 1 to 86400 seconds") }
  }

  /// What the audit tells of them; not the name, which may be somebody's.
  var values: [String: String] {
    [
      "speed_unit": speedUnit.rawValue, "on_duty_s": intervals.map { "\($0.onDuty)" } ?? "default",
      "on_mission_s": intervals.map { "\($0.onMission)" } ?? "default",
      "commands": takesCommands ? "yes" : "no",
    ]
  }
}

/// A device just made, with the secret that is told once.
public struct IssuedAdapterDevice: Sendable {
  /// The device.
  public var device: AdapterDevice
  /// What its app sends: 32 random bytes as base64url.
  public var secret: Secret
}

extension AdapterDevice: FetchableRecord {
  /// From a row of `adapter_device`.
  package init(row: Row) throws {
    id = try row["id"]
    workspace = try row["workspace_id"]
    responder = try row["responder_id"]
    adapter = try row["adapter"]
    name = try row["name"]
    speedUnit = try row["speed_unit"]
    if let onDuty = try row["on_duty_s"] as Int?, let onMission = try row["on_mission_s"] as Int? {
      ownIntervals = ReportIntervals(onDuty: onDuty, onMission: onMission)
    }
    takesCommands = try row["takes_commands"]
    createdAt = try row["created_at"]
    revokedAt = try row["revoked_at"]
  }
}

/// Rows of `adapter_device`.
enum AdapterDevices {
  /// A device that works.
  static func find(
    _ id: AdapterDevice.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> AdapterDevice {
    let device = try db.first(
      "SELECT * FROM adapter_device WHERE id = \(id) AND workspace_id = \(workspace) AND revoked_at IS NULL",
      as: AdapterDevice.self)
    guard let device else { throw StoreError.notFound("device \(id.rawValue)") }
    return device
  }
}
