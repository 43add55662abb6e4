import DeviceKit
import Rollcall
import RollcallWire
import Testing

@Suite("Uploading")
struct UploaderTests {
  private let sleeper = Sleeper()

  private func uploader(_ server: ScriptedServer) -> Uploader {
    Uploader(client: RollcallClient(sender: server, token: "secret"), clock: sleeper.clock)
  }

  private func batch() throws -> Batch {
    var first = Ping(position: try #require(Position(latitude: 46.05, longitude: 14.5)), isMock: .no)
    first.sequence = 7
    first.recordedAt = Sleeper.start.advanced(by: -60_000)
    first.speed = 1.25
    var second = first
    second.sequence = 8
    second.recordedAt = Sleeper.start
    var telemetry = Telemetry()
    telemetry.queueDepth = 3
    telemetry.network = .cellular
    return Batch(pings: [first, second], queueID: "queue", telemetry: telemetry)
  }

  private func decoded(_ call: HTTPCall) throws -> Batch {
    try BatchRequest.decode(bytes: call.body, now: Sleeper.start, mockRequired: true).batch
  }

  @Test(
    "a batch goes out whole, under its key and token, with the time of the attempt, and comes back as a receipt"
  )
  func success() async throws {
    let server = ScriptedServer([.receipt(2)])
    let receipt = try await uploader(server).upload(batch(), key: "k-7")
    #expect(receipt == BatchReceipt(counts: UploadCounts(stored: 2)))
    let call = try #require(server.calls.first)
    #expect(call.method == "POST")
    #expect(call.path == "/app/v1/locations/batch")
    #expect(call.headers["Authorization"] == "Bearer secret")
    #expect(call.headers["X-Idempotency-Key"] == "k-7")
    #expect(call.headers["Content-Type"] == "application/json")
    var expected = try batch()
    expected.sentAt = Sleeper.start
    #expect(try decoded(call) == expected)
  }

  @Test("an answer to an earlier attempt says so")
  func replayed() async throws {
    let server = ScriptedServer([.receipt(2, headers: ["Idempotency-Replayed": "true"])])
    #expect(try await uploader(server).upload(batch(), key: "k").isReplay)
  }

  @Test(
    "what may pass is tried again with the same key and pings, and a new time",
    arguments: [
      nil, .error(503, "UNAVAILABLE"), .error(429, "RATE_LIMITED"), .error(500, "UNAVAILABLE"),
      HTTPAnswer(status: 502, body: Array("<html>".utf8)), HTTPAnswer(status: 408),
      HTTPAnswer(status: 200, body: Array("<html>Please log in to the hotel's network</html>".utf8)),
      .receipt(1), HTTPAnswer(status: 201), HTTPAnswer(status: 200, body: Array(#"{"data":null}"#.utf8)),
    ] as [HTTPAnswer?])
  func retried(failure: HTTPAnswer?) async throws {
    let server = ScriptedServer([failure, failure, .receipt(2)])
    let receipt = try await uploader(server).upload(batch(), key: "k")
    #expect(receipt.counts.count == 2)
    #expect(server.calls.count == 3)
    #expect(server.calls.allSatisfy { $0.headers["X-Idempotency-Key"] == "k" })
    let sent = try server.calls.map(decoded)
    #expect(sent.map(\.pings) == Array(repeating: try batch().pings, count: 3))
    #expect(sleeper.slept == [500, 1_000])
    #expect(sent.map { $0.sentAt?.since(Sleeper.start) } == [0, 500, 1_500])
  }

  @Test("Retry-After is obeyed", arguments: [429, 503])
  func retryAfter(status: Int) async throws {
    let server = ScriptedServer([
      .error(status, "RATE_LIMITED", headers: ["Retry-After": "7"]), .receipt(2),
    ])
    _ = try await uploader(server).upload(batch(), key: "k")
    #expect(sleeper.slept == [7_000])
  }

  @Test(
    "what would be refused again is not tried again",
    arguments: [
      (400, .validationError), (401, .tokenExpired), (403, .forbidden), (404, .notFound),
      (413, .payloadTooLarge), (415, .unsupportedMediaType), (422, .idempotencyKeyReused),
    ] as [(Int, Code)])
  func refused(status: Int, code: Code) async throws {
    let server = ScriptedServer([.error(status, code.rawValue)])
    await #expect(throws: Refusal(status: status, code: code, message: "No.")) {
      try await uploader(server).upload(batch(), key: "k")
    }
    #expect(server.calls.count == 1)
    #expect(sleeper.slept.isEmpty)
    #expect(Refusal(status: status).endsSession == (status == 401))
  }

  @Test("a refusal without an envelope is still a refusal")
  func bareRefusal() async throws {
    let server = ScriptedServer([HTTPAnswer(status: 404, body: Array("<html>".utf8))])
    await #expect(throws: Refusal(status: 404)) { try await uploader(server).upload(batch(), key: "k") }
  }

  @Test("the attempts may be limited")
  func attempts() async throws {
    let server = ScriptedServer([nil])
    await #expect(throws: Unreachable.self) {
      try await uploader(server).upload(batch(), key: "k", attempts: 3)
    }
    #expect(server.calls.count == 3)
    #expect(sleeper.slept.count == 2)
  }

  @Test("a cancelled upload ends, and is not tried again")
  func cancelled() async throws {
    let server = ScriptedServer([nil])
    let uploader = uploader(server)
    let batch = try batch()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await uploader.upload(batch, key: "k")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.calls.isEmpty)
  }

  @Test("duty is told with the time at which it began, however often it must be tried")
  func duty() async throws {
    let server = ScriptedServer([
      nil, HTTPAnswer(status: 200, body: Array(#"{"data":null,"message":"OK","code":"OK"}"#.utf8)),
    ])
    try await uploader(server).setDuty(.onMission)
    #expect(server.calls.map(\.method) == ["PUT", "PUT"])
    #expect(server.calls.map(\.path) == ["/app/v1/duty", "/app/v1/duty"])
    #expect(server.calls.first?.body == server.calls.last?.body)
    #expect(
      server.calls.first.map { String(decoding: $0.body, as: UTF8.self).contains("on_mission") } == true)
  }
}
