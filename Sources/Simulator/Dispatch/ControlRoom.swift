public import DeviceKit
public import Foundation
public import Rollcall

/// A simulated control room: opens incidents through the server's real HTTP API, as its stories tell.
public struct ControlRoom: Sendable {
  private let slug: String
  private let key: String
  private let stories: [IncidentStory]
  private let people: [String: Responder.ID]
  private let start: Timestamp
  private let run = UUID().uuidString.lowercased()

  /// Creates a control room.
  ///
  /// - Parameters:
  ///   - slug: The workspace's name in URLs.
  ///   - key: An API key that may manage incidents and see the board.
  ///   - people: The people of the workspace by external id.
  ///   - start: The start of the stories' times; earlier events are left out.
  public init(
    slug: String, key: String, stories: [IncidentStory], people: [String: Responder.ID], start: Timestamp
  ) {
    self.slug = slug
    self.key = key
    self.stories = stories
    self.people = people
    self.start = start
  }

  /// Opens incidents through the server's real HTTP API until the task is cancelled.
  ///
  /// - Parameters:
  ///   - server: The server's address, e.g. `http://127.0.0.1:8080`.
  ///   - report: Called with lines for people, from any thread.
  public func runLive(server: URL, report: @escaping @Sendable (String) -> Void) async {
    await runLive(through: URLSessionSender(server: server, timeout: 30, connections: 2), report: report)
  }

  /// The same with any sender and clock, for tests.
  public func runLive(
    through sender: any HTTPSending, clock: DeviceClock = .system,
    report: @escaping @Sendable (String) -> Void
  ) async {
    await withTaskGroup { group in
      for (index, story) in stories.enumerated() {
        group.addTask {
          do {
            try await play(
              story, index, IncidentClient(sender: sender, slug: slug, key: key, clock: clock), report)
          } catch is CancellationError {
            return
          } catch { report("incident “\(story.title)”: \(error)") }
        }
      }
    }
  }

  /// Plays one story, repeatedly if it says so.
  private func play(
    _ story: IncidentStory, _ index: Int, _ desk: IncidentClient, _ report: @Sendable (String) -> Void
  ) async throws {
    var at = start.advanced(by: story.at)
    var time = 0
    while true {
      try await desk.clock.sleep(at.since(desk.clock.now()))
      time += 1
      if at >= start {
        do { try await happen(story, key: "\(run)-\(index)-\(time)", desk) } catch let refusal as StoryError {
          report("incident “\(story.title)”: \(refusal)")
        }
      }
      guard let every = story.every else { return }
      at = at.advanced(by: every)
    }
  }

  private func happen(_ story: IncidentStory, key: String, _ desk: IncidentClient) async throws {
    let place = try await place(of: story, desk)
    let opening = IncidentOrder(story, at: place, picks: story.picks.compactMap { people[$0]?.rawValue })
    let id = try await desk.open(opening, key: key)
    guard let after = story.cancelledAfter else { return }
    try await desk.clock.sleep(after)
    try await desk.cancel(id)
  }

  private func place(of story: IncidentStory, _ desk: IncidentClient) async throws -> IncidentOrder.Place {
    if let position = story.position { return .position(position) }
    if !story.site.utf8.isEmpty {
      guard let site = try await desk.site(named: story.site) else {
        throw StoryError("there is no site \(story.site)")
      }
      return .outlet(site)
    }
    guard let position = try await desk.position(of: people[story.near]) else {
      throw StoryError("nobody knows where \(story.near) is")
    }
    return .position(position)
  }
}
