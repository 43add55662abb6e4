import Foundation
public import Rollcall
package import SQL

/// Another app on a responder's phone, as the console and the ingest see it.
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
  /// Its name in the console.
  public var name: String
  /// The unit of its speed, where the protocol leaves it open.
  public var speedUnit: Adapter.SpeedUnit
  /// The reporting intervals set for it; `nil` = as ``Adapter/intervals``.
  public var ownIntervals: ReportIntervals?
  /// Whether its user has allowed remote commands. Only OwnTracks needs it.
  public var takesCommands: Bool
  /// When its secret was made.
  public var createdAt: Timestamp
  /// When its secret was revoked; `nil` = it is valid.
  public var revokedAt: Timestamp?

  /// How often it is expected to report.
  public var intervals: ReportIntervals { ownIntervals ?? adapter.intervals }

  /// Whether its answers may set the app's interval.
  public var isSteered: Bool { adapter.obeys(takesCommands) }
}

extension Adapter {
  /// Whether the server's answers may set the app's interval, if its user has allowed commands or not.
  func obeys(_ takesCommands: Bool) -> Bool {
    switch intervalControl {
    case .always: true
    case .whereAllowed: takesCommands
    case .never: false
    }
  }
}

/// The settings of a new or changed device.
public struct AdapterDeviceSettings: Equatable, Sendable {
  /// Its name in the console, 1 to 200 bytes.
  public var name: String
  /// The unit of its speed, where the protocol leaves it open.
  public var speedUnit: Adapter.SpeedUnit
  /// The reporting intervals; `nil` = as ``Adapter/intervals``.
  public var intervals: ReportIntervals?
  /// Whether its user has allowed remote commands.
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
      throw .invalid("a name is \(NameLimits.words(NameLimits.name)), on one line")
    }
    guard intervals?.areAllowed ?? true else { throw .invalid("an interval is 1 to 86400 seconds") }
  }

  /// The values for the audit. Not the name, which may be a person's.
  var values: [String: String] {
    [
      "speed_unit": speedUnit.rawValue, "on_duty_s": intervals.map { "\($0.onDuty)" } ?? "default",
      "on_mission_s": intervals.map { "\($0.onMission)" } ?? "default",
      "commands": takesCommands ? "yes" : "no",
    ]
  }
}

/// A new device, with the secret that is returned only here.
public struct IssuedAdapterDevice: Sendable {
  /// The device.
  public var device: AdapterDevice
  /// The secret that its app sends: 32 random bytes as base64url.
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
