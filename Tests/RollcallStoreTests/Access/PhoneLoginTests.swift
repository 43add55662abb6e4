import StoreSupport
import Foundation
import Rollcall
import SQL
import Synchronization
import Testing

@testable import RollcallStore

@Suite("Logins of phones by number")
struct PhoneLoginTests {
  @Test("A code that was sent lets the phone in, once, and ends the session before")
  func login() throws {
    let fixture = try LoginFixture()
    let before = try fixture.store.phones.issueToken(
      slug: "north", responder: fixture.ana, deviceID: "old", lifetime: 86_400_000)
    let code = try #require(try fixture.ask()?.code)
    fixture.clock.set(5)
    let login = try #require(try fixture.login(code))
    #expect(login.responder.id == fixture.ana)
    #expect(login.tokens.expiresIn == 900_000)
    #expect(try fixture.login(code) == nil)
    let sessions = fixture.store.sessions
    #expect(sessions.find(token: before.token.text)?.revokedAt == .at(5))
    #expect(sessions.find(token: login.tokens.access)?.deviceID == "phone")
    #expect(sessions.find(token: login.tokens.access)?.expiresAt == .at(905))
    // The family profile is on duty from the first login, and a login is a contact.
    #expect(try fixture.texts("SELECT duty FROM liveness WHERE last_contact_at IS NOT NULL") == ["on_duty"])
    #expect(try fixture.texts("SELECT action FROM audit ORDER BY number").last == "token.login")
  }

  @Test("What the phone says of itself is kept with its session")
  func device() throws {
    let fixture = try LoginFixture()
    let about = PhoneDevice(name: "Anin tél", platform: "Android", osVersion: "14", appVersion: "3.2.1")
    let code = try #require(try fixture.ask()?.code)
    let login = try #require(try fixture.login(code, about: about))
    let facts = try fixture.store.liveness.facts(
      of: fixture.ana, in: login.responder.workspace, TimeSpan(from: .at(0), to: .at(1)))
    #expect(facts.device == about)
    #expect(facts.session?.id == login.session.id)
  }

  @Test("An unknown number, or one of an inactive responder, leaves the same rows and no login")
  func unknown() throws {
    let fixture = try LoginFixture()
    _ = try fixture.store.phones.setResponder(
      fixture.bo, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    for (index, number) in ["+38640999999", "+38640000002", "+38640000001"].enumerated() {
      let message = try fixture.ask(number)
      #expect((message == nil) == (index < 2))
      #expect(try fixture.login("000000", number) == nil)
      #expect(try fixture.integer("SELECT count(*) FROM otp_number") == index + 1)
    }
    #expect(
      try fixture.texts(
        """
        SELECT DISTINCT (history ->> '$.failures') || (history ->> '$.sends') || json_array_length(history, '$.codes')
        FROM otp_number
        """
      ).count == 1)
  }

  @Test("Codes are hashed with what is not in the file, and a restart voids them")
  func restart() throws {
    let fixture = try LoginFixture()
    let code = try #require(try fixture.ask()?.code)
    try fixture.restart()
    #expect(try fixture.login(code) == nil)
    let again = try #require(try fixture.ask()?.code)
    #expect(try fixture.login(again) != nil)
  }

  @Test("A number in two workspaces belongs to the first responder with it")
  func twoWorkspaces() throws {
    let fixture = try LoginFixture()
    _ = try fixture.add("+38640000001", slug: "south")
    let code = try #require(try fixture.ask()?.code)
    #expect(try fixture.login(code)?.responder.id == fixture.ana)
  }

  @Test("Limits hold across restarts")
  func limits() throws {
    let fixture = try LoginFixture()
    for _ in 0..<3 { #expect(try fixture.ask() != nil) }
    try fixture.restart()
    #expect(try fixture.ask() == nil)
    #expect(try fixture.ask(network: "other") != nil)
    fixture.clock.set(600)
    #expect(try fixture.ask() != nil)
  }

  @Test("A stranger who knows a number cannot lock its owner out")
  func stranger() throws {
    let fixture = try LoginFixture()
    let code = try #require(try fixture.ask()?.code)
    for index in 0..<40 {
      _ = try fixture.ask(device: "s\(index)", network: "n\(index)")
      #expect(try fixture.login("000000", device: "s\(index)", network: "n\(index)") == nil)
    }
    #expect(try fixture.login(code) != nil)
    // The next day, and nobody is locked out: the device is known by now.
    fixture.clock.set(3_600)
    for index in 0..<40 { _ = try fixture.ask(network: "m\(index)") }
    let next = try #require(try fixture.ask(device: "phone", network: "train")?.code)
    #expect(try fixture.login(next, network: "tunnel") != nil)
  }

  @Test("An admin's code logs a phone in, once, for a quarter of an hour")
  func letIn() throws {
    let fixture = try LoginFixture()
    let north = try #require(try fixture.store.fleet.workspace(slug: "north")).id
    let south = try #require(try fixture.store.fleet.workspace(slug: "south")).id
    let made = { try fixture.store.phones.makeLetInCode(of: fixture.ana, in: .test(north, "m")) }
    let (first, second) = (try made(), try made())
    #expect(try fixture.login(first) == nil)
    #expect(try fixture.login(second, "+38640000002") == nil)
    #expect(try fixture.login(second)?.responder.id == fixture.ana)
    #expect(try fixture.login(second) == nil)
    let late = try made()
    fixture.clock.set(900)
    #expect(try fixture.login(late) == nil)
    #expect(throws: StoreError.self) {
      try fixture.store.phones.makeLetInCode(of: fixture.ana, in: .test(south, "m"))
    }
    #expect(try fixture.texts("SELECT action FROM audit WHERE action LIKE 'token.let%'").count == 3)
    // Somebody with the same number in another workspace is let in there.
    let twin = try fixture.add("+38640000001", slug: "south")
    let code = try fixture.store.phones.makeLetInCode(of: twin, in: .test(south, "m"))
    #expect(try fixture.login(code)?.responder.id == twin)
  }

