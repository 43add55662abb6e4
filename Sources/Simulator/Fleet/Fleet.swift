public import DeviceKit
public import Foundation
public import Rollcall
import RollcallWire

/// One phone of a simulated fleet: a session's token, and how the phone reports and lives.
public struct FleetPhone: Sendable {
  /// The access token of the phone's session.
  public var token: String
  /// How it reports.
  public var profile: Profile
  /// How it lives.
  public var behaviour: PhoneBehaviour
  /// Where it goes; the first phone of a fleet the first route, and so on, where it is `nil`.
  public var route: Route?

  /// A phone from its parts.
  public init(
    token: String, profile: Profile, behaviour: PhoneBehaviour = PhoneBehaviour(), route: Route? = nil
  ) {
    self.token = token
    self.profile = profile
    self.behaviour = behaviour
    self.route = route
  }
}

/// Phones that live together: first in a past that is run through in seconds, then in real time.
public struct Fleet: Sendable {
  /// A phone with its session.
  struct Member: Sendable {
    let name: String
    let token: String
    var phone: SimulatedPhone
    /// Whether the session has ended: nothing more is sent.
    var isEnded = false

    /// Whether it has something to do at `now`.
    func isDue(at now: Timestamp) -> Bool {
      !isEnded && (phone.nextWake <= now || phone.hasMail && phone.isReachable(at: now))
    }
  }

  /// What the scripts are timed by.
  public let start: Timestamp
  var members: [Member]

  /// A fleet.
  ///
  /// - Parameters:
  ///   - phones: The phones.
  ///   - routes: Where those without a route of their own go; without any, these are left out.
  ///   - start: What their scripts are timed by.
  ///   - from: When their lives begin; not after `start` for a fleet with a past.
  public init(_ phones: [FleetPhone], routes: [Route], start: Timestamp, from: Timestamp) {
    self.start = start
    // Queues of their own, so that the numbers of an earlier run with the same sessions are no conflict.
    let run = UUID().uuidString.lowercased()
    members = phones.enumerated().compactMap { index, phone in
      guard let route = phone.route ?? (routes.isEmpty ? nil : routes[index % routes.count]) else {
        return nil
      }
      return Member(
        name: "phone \(index + 1)", token: phone.token,
        phone: SimulatedPhone(
          route: route, profile: phone.profile, behaviour: phone.behaviour, start: start, from: from,
          queue: "fleet-\(index + 1)-\(run)", phase: Double(index % 12 + 1) / 12, seed: UInt64(index)))
    }
  }

  /// How many phones there are.
  public var count: Int { members.count }

  /// Keeps the phones reporting through the server's real HTTP API until the task is cancelled. One whose session
  /// ends stops; the others go on.
  ///
  /// - Parameters:
  ///   - server: The server's address, e.g. `http://127.0.0.1:8080`.
  ///   - report: Takes lines for people, from any thread.
  public func runLive(server: URL, report: @escaping @Sendable (String) -> Void) async {
    await runLive(through: URLSessionSender(server: server, timeout: 30, connections: 16), report: report)
  }

  /// The same through any sender and clock: for tests.
  public func runLive(
    through sender: any HTTPSending, clock: DeviceClock = .system,
    report: @escaping @Sendable (String) -> Void
  ) async {
    await withTaskGroup { group in
      for member in members where !member.isEnded {
        let loop = PhoneLoop(
          name: member.name, client: RollcallClient(sender: sender, token: member.token), clock: clock)
        group.addTask { await loop.run(member.phone, report) }
      }
    }
  }
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
