import Foundation
import Rollcall
import RollcallStore
import Testing

/// A phone that uploads into a test's store and waits for each answer.
struct TestPhone {
  let fixture: TestStore
  var session: PhoneSession

  init(_ fixture: TestStore, _ session: PhoneSession) {
    self.fixture = fixture
    self.session = session
  }

  var id: Responder.ID { session.responder }

  /// Sends pings; the answer says what became of them.
  @discardableResult
  func send(
    _ pings: [Ping], queue: String? = nil, sentAt: Timestamp? = nil, telemetry: Telemetry = Telemetry(),
    key: IdempotencyKey? = nil, at seconds: Double? = nil
  ) async throws -> Answer {
    if let seconds { fixture.clock.set(seconds) }
    let batch = Batch(pings: pings, queueID: queue, sentAt: sentAt, telemetry: telemetry)
    return try await upload(Upload(batch: batch, idempotency: key))
  }

  /// Sends an upload.
  func upload(_ upload: Upload) async throws -> Answer {
    let answer: UploadAnswer = try await told { done in
      fixture.store.tracking.ingest(
        upload, from: session, answer: { $0.bytes }, plainAnswer: { $0.bytes }, done: done)
    }
    return try Answer(answer)
  }

  /// Any other contact.
  @discardableResult
  func contact(at seconds: Double? = nil) async throws -> PhoneView {
    if let seconds { fixture.clock.set(seconds) }
    return try await told { fixture.store.liveness.contact(session, done: $0) }
  }

  /// Changes duty.
  @discardableResult
  func duty(_ change: DutyChange, at seconds: Double? = nil) async throws -> PhoneView {
    if let seconds { fixture.clock.set(seconds) }
    return try await told { fixture.store.liveness.change(duty: change, from: session, done: $0) }
  }

  /// Tells what happened to the phone; returns how many were new.
  @discardableResult
  func tell(_ events: [DeviceEvent], at seconds: Double? = nil) async throws -> Int {
    if let seconds { fixture.clock.set(seconds) }
    return try await told { fixture.store.tracking.record(events, from: session, done: $0) }
  }

  /// Logs out.
  func logout() async throws {
    let _: Void = try await told { fixture.store.phones.logout(session, done: $0) }
  }

  /// The phone's row on the board.
  var row: BoardEntry {
    get throws {
      try #require(fixture.store.liveness.board(of: session.workspace).first { $0.id == id })
    }
  }

  /// Everything stored of the phone, in order.
  var history: [HistoryPing] {
    get throws { try fixture.history(of: id) }
  }
}

/// What a phone is told about an upload.
struct Answer: Equatable {
  var stored, duplicates, expired: Int
  var isReplay: Bool

  init(_ stored: Int, _ duplicates: Int = 0, _ expired: Int = 0, isReplay: Bool = false) {
    (self.stored, self.duplicates, self.expired) = (stored, duplicates, expired)
    self.isReplay = isReplay
  }

  init(_ answer: UploadAnswer) throws {
    let numbers = String(decoding: answer.body, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 3)
    self.init(numbers[0], numbers[1], numbers[2], isReplay: answer.isReplay)
  }
}

extension UploadResult {
  var bytes: [UInt8] { Array("\(stored) \(duplicates) \(expired)".utf8) }
}

extension TestStore {
  /// Everything that the history shows, in order.
  func history(of responder: Responder.ID? = nil) throws -> [HistoryPing] {
    let filter = PingFilter(
      from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max), responder: responder)
    return try store.tracking.history(of: workspace, filter, after: nil, limit: 100_000)
  }
}

extension IdempotencyKey {
  /// A key whose fingerprint is told by a word.
  static func key(_ key: String, _ pings: String = "a", everySequenced: Bool = true) -> IdempotencyKey {
    IdempotencyKey(key: Array(key.utf8), content: Array(pings.utf8), everySequenced: everySequenced)
  }
}

/// A ping taken at so many seconds, with everything that identity and judgement look at.
func ping(
  _ seconds: Double?, _ sequence: Int64? = nil, lat: Double = 46, lng: Double = 14,
  mock: Ping.MockReport = .no, accuracy: Double? = nil, speed: Double? = nil, battery: Double? = nil
) throws -> Ping {
  let position = try #require(Position(latitude: lat, longitude: lng))
  var ping = Ping(position: position, isMock: mock)
  ping.recordedAt = seconds.map { .at($0) }
  ping.sequence = sequence
  ping.accuracy = accuracy
  ping.speed = speed
  ping.batteryLevel = battery
  return ping
}

/// Waits for what a use case tells.
func told<Value: Sendable>(
  _ start: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    start { continuation.resume(with: $0) }
  }
}

extension StoreError {
  /// Whether the values were refused, in whatever words.
  var isInvalid: Bool { if case .invalid = self { true } else { false } }
}