  @Test("An unknown number is looked up in an index, so the work does not grow with the number of people")
  func plan() throws {
    let fixture = try LoginFixture()
    let plan = try fixture.plan(
      "SELECT * FROM responder WHERE phone = '+1' AND active = 1 ORDER BY id LIMIT 1")
    #expect(plan.contains { $0.contains("responder_phone") }, "\(plan)")
  }

  @Test("A number whose history has lapsed is deleted with the next request")
  func forgotten() throws {
    let fixture = try LoginFixture()
    _ = try fixture.ask("+38640999999")
    fixture.clock.set(86_400)
    _ = try fixture.ask()
    #expect(try fixture.integer("SELECT count(*) FROM otp_number") == 1)
  }
}

@Suite("Refreshing a phone's login")
struct RefreshTests {
  @Test("Each refresh gives a new pair; the access token before has expired, also after a restart")
  func rotation() throws {
    let fixture = try LoginFixture()
    let first = try fixture.tokens()
    fixture.clock.set(100)
    let second = try #require(try fixture.refreshed(first.refresh))
    #expect(Set([first.access, first.refresh, second.access, second.refresh]).count == 4)
    for _ in 0..<2 {
      #expect(fixture.store.sessions.find(token: first.access)?.expiresAt == .at(100))
      #expect(fixture.store.sessions.find(token: second.access)?.expiresAt == .at(1_000))
      #expect(fixture.store.sessions.activeCount == 1)
      try fixture.restart()
    }
    fixture.clock.set(200)
    let third = try #require(try fixture.refreshed(second.refresh))
    #expect(fixture.store.sessions.find(token: first.access) == nil)
    #expect(fixture.store.sessions.find(token: third.access)?.revokedAt == nil)
  }

  @Test("The same pair again within a minute, and after a restart")
  func again() throws {
    let fixture = try LoginFixture()
    let first = try fixture.tokens()
    fixture.clock.set(100)
    let second = try #require(try fixture.refreshed(first.refresh))
    try fixture.restart()
    fixture.clock.set(160)
    let repeated = try #require(try fixture.refreshed(first.refresh))
    #expect([repeated.access, repeated.refresh] == [second.access, second.refresh])
    #expect(repeated.expiresIn == 840_000)
    #expect(fixture.store.sessions.find(token: second.access)?.expiresAt == .at(1_000))
  }

  @Test(
    "A phone that lost the answer in a long tunnel gets the same pair, hours later, as often as it must ask")
  func tunnel() throws {
    let fixture = try LoginFixture()
    let first = try fixture.tokens()
    fixture.clock.set(100)
    let second = try #require(try fixture.refreshed(first.refresh))
    for seconds in [2_000.0, 9_000] {
      fixture.clock.set(seconds)
      let repeated = try #require(try fixture.refreshed(first.refresh))
      #expect([repeated.access, repeated.refresh] == [second.access, second.refresh])
    }
    // Its access token has run out meanwhile; the refresh token has not.
    #expect(try fixture.refreshed(second.refresh) != nil)
  }

