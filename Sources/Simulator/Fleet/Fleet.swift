import DeviceKit
public import Foundation
public import Rollcall
import RollcallWire

/// A responder's login: their number, and the code from the SMS.
public struct PhoneCode: Equatable, Sendable {
  /// The number, with the country.
  public var number: String
  /// Six digits.
  public var code: String

  /// A code for a number.
  public init(number: String, code: String) {
    self.number = number
    self.code = code
  }
}

/// One phone of a simulated fleet: its owner, its session, and how it reports and behaves.
public struct FleetPhone: Sendable {
  /// The number of its responder.
  public var responder: Responder.ID
  /// The token of a session issued by an operator; `nil` = the responder logs in when the app starts.
  public var token: String?
  /// Its reporting profile, as the server will send it.
  public var profile: Profile
  /// How it lives.
  public var behaviour: PhoneBehaviour
  /// Its route; `nil` = one of the fleet's routes, in turn.
  public var route: Route?
  /// How its person moves; `nil` = along a recorded track.
  public var mover: Mover?
  /// Whether the person of the previous phone in the list carries it along the same route.
  public var isSecond = false

  /// The next phone of the same person, on which they log in at that time. Milliseconds after the live start.
  public func second(from: Milliseconds) -> FleetPhone {
    var second = self
    second.token = nil
    second.isSecond = true
    second.behaviour.usedFrom = from
    return second
  }

  /// Creates a phone.
  public init(
    of responder: Responder.ID, token: String?, profile: Profile,
    behaviour: PhoneBehaviour = PhoneBehaviour(), route: Route? = nil, mover: Mover? = nil
  ) {
    self.responder = responder
    self.token = token
    self.profile = profile
    self.behaviour = behaviour
    self.route = route
    self.mover = mover
  }
}

/// Phones that run together: first through a history that takes seconds, then in real time.
public struct Fleet: Sendable {
  /// The origin of the scripts' times.
  public let start: Timestamp
  /// The phones.
  public let phones: [SimulatedPhone]
  private let folder: FleetFolder

  /// Creates a fleet. Its phones' files are in a temporary folder, which is deleted with it.
  ///
  /// - Parameters:
  ///   - phones: The phones.
  ///   - routes: The routes for phones without their own; without any, these phones are left out.
  ///   - start: The origin of the scripts' times.
  ///   - from: When the scripts begin; not after `start` for a fleet with a history.
  ///   - seed: Determines the position errors and all random choices.
  ///   - keepsDiaries: Whether the phones record what they really do.
  ///   - folder: The parent of the temporary folder.
  /// - Throws: When the folder cannot be created.
  public init(
    _ phones: [FleetPhone], routes: [Route], start: Timestamp, from: Timestamp, seed: UInt64 = 0,
    keepsDiaries: Bool = false, below folder: URL = FileManager.default.temporaryDirectory
  ) throws {
    self.start = start
    let folder = try FleetFolder(below: folder)
    self.folder = folder
    self.phones = phones.enumerated().compactMap { index, phone in
      guard let route = phone.route ?? (routes.isEmpty ? nil : routes[index % routes.count]) else {
        return nil
      }
      return SimulatedPhone(
        phone, name: "phone \(index + 1)", route: route, start: start, from: from, folder: folder.url,
        seed: seed &* 1_000_003 &+ UInt64(phone.isSecond && index > 0 ? index - 1 : index),
        keepsDiary: keepsDiaries)
    }
  }

  /// How many phones there are.
  public var count: Int { phones.count }

  /// Runs the phones against the server's real HTTP API until the task is cancelled.
  ///
  /// - Parameters:
  ///   - server: The server's address, e.g. `http://127.0.0.1:8080`.
  ///   - tellsAddresses: Whether each phone sends an address of its own, like a proxy, to a server that
  ///     trusts this machine as one.
  ///   - code: Requests the login code of a responder; `nil` = none, or not now.
  ///   - report: Called with lines for people, from any thread.
  public func runLive(
    server: URL, tellsAddresses: Bool = false,
    code: @escaping @Sendable (Responder.ID) async -> PhoneCode? = { _ in nil },
    report: @escaping @Sendable (String) -> Void
  ) async {
    let network = URLSessionSender(server: server, connections: 16)
    var world = PhoneWorld(
      clock: .system, network: network, asksForOffers: true, code: code, report: report)
    world.tellsAddresses = tellsAddresses
    await live(in: world, spread: min(60_000, Milliseconds(count) * 60))
  }

  /// Runs the phones in a world until the task is cancelled.
  ///
  /// - Parameter spread: The time over which they start, milliseconds, so that they do not report at the same
  ///   moments.
  public func live(in world: PhoneWorld, spread: Milliseconds = 0) async {
    await withTaskGroup { group in
      for (index, phone) in phones.enumerated() {
        let wait = spread * Milliseconds(index) / Milliseconds(max(1, count))
        group.addTask {
          if wait > 0 { do { try await world.clock.sleep(wait) } catch { return } }
          await phone.live(in: world)
        }
      }
    }
  }
}

/// The folder of a fleet's files, deleted with its last reference.
private final class FleetFolder: Sendable {
  let url: URL

  init(below folder: URL) throws {
    url = folder.appendingPathComponent("rollcall-fleet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// The routes of a folder, by the names of its GPX files without extension. Files that are not tracks are
/// left out.
public func routes(in folder: URL) throws -> [String: Route] {
  let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .filter { $0.pathExtension.lowercased() == "gpx" }
  return Dictionary(
    files.compactMap { file in
      guard let track = try? GPXTrack(parsing: Array(Data(contentsOf: file))) else { return nil }
      return Route(track).map { (file.deletingPathExtension().lastPathComponent, $0) }
    }, uniquingKeysWith: { first, _ in first })
}
