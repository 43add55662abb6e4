import DeviceKit
import Foundation
import Rollcall

/// The requests of a control room, each sent until it has a final answer.
struct IncidentClient: Sendable {
  let sender: any HTTPSending
  let slug: String
  let key: String
  let clock: DeviceClock
  private static let backoff = Backoff(first: 500, longest: 15_000)

  init(sender: any HTTPSending, slug: String, key: String, clock: DeviceClock) {
    self.sender = sender
    self.slug = slug
    self.key = key
    self.clock = clock
  }

  /// Opens an incident; returns its number. The same key opens nothing again.
  func open(_ order: IncidentOrder, key: String) async throws -> Int64 {
    struct Opened: Decodable { var id: Int64 }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let answer = try await send(
      "POST", "incidents",
      ["Content-Type": "application/json", "Idempotency-Key": key], Array(try encoder.encode(order)))
    return try JSONDecoder().decode(Opened.self, from: Data(answer.body)).id
  }

  /// Cancels an incident; one that has ended otherwise stays as it is.
  func cancel(_ id: Int64) async throws {
    _ = try await send(
      "POST", "incidents/\(id)/cancel", ["Content-Type": "application/x-www-form-urlencoded"],
      Array("by=desk".utf8))
  }

  /// The last position of a person; `nil` = not known.
  func position(of id: Responder.ID?) async throws -> Position? {
    struct Board: Decodable {
      struct Row: Decodable {
        var id: Int64
        var lat: Double?
        var lng: Double?
      }
      var responders: [Row]
    }
    guard let id else { return nil }
    let answer = try await send("GET", "board.json", [:], [])
    let board = try JSONDecoder().decode(Board.self, from: Data(answer.body))
    guard let row = board.responders.first(where: { $0.id == id.rawValue }), let latitude = row.lat,
      let longitude = row.lng
    else { return nil }
    return Position(latitude: latitude, longitude: longitude)
  }

  /// The number of a site; `nil` = there is none of that name.
  func site(named name: String) async throws -> Int64? {
    struct Ground: Decodable {
      struct Outlet: Decodable {
        var id: Int64
        var name: String
      }
      var outlets: [Outlet]
    }
    let answer = try await send("GET", "map/ground.json", [:], [])
    let ground = try JSONDecoder().decode(Ground.self, from: Data(answer.body))
    return ground.outlets.first { $0.name == name }?.id
  }

  private func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8]
  ) async throws -> HTTPAnswer {
    let call = HTTPCall(
      method: method, path: "/w/\(slug)/\(path)",
      headers: headers.merging(["Authorization": "Bearer \(key)"]) { own, _ in own }, body: body)
    var failures = 0
    while true {
      try Task.checkCancellation()
      let answer = try? await sender.send(call)
      switch answer?.status {
      case .some(200...399): return answer ?? HTTPAnswer(status: 0)
      case nil, .some(429), .some(500...599):
        failures += 1
        try await clock.sleep(
          Self.backoff.wait(
            after: failures, retryAfter: answer.flatMap { Backoff.retryAfter($0.headers) },
            random: clock.random()))
      case .some(let status): throw StoryError("refused with \(status)")
      }
    }
  }
}

/// The body that opens an incident.
struct IncidentOrder: Encodable, Equatable {
  enum Place {
    case position(Position)
    case outlet(Int64)
  }

  struct Ask: Encodable, Equatable {
    var mode: String
    var picks: [Int64]?
    var answerSeconds: Int64?

    enum CodingKeys: String, CodingKey {
      case mode, picks
      case answerSeconds = "answer_s"
    }
  }
  var kind: String
  var title: String
  var severity: String
  var lat: Double?
  var lng: Double?
  var outlet: Int64?
  var notes: String?
  var asking: Ask

  init(_ story: IncidentStory, at place: Place, picks: [Int64]) {
    kind = story.kind
    title = story.title
    severity = story.severity
    switch place {
    case .position(let position): (lat, lng) = (position.latitude, position.longitude)
    case .outlet(let id): outlet = id
    }
    notes = story.notes.utf8.isEmpty ? nil : story.notes
    asking = Ask(
      mode: story.mode, picks: picks.isEmpty ? nil : picks, answerSeconds: story.answerSeconds)
  }

  /// An incident for which people are asked automatically.
  init(_ title: String, _ severity: Incident.Severity, at place: Position) {
    kind = Incident.Kind.incident.rawValue
    self.title = title
    self.severity = severity.rawValue
    lat = place.latitude
    lng = place.longitude
    asking = Ask(mode: Asking.Mode.automatic.rawValue)
  }
}
