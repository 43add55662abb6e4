import Foundation
import Push
import Rollcall
import Synchronization
import Testing

@testable import RollcallServer
@testable import RollcallStore
@testable import RollcallWeb

@Suite("Codes on their way to a gateway")
struct SMSQueueTests {
  @Test(
    "A gateway that does not answer is asked three times with one id, one that refuses once",
    arguments: [
      ([.accepted], "sent", 1), ([.retry(reason: "r"), .accepted], "sent", 2),
      ([.retry(reason: "r"), .retry(reason: "r"), .accepted], "sent", 3),
      ([.retry(reason: "r"), .retry(reason: "r"), .retry(reason: "r")], "failed", 3),
      ([.refused(reason: "r")], "failed", 1), ([.retry(reason: "r"), .refused(reason: "r")], "failed", 2),
    ] as [([SMSSender.Outcome], String, Int)])
  func tries(answers: [SMSSender.Outcome], end: String, calls: Int) throws {
    let gateway = Gateway(answers)
    let queue = SMSQueue(gateway.acts)
    queue.start()
    queue.delivery.send(try Self.message())
    for _ in 0..<calls { gateway.called.wait() }
    queue.stop()
    let sent = gateway.sent.withLock { $0 }
    #expect(sent.count == calls && Set(sent.map(\.id)).count == 1)
    #expect(
      sent.allSatisfy { $0.to == "+38640123456" && $0.text.hasPrefix("049130 is your code for North.") })
    #expect(queue.count(of: end) == 1 && queue.delivery.counts().map(\.count).reduce(0, +) == 1)
    let told = gateway.told.withLock { $0 }
    #expect(told == (end == "sent" ? [] : ["a code is not sent: r"]))
  }

  @Test("Without a gateway the operator is told once")
  func none() throws {
    let gateway = Gateway([])
    var acts = gateway.acts
    acts.send = nil
    let queue = SMSQueue(acts)
    for _ in 0..<3 { queue.add(try Self.message()) }
    #expect(queue.count(of: "no_gateway") == 3)
    #expect(gateway.told.withLock { $0.count } == 1)
  }

  @Test("Printing is instead of sending")
  func printed() throws {
    let gateway = Gateway([])
    var acts = gateway.acts
    acts.print = { message in gateway.told.withLock { $0.append(message.code) } }
    SMSQueue(acts).add(try Self.message())
    #expect(gateway.told.withLock { $0 } == ["049130"] && gateway.sent.withLock { $0.isEmpty })
  }

  @Test("What waits is bounded, and more is dropped")
  func bounded() throws {
    let gateway = Gateway([])
    let queue = SMSQueue(gateway.acts)
    for _ in 0..<SMSQueue.limit + 2 { queue.add(try Self.message()) }
    #expect(queue.count(of: "dropped") == 2)
  }

  private static func message() throws -> OTPMessage {
    OTPMessage(
      number: try #require(PhoneNumber("+38640123456")), code: "049130", workspace: "North",
      expiresAt: Timestamp(milliseconds: 2_000_000_000_000))
  }
}

/// A gateway that answers as it is told.
private final class Gateway: Sendable {
  let sent = Mutex<[SMSMessage]>([])
  let told = Mutex<[String]>([])
  let called = DispatchSemaphore(value: 0)
  private let answers: [SMSSender.Outcome]

  init(_ answers: [SMSSender.Outcome]) { self.answers = answers }

  var acts: SMSQueue.Acts {
    var acts = SMSQueue.Acts(report: { words in self.told.withLock { $0.append(words) } })
    acts.rests = [0, 0]
    acts.send = { message in
      let number = self.sent.withLock { sent in
        sent.append(message)
        return sent.count
      }
      defer { self.called.signal() }
      return number <= self.answers.count ? self.answers[number - 1] : .accepted
    }
    return acts
  }
}

extension SMSQueue {
  fileprivate func count(of outcome: String) -> Int? {
    delivery.counts().first { $0.outcome == outcome }?.count
  }
}
