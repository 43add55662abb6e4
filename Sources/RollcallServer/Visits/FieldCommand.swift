import Foundation
import Rollcall
import RollcallStore

/// A command about events, outlets, visits and regions.
public enum FieldCommand: Codable, Equatable, Sendable {
  /// Makes an event; `from` and `to` are a local day or an instant.
  case addEvent(event: String, name: String, from: String?, to: String?)
  /// Adds people to an event: these, or everyone who is active and has the profile.
  case join(event: String, people: [Int64], profile: String?)
  /// Lists the events.
  case listEvents
  /// Imports outlets: those with a known external id are changed, others are added.
  case importOutlets([Seed.Outlet])
  /// Lists the outlets.
  case listOutlets
  /// Plans a visit on a local day, or on today; `from` and `to` are times such as `09:00`.
  case planVisit(responder: Int64, outlet: Int64, day: String?, from: String?, to: String?)
  /// Lists the visits of a local day, or of today.
  case listVisits(day: String?)
  /// Imports regions: a known name gets a new boundary.
  case importRegions([Seed.Region])
  /// Lists the regions.
  case listRegions
  /// Removes a region.
  case removeRegion(name: String)
  /// Takes a short list of addresses, such as the demo's.
  case importAddresses([Seed.Address])
  /// Puts the addresses of a finished draft in the place of the workspace's.
  case adoptAddresses(draft: String)
  /// Removes the addresses.
  case removeAddresses
  /// Counts the addresses.
  case countAddresses
}

extension CommandExecutor {
  func field(_ slug: String, _ command: FieldCommand) throws(StoreError) -> CommandOutcome {
    guard let workspace = try store.fleet.workspace(slug: slug) else { throw .notFound("workspace \(slug)") }
    switch command {
    case .addEvent(let event, let name, let from, let to):
      return try addEvent(event, name, from, to, workspace)
    case .join(let event, let people, let profile): return try join(event, people, profile, workspace)
    case .listEvents: return try listEvents(workspace)
    case .importOutlets(let outlets): return try importOutlets(outlets, workspace)
    case .listOutlets: return try listOutlets(workspace)
    case .planVisit(let responder, let outlet, let day, let from, let to):
      let window = try window(day, from ?? "", to ?? "", workspace)
      let visit = NewVisit(responder: Responder.ID(responder), outlet: Outlet.ID(outlet), window: window)
      let id = try store.visits.planVisits([visit], in: .commandLine(workspace.id))[0].rawValue
      return CommandOutcome(.object(["id": .integer(id)]), text: "Visit \(id) is planned.")
    case .listVisits(let day): return try listVisits(day, workspace)
    case .importRegions(let regions): return try importRegions(regions, workspace)
    case .listRegions: return try listRegions(workspace)
    case .removeRegion(let name): return try removeRegion(name, workspace)
    case .importAddresses(let list): return try importAddresses(list, workspace)
    case .adoptAddresses(let draft): return try adoptAddresses(draft, workspace)
    case .removeAddresses: return try removeAddresses(workspace)
    case .countAddresses: return countAddresses(workspace)
    }
  }

  /// A part of a local day, or of today.
  func window(
    _ day: String?, _ from: String, _ to: String, _ workspace: Workspace
  ) throws(StoreError) -> VisitWindow {
    guard let window = VisitWindow(day: day ?? today(workspace), from: from, to: to) else {
      throw .invalid("a day is written 2026-11-21, times are written 09:00, and the first comes first")
    }
    return window
  }

  /// Today by the workspace's clocks.
  func today(_ workspace: Workspace) -> String {
    let now = store.clock()
    let local = now.advanced(by: Int64(Self.offset(workspace)(now)) * 1_000).milliseconds
    let days = local / 86_400_000 - (local % 86_400_000 < 0 ? 1 : 0)
    return CivilDate(daysSince1970: Int(days)).isoDay
  }

  /// Seconds ahead of UTC by the workspace's clocks.
  static func offset(_ workspace: Workspace) -> (Timestamp) -> Int {
    let zone = TimeZone(identifier: workspace.timeZone) ?? .gmt
    return { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000)) }
  }
}
