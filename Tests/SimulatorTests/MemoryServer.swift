import DeviceKit
import Rollcall
import RollcallWire
import Synchronization

/// A server in memory that keeps what it is sent. Every third upload it stores and then loses its answer, as networks
/// do.
final class MemoryServer: HTTPSending {
  struct AnswerLost: Error {}

  /// One stored ping, with the token it came under and when it arrived.
  struct Stored {
    var token: String
    var queue: String
    var ping: Ping
    var sentAt: Timestamp?
    var receivedAt: Timestamp
  }

  fileprivate struct State {
    var stored: [Stored] = []
    var keys: [String: [Ping]] = [:]
    var duty: [String: [UInt8]] = [:]
    var uploads = 0
    var reusedKeys = 0
  }

  private let state = Mutex(State())
  private let clock: DeviceClock
  private let refusedToken: String?

  init(clock: DeviceClock, refusedToken: String? = nil) {
    self.clock = clock
    self.refusedToken = refusedToken
  }

  var stored: [Stored] { state.withLock { $0.stored } }
  /// Keys under which other pings came than the first time.
  var reusedKeys: Int { state.withLock { $0.reusedKeys } }
  /// The last duty document of each token.
  var duty: [String: [UInt8]] { state.withLock { $0.duty } }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    let token = String((call.headers["Authorization"] ?? "").dropFirst("Bearer ".count))
    guard token != refusedToken else {
      return Self.answer(401, #"{"data":null,"message":"No.","code":"TOKEN_INVALID"}"#)
    }
    if call.path == "/app/v1/duty" {
      state.withLock { $0.duty[token] = call.body }
      return Self.answer(200, #"{"data":null,"message":"OK","code":"OK"}"#)
    }
    let batch = try BatchRequest.decode(bytes: call.body, now: clock.now(), mockRequired: true).batch
    return try state.withLock { try $0.upload(batch, token: token, call: call, at: clock.now()) }
  }

  static func answer(_ status: Int, _ body: String) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Array(body.utf8))
  }
}

extension MemoryServer.State {
  mutating func upload(
    _ batch: Batch, token: String, call: HTTPCall, at now: Timestamp
  ) throws -> HTTPAnswer {
    let key = call.headers["X-Idempotency-Key"] ?? ""
    if let earlier = keys[key] {
      if earlier != batch.pings { reusedKeys += 1 }
    } else {
      keys[key] = batch.pings
      stored += batch.pings.map {
        MemoryServer.Stored(
          token: token, queue: batch.queueID ?? "", ping: $0, sentAt: batch.sentAt, receivedAt: now)
      }
    }
    uploads += 1
    if uploads % 3 == 0 { throw MemoryServer.AnswerLost() }
    let count = batch.pings.count
    return MemoryServer.answer(
      201,
      #"{"data":{"count":\#(count),"stored":\#(count),"duplicates":0,"expired":0},"message":"Locations Saved","code":"CREATED"}"#
    )
  }
}

/// Time that passes only when somebody sleeps. Several sleepers share it.
final class SharedTime: Sendable {
  static let start = Timestamp(milliseconds: 1_800_000_000_000)
  private let present = Mutex(start)
  private let end: Timestamp

  /// Time that ends, for everybody who sleeps, at `end`.
  init(end: Timestamp = Timestamp(milliseconds: .max)) { self.end = end }

  var clock: DeviceClock {
    DeviceClock(
      now: { self.present.withLock { $0 } },
      sleep: { milliseconds in
        try Task.checkCancellation()
        let now = self.present.withLock { present in
          present = present.advanced(by: milliseconds)
          return present
        }
        if now >= self.end { throw CancellationError() }
        await Task.yield()
      },
      random: { 0 })
  }
}
