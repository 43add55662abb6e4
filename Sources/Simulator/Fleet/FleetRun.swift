public import DeviceKit
public import Foundation
public import Rollcall

/// One phone of a simulated fleet: a session's token, and how the phone reports and lives.
public struct FleetPhone: Sendable {
  /// The access token of the phone's session.
  public var token: String
  /// How it reports.
  public var profile: Profile
  /// How it lives.
  public var behaviour: PhoneBehaviour
  /// What its responder does all the time.
  public var duty: DutyState

  /// A phone from its parts.
  public init(
    token: String, profile: Profile, behaviour: PhoneBehaviour = .steady, duty: DutyState = .onDuty
  ) {
    self.token = token
    self.profile = profile
    self.behaviour = behaviour
    self.duty = duty
  }
}

/// Keeps a fleet of phones reporting over the server's real HTTP API until the task is cancelled.
///
/// Each phone walks one of the routes, the first phone the first route and so on, from a place of its own.
///
/// - Parameters:
///   - server: The server's address, e.g. `http://127.0.0.1:8080`.
///   - phones: The phones. One whose session ends stops; the others go on.
///   - routes: Where they walk; without any, nothing happens.
///   - backlog: How long ago the phones set out: they begin by uploading the fixes since then. Milliseconds.
///   - report: Takes lines for people, from any thread.
public func runFleet(
  server: URL, phones: [FleetPhone], routes: [Route], backlog: Milliseconds = 0,
  report: @escaping @Sendable (String) -> Void
) async {
  let sender = URLSessionSender(server: server, connections: 16)
  await runFleet(sender: sender, phones: phones, routes: routes, backlog: backlog, report: report)
}

/// The same through any sender and clock: for tests.
public func runFleet(
  sender: any HTTPSending, phones: [FleetPhone], routes: [Route], backlog: Milliseconds = 0,
  clock: DeviceClock = .system, report: @escaping @Sendable (String) -> Void
) async {
  guard !routes.isEmpty else { return }
  let start = clock.now()
  await withTaskGroup { group in
    for (index, phone) in phones.enumerated() {
      let simulated = SimulatedPhone(
        route: routes[index % routes.count], profile: phone.profile, behaviour: phone.behaviour,
        duty: phone.duty, start: start, backlog: backlog, phase: Double(index % 12 + 1) / 12,
        seed: UInt64(index))
      let uploader = Uploader(client: RollcallClient(sender: sender, token: phone.token), clock: clock)
      let loop = PhoneLoop(name: "phone \(index + 1)", duty: phone.duty, uploader: uploader, clock: clock)
      group.addTask { await loop.run(simulated, report) }
    }
  }
}

/// The routes of a folder: its GPX files in the order of their names. Files that are no tracks are left out.
public func routes(in folder: URL) throws -> [Route] {
  try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    .filter { $0.pathExtension.lowercased() == "gpx" }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
    .compactMap { file in
      guard let track = try? GPXTrack(parsing: Data(contentsOf: file)) else { return nil }
      return Route(track)
    }
}
