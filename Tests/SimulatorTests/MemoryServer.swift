import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Simulator
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
    var telemetry: Telemetry
  }

  fileprivate struct State {
    var stored: [Stored] = []
    var keys: [String: [Ping]] = [:]
    var duty: [String: [UInt8]] = [:]
    var duties: [(token: String, body: String)] = []
    var events: [(token: String, event: DeviceEvent)] = []
    var answers: [(token: String, path: String)] = []
    var asked = 0
    var configs: [(token: String, at: Timestamp)] = []
    var uploads = 0
    var reusedKeys = 0
  }

  private let state = Mutex(State())
  private let clock: DeviceClock
  private let refusedToken: String?

  private let offers: [Int]?
  private let withdrawnAt: Timestamp?
  private let losesAnswers: Bool
  private let profiles: [String: Profile]

  /// A server; `nil` offers: it knows nothing of offers. From `withdrawnAt` on they are taken back.
  ///
  /// - Parameter profiles: What the configuration says, by token; none = 404.
  init(
    clock: DeviceClock, refusedToken: String? = nil, offers: [Int]? = nil, withdrawnAt: Timestamp? = nil,
    losesAnswers: Bool = true, profiles: [String: Profile] = [:]
  ) {
    self.losesAnswers = losesAnswers
    self.profiles = profiles
    self.clock = clock
    self.refusedToken = refusedToken
    self.offers = offers
    self.withdrawnAt = withdrawnAt
  }

  private var isWithdrawn: Bool { withdrawnAt.map { $0 <= clock.now() } ?? false }

  var stored: [Stored] { state.withLock { $0.stored } }
  /// Keys under which other pings came than the first time.
  var reusedKeys: Int { state.withLock { $0.reusedKeys } }
  /// The last duty document of each token.
  var duty: [String: [UInt8]] { state.withLock { $0.duty } }

  /// Device events, each with the token it came under.
  var events: [(token: String, event: DeviceEvent)] { state.withLock { $0.events } }
  /// When the configuration was asked for.
  var configs: [(token: String, at: Timestamp)] { state.withLock { $0.configs } }
  /// Answers to offers: their paths.
  var answers: [(token: String, path: String)] { state.withLock { $0.answers } }
  /// How often somebody asked for offers.
  var asked: Int { state.withLock { $0.asked } }

  /// Every duty document of a token.
  func dutyBodies(_ token: String) -> [String] {
    state.withLock { $0.duties.filter { $0.token == token }.map(\.body) }
  }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    let token = String((call.headers["Authorization"] ?? "").dropFirst("Bearer ".count))
    guard token != refusedToken else {
      return Self.answer(401, #"{"data":null,"message":"No.","code":"TOKEN_INVALID"}"#)
    }
    if call.path == "/health" { return Self.answer(200, #"{"status":"ok","time":"2027-01-15T08:00:00Z"}"#) }
    if call.path == "/app/v1/config" {
      state.withLock { $0.configs.append((token, clock.now())) }
      return try config(of: token)
    }
    if call.path == "/app/v1/me" {
      return Self.answer(404, #"{"data":null,"message":"No.","code":"NOT_FOUND"}"#)
    }
    if call.path == "/app/v1/duty" {
      state.withLock {
        $0.duty[token] = call.body
        $0.duties.append((token, String(decoding: call.body, as: UTF8.self)))
      }
      return Self.answer(200, #"{"data":null,"message":"OK","code":"OK"}"#)
    }
    if call.path == "/app/v1/device-events" {
      let events = try DeviceEventsRequest.decode(bytes: call.body, now: clock.now()).events
      state.withLock { $0.events += events.map { (token, $0) } }
      return Self.answer(
        201, #"{"data":{"count":\#(events.count)},"message":"Events Saved","code":"CREATED"}"#)
    }
    if call.path.hasPrefix("/app/v1/offers") { return answerOffers(call, token) }
    if call.path.hasPrefix("/app/v1/assignment") { return answerAssignment(call, token) }
    let batch = try BatchRequest.decode(bytes: call.body, now: clock.now(), mockRequired: true).batch
    let told = isWithdrawn ? #","offers":[\#(list)]"# : ""
    return try state.withLock {
      try $0.upload(
        batch, token: token, call: call, told: told, losing: losesAnswers, at: clock.now())
    }
  }

  private func config(of token: String) throws -> HTTPAnswer {
    guard let profile = profiles[token] else {
      return Self.answer(404, #"{"data":null,"message":"No.","code":"NOT_FOUND"}"#)
    }
    let rules = String(decoding: try JSONEncoder().encode(profile.rules), as: UTF8.self)
    let limit = profile.queueLimit.map(String.init) ?? "null"
    return Self.answer(
      200,
      #"{"data":{"profile":"\#(profile.name)","rules":\#(rules),"queue_limit":\#(limit),"batch_limit":50,"flags":{}},"message":"","code":"OK"}"#
    )
  }

  /// What the last accepted offer led to, until it was taken back or is done.
  private func answerAssignment(_ call: HTTPCall, _ token: String) -> HTTPAnswer {
    if call.method == "POST" { state.withLock { $0.answers.append((token, call.path)) } }
    let own = answers.filter { $0.token == token }.map(\.path)
    let accepted = own.last { $0.hasSuffix("/accept") }?.split(separator: "/").dropLast().last
    guard let accepted, !isWithdrawn else {
      return Self.answer(200, #"{"data":null,"message":"","code":"OK"}"#)
    }
    return Self.answer(
      200,
      #"{"data":{"id":4,"offer_id":\#(accepted),"arrived_at":null,"incident":{"id":3}},"message":"","code":"OK"}"#
    )
  }

  private var list: String {
    (offers ?? []).map {
      #"{"id":\#($0),"state":"\#(isWithdrawn ? "withdrawn" : "queued")","expires_at":"2030-01-01T00:00:00.000Z","incident":{"id":3,"kind":"incident","title":"Fire","severity":"high","lat":46.05,"lng":14.5}}"#
    }.joined(separator: ",")
  }

  private func answerOffers(_ call: HTTPCall, _ token: String) -> HTTPAnswer {
    if call.method == "GET" { state.withLock { $0.asked += 1 } }
    guard offers != nil else {
      return Self.answer(404, #"{"data":null,"message":"No.","code":"NOT_FOUND"}"#)
    }
    if call.method == "POST" { state.withLock { $0.answers.append((token, call.path)) } }
    return Self.answer(200, #"{"data":{"offers":[\#(list)]},"message":"","code":"OK"}"#)
  }

  static func answer(_ status: Int, _ body: String) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Array(body.utf8))
  }
}

extension MemoryServer.State {
  mutating func upload(
    _ batch: Batch, token: String, call: HTTPCall, told: String, losing: Bool,
    at now: Timestamp
  ) throws -> HTTPAnswer {
    let key = call.headers["X-Idempotency-Key"] ?? ""
    if let earlier = keys[key] {
      if earlier != batch.pings { reusedKeys += 1 }
    } else {
      keys[key] = batch.pings
      stored += batch.pings.map {
        MemoryServer.Stored(
          token: token, queue: batch.queueID ?? "", ping: $0, sentAt: batch.sentAt, receivedAt: now,
          telemetry: batch.telemetry)
      }
    }
    uploads += 1
    if losing, uploads % 3 == 0 { throw MemoryServer.AnswerLost() }
    let count = batch.pings.count
    return MemoryServer.answer(
      201,
      #"{"data":{"count":\#(count),"stored":\#(count),"duplicates":0,"expired":0\#(told)},"message":"Locations Saved","code":"CREATED"}"#
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

/// A fleet on a virtual clock.
struct TestDay {
  let time: VirtualTime
  let clock: DeviceClock
  private let end: Timestamp

  init(minutes: Milliseconds, from start: Timestamp = SharedTime.start) {
    time = VirtualTime(start)
    clock = time.clock(random: { 0.5 })
    end = SharedTime.start.advanced(by: minutes * 60_000)
  }

  /// Lets a fleet live until the end; what it says.
  func live(_ fleet: Fleet, on server: MemoryServer, asks: Bool = false) async -> [String] {
    let lines = Lines()
    let world = PhoneWorld(clock: clock, network: server, asksForOffers: asks, report: { lines.add($0) })
    let end = end
    await time.run(until: { end }) { await fleet.live(in: world) }
    return lines.all
  }
}

/// What somebody says from several threads.
final class Lines: Sendable {
  private let said = Mutex<[String]>([])
  var all: [String] { said.withLock { $0 } }
  func add(_ line: String) { said.withLock { $0.append(line) } }
}
