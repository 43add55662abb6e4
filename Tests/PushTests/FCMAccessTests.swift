import Foundation
import Synchronization
import Testing

@testable import Push

@Suite("FCM's access token")
struct FCMAccessTests {
  @Test("it is exchanged once, and again five minutes before its end")
  func cached() throws {
    let count = Atomic(0)
    let access = FCMAccess { now throws(NotSent) in
      let number = count.add(1, ordering: .relaxed).newValue
      return GoogleExchange.Access(token: "t\(number)", expiresAt: now + 3_600_000)
    }
    #expect(try access.token(now: 0) == "t1")
    #expect(try access.token(now: 3_299_999) == "t1")
    #expect(try access.token(now: 3_300_000) == "t2")
  }

  @Test("one that was refused is exchanged anew, and only that one")
  func forgotten() throws {
    let count = Atomic(0)
    let access = FCMAccess { now throws(NotSent) in
      GoogleExchange.Access(
        token: "t\(count.add(1, ordering: .relaxed).newValue)", expiresAt: now + 3_600_000)
    }
    #expect(try access.token(now: 0) == "t1")
    access.forget("t1")
    access.forget("t1")
    #expect(try access.token(now: 0) == "t2")
    access.forget("t1")
    #expect(try access.token(now: 0) == "t2")
  }

  @Test("a failure is the outcome, and does not stay")
  func failed() throws {
    let count = Atomic(0)
    let failure = NotSent(outcome: .misconfigured(reason: "no"))
    let access = FCMAccess { now throws(NotSent) in
      if count.add(1, ordering: .relaxed).newValue == 1 { throw failure }
      return GoogleExchange.Access(token: "t", expiresAt: now + 3_600_000)
    }
    #expect(throws: failure) { try access.token(now: 0) }
    #expect(try access.token(now: 0) == "t")
  }

  @Test("many who ask at once cause one exchange")
  func shared() {
    let count = Atomic(0)
    let access = FCMAccess { now throws(NotSent) in
      count.add(1, ordering: .relaxed)
      return GoogleExchange.Access(token: "t", expiresAt: now + 3_600_000)
    }
    DispatchQueue.concurrentPerform(iterations: 32) { _ in
      #expect((try? access.token(now: 0)) == "t")
    }
    #expect(count.load(ordering: .relaxed) == 1)
  }

  @Test(
    "each answer of Google's is a token or an outcome",
    arguments: table)
  func answers(answer: HTTPAnswer, lifetime: Int64?, kind: Kind?) {
    do throws(NotSent) {
      let access = try GoogleExchange.access(in: answer, now: 5)
      if let lifetime { #expect(access == GoogleExchange.Access(token: "ya29.x", expiresAt: 5 + lifetime)) }
      #expect(kind == nil)
    } catch {
      #expect(lifetime == nil)
      if let kind { #expect(Kind(error.outcome) == kind) }
    }
  }

  static let table: [(HTTPAnswer, Int64?, Kind?)] = [
    (answer(200, #"{"access_token":"ya29.x","expires_in":3599,"token_type":"Bearer"}"#), 3_599_000, nil),
    (answer(200, #"{"access_token":"ya29.x","expires_in":-5}"#), 0, nil),
    (answer(200, #"{"access_token":"ya29.x","expires_in":1e300}"#), nil, nil),
    (answer(200, #"{"access_token":"a b"}"#), nil, .retry(nil)),
    (answer(200, "{}"), nil, .retry(nil)),
    (answer(400, #"{"error":"invalid_grant"}"#), nil, .misconfigured),
    (answer(401, #"{"error":"invalid_client"}"#), nil, .misconfigured),
    (answer(403, "<html>"), nil, .misconfigured),
    (answer(429, "", [("retry-after", "3")]), nil, .retry(3_000)),
    (answer(500), nil, .retry(nil)),
    (answer(404), nil, .misconfigured),
  ]
}
