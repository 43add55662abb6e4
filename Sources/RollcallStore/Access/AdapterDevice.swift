import Foundation
import GRDB
public import Rollcall

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
    guard (1...200).contains(name.utf8.count), !name.hasControlCharacters else {
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

/// Rows of `adapter_device`.
enum AdapterDevices {
  static func device(_ row: Row) -> AdapterDevice? {
    guard let adapter = Adapter(rawValue: row["adapter"]) else { return nil }
    return AdapterDevice(
      id: AdapterDevice.ID(row["id"]), workspace: Workspace.ID(row["workspace_id"]),
      responder: Responder.ID(row["responder_id"]), adapter: adapter, name: row["name"],
      speedUnit: Adapter.SpeedUnit(rawValue: row["speed_unit"]) ?? .knots,
      ownIntervals: intervals(row), takesCommands: row["takes_commands"],
      createdAt: Timestamp(milliseconds: row["created_at"]), revokedAt: row.instant("revoked_at"))
  }

  static func intervals(_ row: Row) -> ReportIntervals? {
    guard let onDuty = row["on_duty_s"] as Int?, let onMission = row["on_mission_s"] as Int? else {
      return nil
    }
    return ReportIntervals(onDuty: onDuty, onMission: onMission)
  }

  /// A device that works.
  static func find(
    _ id: AdapterDevice.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> AdapterDevice {
    let row = try Row.fetchOne(
      db, sql: "SELECT * FROM adapter_device WHERE id = ? AND workspace_id = ? AND revoked_at IS NULL",
      arguments: [id.rawValue, workspace.rawValue])
    guard let device = row.flatMap(device) else { throw StoreError.notFound("device \(id.rawValue)") }
    return device
  }
}
