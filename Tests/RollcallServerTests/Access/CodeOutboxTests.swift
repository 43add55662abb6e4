import Push
import Rollcall
import Synchronization
import Testing

@testable import RollcallServer
@testable import RollcallStore
@testable import RollcallWeb

@Suite("Codes on their way to a gateway")
struct CodeOutboxTests {
  /// An outbox, its clock, and what was told of it.
  private final class World: Sendable {
    let now = Mutex(Timestamp(milliseconds: 1_000_000))
    let told = Mutex<[String]>([])
    let printed = Mutex<[String]>([])

    func outbox(hasGateway: Bool = true, prints: Bool = false) -> CodeOutbox {
      var acts = CodeOutbox.Acts(
        text: { "\($0.code) for \($0.workspace)" },
        report: { words in self.told.withLock { $0.append(words) } }, clock: { self.now.withLock { $0 } })
      if hasGateway { acts.send = { _ in .accepted(id: nil) } }
      if prints { acts.print = { message in self.printed.withLock { $0.append(message.code) } } }
      return CodeOutbox(acts)
    }

    func wait(_ milliseconds: Milliseconds) { now.withLock { $0 = $0.advanced(by: milliseconds) } }

    var message: OTPMessage {
      get throws {
        OTPMessage(
          number: try #require(PhoneNumber("+38640123456")), code: "049130", workspace: "North",
          expiresAt: now.withLock { $0 }.advanced(by: 300_000))
      }
    }
  }

  @Test(
    "A gateway that does not answer is asked after 1 s and 5 s with one id, one that refuses once",
    arguments: [
      ([.accepted(id: nil)], "sent", 1), ([again, .accepted(id: nil)], "sent", 2),
      ([again, again, .accepted(id: nil)], "sent", 3), ([again, again, again], "failed", 3),
      ([.refused(reason: "r")], "failed", 1), ([again, .refused(reason: "r")], "failed", 2),
    ] as [([DeliveryResult], String, Int)])
  func tries(answers: [DeliveryResult], end: String, calls: Int) throws {
    let world = World()
    let outbox = world.outbox()
    outbox.add(try world.message)
    var ids: Set<String> = []
    for (number, answer) in answers.enumerated() {
      if number > 0 {
        let wait = try #require(outbox.untilDue())
        #expect(wait == [0, 1_000, 5_000][number] && outbox.due(limit: 9).isEmpty)
        world.wait(wait)
      }
      let code = try #require(outbox.due(limit: 9).first)
      #expect(code.message.to == "+38640123456" && code.message.id == code.id)
      #expect(code.message.text == "049130 for North")
      ids.insert(code.id)
      outbox.settle(answer, of: code)
    }
    #expect(ids.count == 1 && answers.count == calls)
    #expect(outbox.count(of: end) == 1 && outbox.otpDelivery.counts().map(\.count).reduce(0, +) == 1)
    #expect(world.told.withLock { $0 } == (end == "sent" ? [] : ["a code is not sent: r"]))
    world.wait(600_000)
    #expect(outbox.due(limit: 9).isEmpty && outbox.untilDue() == nil, "it is forgotten")
  }

  @Test("A code is not tried again once it is of no use")
  func expired() throws {
    let world = World()
    let outbox = world.outbox()
    outbox.add(try world.message)
    world.wait(299_500)
    let code = try #require(outbox.due(limit: 9).first)
    outbox.settle(Self.again, of: code)
    #expect(outbox.count(of: "failed") == 1 && outbox.untilDue() == nil)
  }

  @Test("Without a gateway the operator is told once")
  func none() throws {
    let world = World()
    let outbox = world.outbox(hasGateway: false)
    for _ in 0..<3 { outbox.add(try world.message) }
    #expect(outbox.count(of: "no_gateway") == 3)
    #expect(world.told.withLock { $0.count } == 1)
  }

  @Test("Printing is instead of sending")
  func printed() throws {
    let world = World()
    let outbox = world.outbox(prints: true)
    outbox.add(try world.message)
    #expect(world.printed.withLock { $0 } == ["049130"] && outbox.due(limit: 9).isEmpty)
  }

  @Test("What waits is bounded, and more is dropped")
  func bounded() throws {
    let world = World()
    let outbox = world.outbox()
    for _ in 0..<CodeOutbox.limit + 2 { outbox.add(try world.message) }
    #expect(outbox.count(of: "dropped") == 2)
  }

  private static let again = DeliveryResult.retry(after: nil, reason: "r")
}

extension CodeOutbox {
  fileprivate func count(of outcome: String) -> Int? {
    otpDelivery.counts().first { $0.outcome == outcome }?.count
  }
}
