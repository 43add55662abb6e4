import StoreSupport
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite struct LoginTests {
  private func webWithMember() throws -> TestWeb {
    let web = try TestWeb()
    let hash = try web.web.passwords.hash("correct horse")
    _ = try web.store.accounts.addMember(
      email: "Dora@Example.org", passwordHash: hash, role: .dispatcher, slug: "north")
    return web
  }

  @Test func theRightPasswordOpensTheBoardAndLogoutClosesIt() async throws {
    let web = try webWithMember()
    let answer = await web.form("/login", "email=dora@example.org&password=correct+horse&next=/w/north/board")
    #expect(answer.status == 303 && answer.header("Location") == "/w/north/board")
    let cookie = try #require(answer.header("Set-Cookie"))
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    let secret = String(try #require(cookie.split(separator: ";").first).dropFirst("rollcall=".count))
    let board = await web.get("/w/north/board", cookie: secret)
    #expect(board.status == 200)
    let token = try #require(board.text.firstMatch(of: #/name="_csrf" value="([^"]+)"/#)?.output.1)
    // A form of another page does not log out; ours does
    #expect(await web.form("/logout", "_csrf=guess", headers: ["Cookie": "rollcall=\(secret)"]).status == 400)
    #expect(
      await web.form("/logout", "_csrf=\(token)", headers: ["Cookie": "rollcall=\(secret)"]).status == 303)
    #expect(await web.get("/w/north/board", cookie: secret).status == 303)
  }

  @Test func wrongPasswordAndUnknownAddressReadAlikeAndSlowDown() async throws {
    let web = try webWithMember()
    let wrong = await web.form("/login", "email=dora@example.org&password=wrong")
    let unknown = await web.form("/login", "email=nobody@example.org&password=wrong")
    #expect(wrong.status == 403 && unknown.status == 403)
    #expect(wrong.text.contains("is not right") && unknown.text.contains("is not right"))
  }

  @Test func failuresSlowDownTheirSourceAndNobodyElse() {
    let throttle = LoginThrottle(.paced(free: 50, pause: 30))
    let (here, elsewhere) = (source("p"), source("q"))
    func delay(_ source: LoginSource, _ account: String = "a", after milliseconds: Int64 = 0) -> Int {
      throttle.delay(account: account, from: source, now: TestWeb.start.advanced(by: milliseconds))
    }
    for attempt in 0..<5 {
      #expect(delay(here) == 0, "attempt \(attempt)")
      throttle.failed(account: "a", from: here, now: TestWeb.start)
    }
    #expect(delay(here) == 2)
    // Somebody else's failures do not lock the account for its owner
    #expect(delay(elsewhere) == 0)
    #expect(delay(here, after: 2_000) == 0)
    #expect(delay(here, after: 900_000) == 0)
    // Thirty at whatever accounts slow an address down, but not a browser that is known there
    for number in 0..<30 { throttle.failed(account: "b\(number)", from: here, now: TestWeb.start) }
    #expect(delay(here, "new") > 0)
    #expect(delay(.known("cookie")) == 0)
    for _ in 0..<5 { throttle.failed(account: "a", from: .known("cookie"), now: TestWeb.start) }
    #expect(delay(.known("cookie")) == 2 && delay(.known("other")) == 0)
  }

  @Test func whoKnowsThePasswordIsSlowedDownAtTheCodeFromWherever() {
    let throttle = LoginThrottle(.growing(free: 20))
    for number in 0..<20 {
      throttle.failed(account: "a", from: source("p\(number)"), now: TestWeb.start)
    }
    #expect(throttle.delay(account: "a", from: source("new"), now: TestWeb.start) == 2)
    #expect(throttle.delay(account: "b", from: source("new"), now: TestWeb.start) == 0)
    #expect(throttle.delay(account: "a", from: .known("cookie"), now: TestWeb.start) == 0)
  }

  private func source(_ address: String) -> LoginSource { .network(ClientNetwork(address)) }

  @Test func afterFiftyFailuresInADayStrangersTryOnceInHalfAMinute() {
    let throttle = LoginThrottle(.paced(free: 50, pause: 30))
    func delay(_ source: LoginSource, after seconds: Int64) -> Int {
      throttle.delay(account: "a", from: source, now: TestWeb.start.advanced(by: seconds * 1_000))
    }
    for number in 0..<50 {
      #expect(delay(source("new"), after: Int64(number)) == 0)
      throttle.failed(
        account: "a", from: source("10.0.0.\(number)"),
        now: TestWeb.start.advanced(by: Int64(number) * 1_000))
    }
    #expect(delay(source("new"), after: 49) == 30 && delay(source("new"), after: 79) == 0)
    #expect(delay(.known("cookie"), after: 49) == 0)
    #expect(throttle.delay(account: "b", from: source("new"), now: TestWeb.start) == 0)
    #expect(delay(source("new"), after: 86_400) == 0)
  }

  @Test func anIPv6NetworkIsOneSourceAndASiteIsCountedMoreGenerously() {
    let throttle = LoginThrottle(.paced(free: 50, pause: 30))
    for number in 0..<30 {
      throttle.failed(account: "a\(number)", from: source("2001:db8:1:1::\(number)"), now: TestWeb.start)
    }
    #expect(throttle.delay(account: "x", from: source("2001:db8:1:1:ffff::1"), now: TestWeb.start) == 2)
    #expect(throttle.delay(account: "x", from: source("2001:db8:1:2::1"), now: TestWeb.start) == 0)
    for number in 0..<90 {
      throttle.failed(account: "b\(number)", from: source("2001:db8:1:\(number + 10)::1"), now: TestWeb.start)
    }
    #expect(throttle.delay(account: "x", from: source("2001:db8:1:2::1"), now: TestWeb.start) == 2)
    #expect(throttle.delay(account: "x", from: source("2001:db8:2:2::1"), now: TestWeb.start) == 0)
  }

  @Test(
    arguments: [
      ("192.0.2.7", "192.0.2.7", nil), ("::ffff:192.0.2.7", "192.0.2.7", nil),
      ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"), ("unknown", "unknown", nil),
    ] as [(String, String, String?)])
  func anAddressIsCountedByItsNetwork(_ address: String, _ name: String, _ site: String?) {
    #expect(ClientNetwork(address).name == name && ClientNetwork(address).site == site)
  }

  @Test func aNetworkAsksAtAMeasuredPaceAndASiteAtFourTimesIt() {
    let rates = AddressRates(rate: 1, burst: 30)
    func consume(_ address: String) -> Bool { rates.consume(ClientNetwork(address), now: TestWeb.start) }
    #expect((0..<31).filter { consume("2001:db8:1:1::\($0)") }.count == 30)
    #expect((0..<200).filter { consume("2001:db8:1:\($0 + 10)::1") }.count == 89)
    #expect(consume("2001:db8:2:1::1") && consume("192.0.2.7"))
  }

  @Test func aNetworkAsksForSixtyCodesAtOnceAndThenOneAMinute() async throws {
    let web = try TestWeb()
    var answers: [Int] = []
    for number in 0..<90 {
      web.pass(seconds: 1)
      let body = "{\"phone\": \"+38640\(100_000 + number)\"}"
      let headers = ["Content-Type": "application/json"]
      answers.append(await web.send(.post, "/app/v1/auth/otp", headers: headers, body: body).status)
    }
    #expect(answers.filter { $0 == 202 }.count == 61 && answers.last == 429)
    web.pass(seconds: 60)
    let later = await web.send(
      .post, "/app/v1/auth/otp", headers: ["Content-Type": "application/json"],
      body: "{\"phone\": \"+38640123456\"}")
    #expect(later.status == 202)
  }

  @Test func theAccountsOfAnAddressAreToldApartByTheirPasswords() async throws {
    let web = try webWithMember()
    let first = try #require(try web.store.accounts.member(email: "dora@example.org"))
    let other = try web.web.passwords.hash("battery staple")
    let second = try web.store.accounts.addMember(
      email: "dora@example.org", passwordHash: other, role: .viewer, slug: "south", isSeparate: true)
    for (password, slug) in [("correct+horse", "north"), ("battery+staple", "south")] {
      let answer = await web.form("/login", "email=dora@example.org&password=\(password)")
      let cookie = try #require(answer.cookie("rollcall"))
      #expect(await web.get("/w/\(slug)/board", cookie: cookie).status == 200)
      let elsewhere = slug == "north" ? "south" : "north"
      #expect(await web.get("/w/\(elsewhere)/board", cookie: cookie).status == 404)
    }
    #expect(await web.form("/login", "email=dora@example.org&password=wrong").status == 403)
    // One salt, so that the time of a wrong password does not tell how many there are.
    let hash = try #require(try web.store.accounts.member(second)).passwordHash
    #expect(hash != other && PasswordHasher.hasSameSalt(hash, first.passwordHash))
  }

  @Test func anotherAccountOfAnAddressNeitherHelpsToGuessNorSlowsItsOwnersBrowserDown() async throws {
    let web = try webWithMember()
    let right = "email=dora@example.org&password=correct+horse"
    let mine = try #require(await web.form("/login", right).cookie("rollcall_browser"))
    let hash = try web.web.passwords.hash("squatter's own")
    _ = try web.store.accounts.addMember(
      email: "dora@example.org", passwordHash: hash, role: .viewer, slug: "south", isSeparate: true)
    let theirs = try #require(
      await web.form("/login", "email=dora@example.org&password=squatter%27s+own").cookie("rollcall_browser"))
    for number in 0..<50 {
      web.web.limits.passwords.failed(
        account: "dora@example.org", from: source("10.0.\(number).1"), now: TestWeb.start)
    }
    func status(_ body: String, _ browser: String) async -> Int {
      await web.form("/login", body, headers: ["Cookie": "rollcall_browser=\(browser)"]).status
    }
    #expect(await status(right, mine) == 303)
    // Theirs opens their own account, and guesses at no other.
    #expect(await status(right, theirs) == 403)
    #expect(await status("email=dora@example.org&password=squatter%27s+own", theirs) == 303)
    #expect(await web.form("/login", right).status == 429)
  }

  @Test func aKnownBrowserGetsInWhileAStrangerAtItsAddressIsHeldUp() async throws {
    let web = try webWithMember()
    let right = "email=dora@example.org&password=correct+horse"
    let first = await web.form("/login", right)
    let browser = try #require(first.cookie("rollcall_browser"))
    for number in 0..<30 {
      web.web.limits.passwords.failed(account: "x\(number)", from: source("127.0.0.1"), now: TestWeb.start)
    }
    #expect(await web.form("/login", right).status == 429)
    let known = await web.form("/login", right, headers: ["Cookie": "rollcall_browser=\(browser)"])
    #expect(known.status == 303)
    for number in 0..<50 {
      web.web.limits.passwords.failed(
        account: "dora@example.org", from: source("10.0.\(number).1"),
        now: TestWeb.start.advanced(by: 900_000))
    }
    web.pass(seconds: 900)
    let stranger = await web.form("/login", right)
    #expect(stranger.status == 429 && stranger.header("Retry-After") == "30")
    #expect(await web.form("/login", right, headers: ["Cookie": "rollcall_browser=\(browser)"]).status == 303)
    web.pass(seconds: 30)
    #expect(await web.form("/login", right).status == 303)
  }

  @Test func aLoginHasANewCookieAndEndsTheOneBefore() async throws {
    let web = try webWithMember()
    let right = "email=dora@example.org&password=correct+horse"
    let planted = await web.form("/login", right, headers: ["Cookie": "rollcall=planted"])
    let first = try #require(planted.cookie("rollcall"))
    #expect(first != "planted")
    let again = await web.form("/login", right, headers: ["Cookie": "rollcall=\(first)"])
    let second = try #require(again.cookie("rollcall"))
    #expect(second != first)
    #expect(await web.get("/w/north/board", cookie: first).status == 303)
    #expect(await web.get("/w/north/board", cookie: "planted").status == 303)
    #expect(await web.get("/w/north/board", cookie: second).status == 200)
  }

  @Test(arguments: [
    ["Origin": "https://evil.example"], ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
    ["Cookie": "rollcall_form=abc"],
  ])
  func aFormFromElsewhereDoesNotLogIn(_ headers: [String: String]) async throws {
    let web = try webWithMember()
    let body = "email=dora@example.org&password=correct+horse"
    #expect(await web.form("/login", body, headers: headers).status == 400)
  }

  @Test(arguments: [
    ("/w/north/board?status=offline", true), ("//evil.example", false), ("https://evil.example", false),
    ("/\\evil.example", false), ("", false), ("/a\r\nSet-Cookie: x", false),
  ])
  func theWayOnStaysInThisSite(_ next: String, _ isKept: Bool) {
    #expect((AccountWeb.localPath(next) == next) == isKept)
  }

  @Test func aPasswordIsVerifiedByItsOwnParameters() throws {
    let hasher = PasswordHasher()
    let hash = try hasher.hash("päss word")
    #expect(hash.hasPrefix("scrypt$15$8$3$"))
    #expect(hasher.verify("päss word", against: hash))
    #expect(!hasher.verify("pass word", against: hash))
    #expect(!hasher.verify("", against: nil))
    #expect(!hasher.verify("x", against: "scrypt$99$8$3$AAAA$AAAA"))
  }

  @Test func aSessionMayAskTwentyTimesASecondAfterABurst() {
    let rates = RequestRates<PhoneSession.ID>()
    let id = PhoneSession.ID(1)
    #expect((0..<100).allSatisfy { _ in rates.consume(id, now: TestWeb.start) })
    #expect(!rates.consume(id, now: TestWeb.start))
    #expect(rates.consume(PhoneSession.ID(2), now: TestWeb.start))
    let later = TestWeb.start.advanced(by: 500)
    #expect((0..<10).allSatisfy { _ in rates.consume(id, now: later) })
    #expect(!rates.consume(id, now: later))
  }

  @Test func anOpenPageIsOneLookUntilItRestsForAQuarterOfAnHour() {
    let views = AccessLogSession()
    func look(_ page: String, after minutes: Int64) -> Bool {
      views.continues(
        actor: "key:a", page: page, subject: "everybody", in: Workspace.ID(1),
        now: TestWeb.start.advanced(by: minutes * 60_000))
    }
    #expect(!look("board", after: 0))
    #expect(look("board", after: 14) && look("board", after: 28))
    #expect(!look("history", after: 28))
    #expect(!look("board", after: 43))
  }
}
