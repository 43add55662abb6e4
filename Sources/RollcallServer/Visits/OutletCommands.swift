import Foundation
import Rollcall
import RollcallStore
import RollcallWire

/// Reads lists of outlets for the command line.
public enum OutletFile {
  /// The outlets of a CSV file with the header `name,lat,lng,external_id,radius_m`.
  ///
  /// - Throws: `SettingsError` with the file and the line at fault.
  public static func read(_ path: String) throws(SettingsError) -> [Seed.Outlet] {
    do {
      return try OutletList.read(Array(Data(contentsOf: URL(fileURLWithPath: path)))).map { Seed.Outlet($0) }
    } catch { throw SettingsError("\(path): \(Words.of(error))") }
  }
}

extension CommandExecutor {
  func importOutlets(_ outlets: [Seed.Outlet], _ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let (added, changed) = try store.visits.importOutlets(
      outlets.compactMap(\.asNew), in: .commandLine(workspace.id))
    return CommandOutcome(
      .object(["added": .integer(Int64(added)), "changed": .integer(Int64(changed))]),
      text: "\(added) outlets are added, \(changed) are changed.")
  }

  func listOutlets(_ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let outlets = try store.visits.outlets(of: workspace.id)
    let lines = outlets.map { outlet in
      "\(outlet.id.rawValue)  \([outlet.name, outlet.externalID].compactMap { $0 }.joined(separator: ", "))"
    }
    return CommandOutcome(
      .object([
        "outlets": .array(
          outlets.map { outlet in
            .object([
              "id": .integer(outlet.id.rawValue), "name": .string(outlet.name),
              "external_id": .optional(outlet.externalID), "lat": .number(outlet.position.latitude),
              "lng": .number(outlet.position.longitude), "radius_m": .number(outlet.radius),
            ])
          })
      ]), text: outlets.isEmpty ? "\(workspace.slug) has no outlets yet." : lines.joined(separator: "\n"))
  }

  func listVisits(_ day: String?, _ workspace: Workspace) throws(StoreError) -> CommandOutcome {
    let span = try window(day, "", "", workspace).span(offset: Self.offset(workspace))
    let visits = try store.visits.all(of: workspace.id, in: span, limit: 100_000)
    let now = store.clock()
    let lines = visits.map { visit in
      "\(visit.id.rawValue)  \(visit.name), \(visit.outlet.name), \(visit.state(at: now).rawValue)"
        + (visit.checkIn.map { ", \($0.verdict.word.rawValue)" } ?? "")
    }
    return CommandOutcome(
      .object(["visits": .array(visits.map { Self.object($0, now) })]),
      text: visits.isEmpty ? "No visits are planned for that day." : lines.joined(separator: "\n"))
  }

  private static func object(_ visit: Visit, _ now: Timestamp) -> JSONValue {
    .object([
      "id": .integer(visit.id.rawValue), "responder_id": .integer(visit.responder.rawValue),
      "outlet_id": .integer(visit.outlet.id.rawValue), "outlet": .string(visit.outlet.name),
      "from": .string(visit.planned.from.rfc3339), "to": .string(visit.planned.to.rfc3339),
      "state": .string(visit.state(at: now).rawValue),
      "check_in": .optional(visit.checkIn?.verdict.word.rawValue),
      "check_out": .optional(visit.checkOut?.verdict.word.rawValue),
    ])
  }
}
