import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

/// A workspace with an event and somebody who takes part in it.
struct EventFixture {
  let fixture: TestStore
  let event: Event
  let ana: TestPhone

  var store: Store { fixture.store }

  init(from: Double? = nil, to: Double? = nil) throws {
    fixture = try TestStore()
    ana = try fixture.phone()
    event = try fixture.store.events.addEvent(
      NewEvent(slug: "run", name: "Run", from: from.map { .at($0) }, to: to.map { .at($0) }),
      in: .test(fixture.workspace.id, "test"))
    try store.events.addParticipants(.people([ana.id]), to: "run", in: .test(fixture.workspace.id, "test"))
  }

  /// Sends activities at an instant.
  func send(
    _ activities: [Activity], from phone: TestPhone? = nil, to slug: String = "run", at seconds: Double
  ) async throws -> ActivityVerdict {
    fixture.clock.set(seconds)
    return try await told {
      store.events.ingest(
        ActivityUpload(activities: activities), of: slug, from: (phone ?? ana).session, done: $0)
    }
  }

  /// The same, counted: stored, duplicates, expired.
  func count(_ activities: [Activity], from phone: TestPhone? = nil, at seconds: Double) async throws
    -> [Int]?
  {
    guard case .taken(let result) = try await send(activities, from: phone, at: seconds) else { return nil }
    return [result.stored, result.duplicates, result.expired]
  }

  func file() throws -> EventFile { try store.events.event("run", in: fixture.workspace) }
}

extension Activity {
  static func start(_ id: String, _ seconds: Double) -> Activity {
    Activity(id: id, kind: .start, at: .at(seconds))
  }
  static func stop(_ id: String, _ seconds: Double) -> Activity {
    Activity(id: id, kind: .stop, at: .at(seconds))
  }
  static func here(_ id: String, _ seconds: Double, _ sequence: Int64? = nil) throws -> Activity {
    Activity(
      id: id,
      kind: .location(
        try ping(seconds, sequence, lat: 46 + seconds.truncatingRemainder(dividingBy: 1e5) / 1e5)),
      at: .at(seconds))
  }
  static func kept(_ id: String, _ seconds: Double, data: String? = nil) -> Activity {
    Activity(id: id, kind: .other(type: "photo", data: data.map { Array($0.utf8) }), at: .at(seconds))
  }
}
