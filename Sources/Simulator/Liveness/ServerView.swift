public import DeviceKit
import Foundation
public import Rollcall

/// What a server says about one responder's past.
public struct ServerView: Equatable, Sendable {
  /// A silence, as the server describes it.
  public struct Silence: Equatable, Sendable {
    /// The last contact before it.
    public var from: Timestamp
    /// Its end; `nil` = it is open.
    public var to: Timestamp?
    /// The worst status in it; `nil` = it fell into the server's downtime.
    public var worst: Status?
    /// The cause named by the server.
    public var cause: Cause

    /// Creates a silence.
    public init(from: Timestamp, to: Timestamp?, worst: Status?, cause: Cause) {
      self.from = from
      self.to = to
      self.worst = worst
      self.cause = cause
    }
  }

  /// A ping, as the server has stored it.
  public struct Stored: Equatable, Sendable {
    /// The name of the phone's queue.
    public var queue: String
    /// Its number there.
    public var sequence: Int64
    /// Where.
    public var position: Position

    /// Creates a ping.
    public init(queue: String, sequence: Int64, position: Position) {
      self.queue = queue
      self.sequence = sequence
      self.position = position
    }
  }

  /// The changes of status, in order.
  public var changes: [TrueStatus.Change] = []
  /// The silences, in order.
  public var silences: [Silence] = []
  /// The pings.
  public var stored: [Stored] = []

  /// Nothing.
  public init() {}
}

/// Reads a server's view through its API.
public struct ServerReader: Sendable {
  private let sender: any HTTPSending
  private let slug: String
  private let key: String

  /// A reader.
  ///
  /// - Parameter key: An API key that may see the board and the history.
  public init(through sender: any HTTPSending, slug: String, key: String) {
    self.sender = sender
    self.slug = slug
    self.key = key
  }

  /// Who is online now.
  func online() async throws -> Set<Int64> {
    struct Board: Decodable {
      struct Row: Decodable {
        var id: Int64
        var status: String
      }
      var responders: [Row]
    }
    let board: Board = try await get("board.json")
    return Set(board.responders.filter { $0.status == Status.online.rawValue }.map(\.id))
  }

  /// Everything about one responder in a span.
  func view(of id: Responder.ID, in span: TimeSpan) async throws -> ServerView {
    struct Timeline: Decodable {
      struct Change: Decodable {
        var at: String
        var to: String
      }
      struct Silence: Decodable {
        var from: String
        var to: String?
        var worst: String?
        var cause: String
      }
      var transitions: [Change]
      var silences: [Silence]
    }
    let query = "from=\(span.from.rfc3339)&to=\(span.to.rfc3339)"
    let timeline: Timeline = try await get("responders/\(id.rawValue)/timeline.json?\(query)")
    var view = ServerView()
    view.changes = timeline.transitions.compactMap { change in
      guard let at = Timestamp(rfc3339: change.at), let status = Status(rawValue: change.to) else {
        return nil
      }
      return TrueStatus.Change(at: at, status: status)
    }
    view.silences = timeline.silences.compactMap { silence in
      guard let from = Timestamp(rfc3339: silence.from), let cause = Cause(rawValue: silence.cause) else {
        return nil
      }
      return ServerView.Silence(
        from: from, to: silence.to.flatMap { Timestamp(rfc3339: $0) },
        worst: silence.worst.flatMap { Status(rawValue: $0) }, cause: cause)
    }
    // A phone whose clock is hours behind dates its first pings before the beginning.
    let earlier = span.from.advanced(by: -86_400_000)
    view.stored = try await stored(of: id, "from=\(earlier.rfc3339)&to=\(span.to.rfc3339)")
    return view
  }

  /// What became of an incident.
  func incident(_ id: Incident.ID) async throws -> DispatchTally.File {
    try await get("incidents/\(id.rawValue).json")
  }

  private func stored(of id: Responder.ID, _ query: String) async throws -> [ServerView.Stored] {
    struct Page: Decodable {
      struct Row: Decodable {
        var queue: String?
        var sequence: Int64?
        var lat: Double
        var lng: Double
      }
      var pings: [Row]
      var next: String?

      enum CodingKeys: String, CodingKey {
        case pings
        case next = "next_cursor"
      }
    }
    var found: [ServerView.Stored] = []
    var cursor = ""
    while true {
      let page: Page = try await get("history.json?responder=\(id.rawValue)&\(query)\(cursor)")
      found += page.pings.compactMap { row in
        guard let sequence = row.sequence, let place = Position(latitude: row.lat, longitude: row.lng) else {
          return nil
        }
        return ServerView.Stored(queue: row.queue ?? "", sequence: sequence, position: place)
      }
      guard let next = page.next else { return found }
      cursor = "&cursor=\(next)"
    }
  }

  private func get<Value: Decodable>(_ path: String) async throws -> Value {
    let answer = try await sender.send(
      HTTPCall(method: "GET", path: "/w/\(slug)/\(path)", headers: ["Authorization": "Bearer \(key)"]))
    guard answer.status == 200 else { throw StoryError("\(path) was answered with \(answer.status)") }
    return try JSONDecoder().decode(Value.self, from: Data(answer.body))
  }
}
