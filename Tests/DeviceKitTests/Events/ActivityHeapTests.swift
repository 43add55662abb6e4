import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Testing

@Suite("A heap of activities")
struct ActivityHeapTests {
  private let file: TemporaryStore
  private let queue: DeviceQueue
  private let server = AuthServer()
  private let sleeper = Sleeper()
  private let log = SenderLog()
  private let sender: Sender

  init() async throws {
    file = try TemporaryStore()
    queue = try file.open().queue(of: TemporaryStore.ana)
    let session = try DeviceSession(sender: server, storage: MemoryTokens(), deviceID: "install-1")
    guard case .done = await session.logIn(phone: "+38640123456", code: "049130") else {
      throw AuthServer.AnswerLost()
    }
    sender = Sender(session: session, clock: sleeper.clock, news: log.record)
    await sender.use(queue)
  }

  private func append(_ count: Int, bytes: Int = 200) throws {
    let data = Array("\"\(String(repeating: "x", count: bytes - 2))\"".utf8)
    let activities = try (0..<count).map { try #require(EventActivity("a\($0)", in: "run", data: data)) }
    try queue.append(activities.map { .activity($0) }, at: sleeper.now)
  }

  /// The words of the activities of each request.
  private var told: [[String]] {
    get throws {
      try server.calls(to: "/api/events/").map {
        try ActivityRequest.decode(bytes: $0.body, now: sleeper.now).activities.map(\.kind.type)
      }
    }
  }

  @Test("no request is larger than the server reads, however much waits", arguments: [200, 300, 4_096])
  func size(bytes: Int) async throws {
    try append(DeviceQueue.activityLimit, bytes: bytes)
    #expect(await sender.syncNow())
    let sizes = server.calls(to: "/api/events/").map(\.body.count)
    #expect(sizes.count > 1)
    #expect((sizes.max() ?? 0) <= 256 << 10)
    #expect(try told.flatMap { $0 } == (0..<DeviceQueue.activityLimit).map { "a\($0)" })
  }

  @Test("when the server names no item, halving finds the one at fault", arguments: [400, 413])
  func halves(status: Int) async throws {
    try append(4)
    let no = HTTPAnswer.error(status, status == 413 ? "PAYLOAD_TOO_LARGE" : "MALFORMED_JSON")
    server.change { $0.script = [no, no, no] }
    #expect(await sender.syncNow())
    #expect(try told.map(\.count) == [4, 2, 1, 1, 2])
    #expect(try told.last == ["a2", "a3"])
    #expect(try queue.status().setAside == 1)
    #expect(log.items.last == .setAside(1, reason: "refused with \(status) \(no.code): No."))
  }

  @Test("only the named item is set aside and reported")
  func named() async throws {
    try append(3)
    let errors = #"[{"index":1,"field":"data","rule":"range","message":"no"}]"#
    server.change { $0.script = [.problem(400, "VALIDATION_ERROR", #"{"errors":\#(errors)}"#)] }
    #expect(await sender.syncNow())
    #expect(try told.map(\.count) == [3, 2])
    #expect(log.items.count == 2)
  }

  @Test(
    "counts that do not cover what was sent remove nothing",
    arguments: [.receipt(2), .receipt(4), .ok("null"), .ok(#"{"stored":3}"#)] as [HTTPAnswer])
  func shortReceipt(answer: HTTPAnswer) async throws {
    try append(3)
    server.change { $0.script = [answer] }
    #expect(await !sender.syncNow())
    #expect(try queue.status().notices == 3)
    #expect(await sender.syncNow())
    #expect(try queue.status().notices == 0)
  }

  @Test("what is rejected counts as answered")
  func rejected() async throws {
    try append(3)
    let errors = #"[{"index":1,"field":"data","rule":"range","message":"no"}]"#
    server.change {
      $0.script = [
        .ok(#"{"count":2,"stored":1,"duplicates":1,"expired":0,"rejected":\#(errors)}"#, status: 201)
      ]
    }
    #expect(await sender.syncNow())
    #expect(try queue.status().setAside == 1)
    #expect(try queue.status().notices == 0)
  }

  @Test("an item that is set aside keeps all its contents")
  func whole() throws {
    let ping = Ping.sample(3)
    let activity = try #require(
      EventActivity("water", in: "run", data: Array(#"{"ml":200}"#.utf8)))
    try queue.append(
      [.check(.checkIn, of: Visit.ID(17), proof: VisitProof(ping)), .activity(activity)], at: sleeper.now)
    let ids = try (0..<2).map { _ in
      let next = try queue.notices()
      try queue.setAside(next, reason: "no", at: sleeper.now)
      return try #require(next.first).id
    }
    let kept = try queue.setAsideEntries().map { entry in
      try #require(try JSONSerialization.jsonObject(with: Data(entry.body)) as? [String: Any])
    }
    #expect(kept.map { $0["id"] as? String } == ids)
    #expect(kept.map { $0["at"] as? String } == [sleeper.now.rfc3339, sleeper.now.rfc3339])
    #expect(kept[0]["target"] as? Int == 17)
    let proof = try #require(kept[0]["note"] as? String)
    #expect(
      try BatchRequest.decodeSingle(bytes: Array(proof.utf8), now: sleeper.now, mockRequired: true).batch
        .pings
        .first?.position == ping.position)
    #expect(kept[1]["value"] as? String == "water")
    #expect(kept[1]["note"] as? String == "run\n{\"ml\":200}")
  }
}

extension HTTPAnswer {
  /// The code of an envelope.
  fileprivate var code: String {
    (try? UploadAnswer.decode(bytes: body))?.code?.rawValue ?? ""
  }
}