  /// How a token is misused, after the first was used at 100 s.
  struct Misuse: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var at: Double = 101
    var device = "phone"
    /// The token shown: 0 the first, 1 the second, …; `nil` = one that was never issued.
    var token: Int? = 0
    /// How many times the login was refreshed before.
    var uses = 1
    /// Whether something came under the newest pair since.
    var isUsed = false
  }

  @Test(
    "Any other use of a used token ends the login",
    arguments: [
      Misuse(testDescription: "too late, the new pair is in use", at: 161, isUsed: true),
      Misuse(testDescription: "another device", device: "other"),
      Misuse(testDescription: "the newest on another device", device: "other", token: 1),
      Misuse(testDescription: "its successor was used", uses: 2),
      Misuse(testDescription: "made up within the family", token: nil),
    ])
  func misuse(_ misuse: Misuse) throws {
    let fixture = try LoginFixture()
    var pairs = [try fixture.tokens()]
    fixture.clock.set(100)
    for use in 0..<misuse.uses { pairs.append(try #require(try fixture.refreshed(pairs[use].refresh))) }
    if misuse.isUsed, let session = fixture.store.sessions.find(token: pairs[misuse.uses].access) {
      fixture.clock.set(100.5)
      fixture.store.liveness.noteContact(session)
      try fixture.store.markAlive()
    }
    fixture.clock.set(misuse.at)
    let shown = misuse.token.map { pairs[$0].refresh } ?? pairs[0].refresh + "A"
    #expect(try fixture.refresh(shown, device: misuse.device) == .revoked)
    for pair in pairs.suffix(2) {
      #expect(fixture.store.sessions.find(token: pair.access)?.revokedAt == .at(misuse.at))
      #expect(try fixture.refresh(pair.refresh) == .revoked)
    }
    #expect(try fixture.texts("SELECT action FROM audit ORDER BY number").last == "token.reuse")
  }

  @Test(
    "Texts that are no token of ours",
    arguments: ["", ".", "rcf_", "rcf_a.b", "rcf_a.b.c", "rct_a.b", "rcf_é.\u{0}"])
  func unknown(text: String) throws {
    let fixture = try LoginFixture()
    #expect(try fixture.refresh(text) == .unknown)
  }

  @Test("A token unused for sixty days has expired, and a newer login ends the older one's")
  func ends() throws {
    let fixture = try LoginFixture()
    let first = try fixture.tokens()
    fixture.clock.set(60 * 86_400)
    #expect(try fixture.refresh(first.refresh) == .expired)
    _ = try fixture.tokens()
    #expect(try fixture.refresh(first.refresh) == .revoked)
  }

  @Test("Neither codes nor tokens are in the file")
  func hashed() throws {
    let fixture = try LoginFixture()
    let first = try fixture.tokens()
    let second = try #require(try fixture.refreshed(first.refresh))
    fixture.store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    for text in [first.access, first.refresh, second.access, second.refresh] {
      #expect(bytes.range(of: Data(text.utf8)) == nil)
      #expect(bytes.range(of: Data(text.utf8.suffix(20))) == nil)
    }
  }
}

/// A store with two people who can log in.
private final class LoginFixture {
  private let fixture: TestStore
  let ana: Responder.ID
  let bo: Responder.ID

  init() throws {
    fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    ana = try Self.add("+38640000001", "north", fixture)
    bo = try Self.add("+38640000002", "north", fixture)
  }

  var store: Store { fixture.store }
  var clock: TestClock { fixture.clock }
  var path: String { fixture.path }
  func restart() throws { try fixture.restart() }
  func integer(_ sql: String) throws -> Int { try fixture.integer(sql) }
  func texts(_ sql: String) throws -> [String] { try fixture.texts(sql) }
  func plan(_ sql: String) throws -> [String] {
    try fixture.store.read { try $0.plan(of: sql) }
  }
  func add(_ number: String, slug: String) throws -> Responder.ID { try Self.add(number, slug, fixture) }

  func ask(
    _ number: String = "+38640000001", device: String? = nil, network: String = "home"
  ) throws -> OTPMessage? {
    let number = try #require(PhoneNumber(number))
    return try wait { store.phones.requestOTP(number, device: device, network: network, done: $0) }
  }

  func login(
    _ code: String, _ number: String = "+38640000001", device: String = "phone",
    network: String = "home", about: PhoneDevice = PhoneDevice()
  ) throws -> PhoneLogin? {
    let number = try #require(PhoneNumber(number))
    return try wait {
      store.phones.loginByOTP(number, code: code, device: device, network: network, about: about, done: $0)
    }
  }

  func tokens() throws -> PhoneTokens {
    let code = try #require(try ask()?.code)
    return try #require(try login(code)).tokens
  }

  func refresh(_ token: String, device: String = "phone") throws -> RefreshOutcome {
    try wait { store.phones.refresh(token, device: device, done: $0) }
  }

  func refreshed(_ token: String) throws -> PhoneTokens? {
    if case .issued(let tokens) = try refresh(token) { tokens } else { nil }
  }

  private static func add(_ number: String, _ slug: String, _ fixture: TestStore) throws -> Responder.ID {
    try fixture.store.fleet.addResponders(
      [NewResponder(name: number, phone: number, profile: "family")], slug: slug)[0]
  }

  private func wait<Value: Sendable>(
    _ act: (@escaping @Sendable (Result<Value, StoreError>) -> Void) -> Void
  ) throws -> Value {
    let ready = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, StoreError>?>(nil)
    act { outcome in
      result.withLock { $0 = outcome }
      ready.signal()
    }
    ready.wait()
    return try #require(result.withLock { $0 }).get()
  }
}
