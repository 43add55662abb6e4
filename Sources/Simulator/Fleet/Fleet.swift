import DeviceKit
public import Foundation
public import Rollcall
import RollcallWire

/// What somebody types who logs in: their number, and the code that came by SMS.
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

/// One phone of a simulated fleet: whose it is, its session, and how the phone reports and lives.
public struct FleetPhone: Sendable {
  /// The number of its responder.
  public var responder: Responder.ID
  /// The token of a session that an operator has issued; `nil` = somebody logs in when the app starts.
  public var token: String?
  /// How it reports, as its server is going to tell it.
  public var profile: Profile
  /// How it lives.
  public var behaviour: PhoneBehaviour
  /// Where it goes; the first phone of a fleet the first route, and so on, where it is `nil`.
  public var route: Route?
  /// How its person gets about; `nil` = along a recorded track.
  public var mover: Mover?
  /// Whether it is carried by the person of the phone before it in the list, along the same way.
  public var isSecond = false

  /// The phone with which the same person goes on, and on which they log in by then. Milliseconds after the live start.
  public func second(from: Milliseconds) -> FleetPhone {
    var second = self
    second.token = nil
    second.isSecond = true
    second.behaviour.usedFrom = from
    return second
  }

  /// A phone from its parts.
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

/// Phones that live together: first in a past that is run through in seconds, then in real time.
public struct Fleet: Sendable {
  /// What the scripts are timed by.
  public let start: Timestamp
  /// The phones.
  public let phones: [SimulatedPhone]
  private let folder: FleetFolder

  /// A fleet; its phones' files are in a temporary folder, and go with it.
  ///
  /// - Parameters:
  ///   - phones: The phones.
  ///   - routes: Where those without a route of their own go; without any, these are left out.
  ///   - start: What their scripts are timed by.
  ///   - from: When their lives begin; not after `start` for a fleet with a past.
  ///   - seed: Another one gives other inaccuracies and another chance.
  ///   - keepsDiaries: Whether the phones write down what they really do.
  ///   - folder: Below which theirs is made.
  /// - Throws: When the folder cannot be made.
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

  /// Keeps the phones reporting through the server's real HTTP API until the task is cancelled.
  ///
  /// - Parameters:
  ///   - server: The server's address, e.g. `http://127.0.0.1:8080`.
  ///   - tellsAddresses: Whether each phone has an address of its own, told as a proxy tells it, to a server that takes
  ///     this machine for its proxy.
  ///   - code: The code that somebody gets who wants to log in; `nil` = none, or not now.
  ///   - report: Takes lines for people, from any thread.
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

  /// Lets the phones live in a world until the task is cancelled.
  ///
  /// - Parameter spread: Over which time they start, milliseconds: they must not report together ever after.
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

/// The folder of a fleet's files: taken away when nobody needs it any more.
private final class FleetFolder: Sendable {
  let url: URL

  init(below folder: URL) throws {
    url = folder.appendingPathComponent("rollcall-fleet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

/// The routes of a folder, by the names of its GPX files without extension. Files that are no tracks are left out.
public func routes(in folder: URL) throws -> [String: Route] {
  let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .filter { $0.pathExtension.lowercased() == "gpx" }
  return Dictionary(
    files.compactMap { file in
      guard let track = try? GPXTrack(parsing: Array(Data(contentsOf: file))) else { return nil }
      return Route(track).map { (file.deletingPathExtension().lastPathComponent, $0) }
    }, uniquingKeysWith: { first, _ in first })
}
