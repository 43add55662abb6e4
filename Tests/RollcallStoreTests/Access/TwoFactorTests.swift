import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("A second factor")
struct TwoFactorTests {
  private let fixture: TestStore
  private var store: Store { fixture.store }
  private let member: Member.ID

  init() throws {
    fixture = try TestStore()
    member = try fixture.store.accounts.addMember(
      email: "ana@b.c", passwordHash: "h", role: .owner, slug: "north")
  }

  private func begin() throws -> LoginOutcome {
    try store.accounts.login(member, from: LoginBrowser(name: "x"))
  }

  private func session() throws -> ConsoleSession.ID {
    guard case .begun(let cookies) = try begin() else { throw StoreError.notFound("login") }
    return try #require(try store.accounts.consoleSession(cookie: cookies.session) { _ in .act }).id
  }

  private func challenge() throws -> Secret {
    guard case .codeNeeded(let secret) = try begin() else { throw StoreError.notFound("challenge") }
    return secret
  }

  /// The code that an app would show, `steps` periods from now.
  private func code(_ steps: Int64 = 0) throws -> String {
    let secret = try #require(try store.accounts.twoFactor(of: member)?.secret)
    let message = TOTP.message(of: TOTP.step(at: fixture.clock.now) + steps)
    return try #require(TOTP.code(of: TwoFactorRow.mac(message, secret)))
  }

  private func turnOn() throws -> [RecoveryCode] {
    let session = try session()
    try store.accounts.beginTwoFactor(of: member)
    return try #require(try store.accounts.confirmTwoFactor(of: member, code: try code(), keeping: session))
  }

  private func give(_ code: String, _ challenge: Secret) throws -> LoginCodeOutcome {
    try store.accounts.giveLoginCode(code, challenge: challenge.text, from: LoginBrowser())
  }

  private func isBegun(_ outcome: LoginCodeOutcome) -> Bool {
    if case .begun = outcome { true } else { false }
  }

  @Test("It is on only once a code proves that the app has the secret; other logins end then")
  func setUp() throws {
    let other = try session()
    let own = try session()
    try store.accounts.beginTwoFactor(of: member)
    _ = try session()
    #expect(try store.accounts.confirmTwoFactor(of: member, code: "000000", keeping: own) == nil)
    #expect(try store.accounts.twoFactor(of: member)?.confirmedAt == nil)
    let codes = try #require(try store.accounts.confirmTwoFactor(of: member, code: try code(), keeping: own))
    #expect(codes.count == 10)
    #expect(try store.accounts.twoFactor(of: member)?.codesLeft == 10)
    #expect(try store.accounts.logins(of: member).map(\.id) == [own] && other != own)
    #expect(throws: StoreError.conflict("the second factor is on")) {
      try store.accounts.beginTwoFactor(of: member)
    }
    #expect(try store.members.all(of: fixture.workspace.id).map(\.hasTwoFactor) == [true])
  }

  @Test("The password alone makes no login")
  func passwordAlone() throws {
    _ = try turnOn()
    let before = try fixture.integer("SELECT count(*) FROM console_session")
    let secret = try challenge()
    #expect(try fixture.integer("SELECT count(*) FROM console_session") == before)
    #expect(try store.accounts.consoleSession(cookie: secret.text) { _ in .act } == nil)
    let ana = try #require(try store.accounts.member(email: "ana@b.c"))
    #expect(throws: StoreError.conflict("a code is needed")) {
      try store.accounts.beginConsoleSession(of: ana)
    }
  }

  @Test("A code is good once, also for another login within its minute")
  func once() throws {
    _ = try turnOn()
    fixture.clock.set(120)
    let code = try code()
    #expect(isBegun(try give(code, try challenge())))
    #expect(!isBegun(try give(code, try challenge())))
    fixture.clock.set(150)
    #expect(isBegun(try give(try self.code(), try challenge())))
  }

  @Test("The code that turned it on does not log in")
  func codeOfSetUp() throws {
    _ = try turnOn()
    #expect(!isBegun(try give(try code(), try challenge())))
  }

  @Test(
    "A clock that is off by a period is forgiven, by more not",
    arguments: [(-2, false), (-1, true), (1, true), (2, false)])
  func drift(steps: Int64, isRight: Bool) throws {
    _ = try turnOn()
    fixture.clock.set(3_600)
    #expect(isBegun(try give(try code(steps), try challenge())) == isRight)
  }

  @Test("A recovery code works once, in any writing")
  func recovery() throws {
    let codes = try turnOn()
    #expect(isBegun(try give(codes[3].text.uppercased().replacing("-", with: " "), try challenge())))
    #expect(!isBegun(try give(codes[3].text, try challenge())))
    #expect(try store.accounts.twoFactor(of: member)?.codesLeft == 9)
    #expect(try store.accounts.renewRecoveryCodes(of: member, code: "000000") == nil)
    let fresh = try #require(try store.accounts.renewRecoveryCodes(of: member, code: codes[5].text))
    #expect(!isBegun(try give(codes[4].text, try challenge())))
    #expect(isBegun(try give(fresh[0].text, try challenge())))
  }

  @Test("After five wrong codes, or five minutes, the password is asked for anew")
  func over() throws {
    _ = try turnOn()
    let secret = try challenge()
    for attempt in 1...5 {
      let outcome = try give("000000", secret)
      if case .wrong = outcome { #expect(attempt < 5) } else { #expect(attempt == 5) }
    }
    fixture.clock.set(60)
    #expect(!isBegun(try give(try code(), secret)))
    #expect(try store.accounts.loginChallenge(secret.text) == nil)
    let late = try challenge()
    fixture.clock.set(60 + 299)
    #expect(try store.accounts.loginChallenge(late.text)?.member == member)
    fixture.clock.set(60 + 300)
    #expect(!isBegun(try give(try code(), late)))
  }

  @Test("A challenge is used up by the login it led to")
  func used() throws {
    let codes = try turnOn()
    let secret = try challenge()
    #expect(isBegun(try give(codes[0].text, secret)))
    #expect(!isBegun(try give(codes[1].text, secret)))
  }

  @Test("The operator's reset and the member's own end it, and what was half begun")
  func ended() throws {
    let codes = try turnOn()
    let secret = try challenge()
    try store.accounts.resetTwoFactor(email: "Ana@B.c", slug: "north")
    #expect(!isBegun(try give(codes[0].text, secret)))
    #expect(try store.accounts.twoFactor(of: member) == nil)
    #expect(try store.accounts.logins(of: member).isEmpty)
    #expect(try fixture.integer("SELECT count(*) FROM recovery_code") == 0)
    _ = try session()
    #expect(throws: StoreError.conflict("ana@b.c has no second factor")) {
      try store.accounts.resetTwoFactor(email: "ana@b.c", slug: "north")
    }
    _ = try turnOn()
    fixture.clock.set(120)
    let code = try code()
    #expect(try !store.accounts.endTwoFactor(of: member, code: "000000"))
    #expect(try store.accounts.endTwoFactor(of: member, code: code))
    _ = try session()
  }

  @Test("A new password, by whomever, ends a login that owes a code")
  func newPassword() throws {
    let codes = try turnOn()
    let first = try challenge()
    try store.accounts.setPassword(email: "ana@b.c", passwordHash: "new", slug: "north")
    #expect(!isBegun(try give(codes[0].text, first)))
    let second = try challenge()
    try store.accounts.changePassword(of: member, to: "newer", keeping: ConsoleSession.ID(0))
    #expect(!isBegun(try give(codes[0].text, second)))
  }

  @Test("Recovery codes are stored as hashes, and neither they nor the secret stand in the audit")
  func discreet() throws {
    let codes = try turnOn()
    let audit = try fixture.texts("SELECT subject || detail || value_before || value_after FROM audit")
      .joined()
    for code in codes { #expect(!audit.contains(code.text)) }
    #expect(try fixture.integer("SELECT count(*) FROM recovery_code WHERE length(code_hash) = 32") == 10)
    #expect(
      try fixture.texts("SELECT DISTINCT action FROM audit WHERE action LIKE 'two-factor.%'") == [
        "two-factor.on"
      ])
  }

  @Test("The secret is sealed: neither the file nor a backup has it, and the key's file is its owner's alone")
  func sealed() throws {
    _ = try turnOn()
    let secret = try #require(try store.accounts.twoFactor(of: member)?.secret).bytes
    let key = SealedSecrets.keyPath(beside: fixture.path)
    var about = stat()
    #expect(stat(key, &about) == 0 && about.st_mode & 0o777 == 0o600 && about.st_size == 32)
    let copy = fixture.folder.appendingPathComponent("copy.db").path
    _ = try Backup.make(of: fixture.path, at: copy, leaving: 0)
    let keyBytes = try Data(contentsOf: URL(fileURLWithPath: key))
    for file in [fixture.path, fixture.path + "-wal", copy] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(bytes.range(of: Data(secret)) == nil && bytes.range(of: keyBytes) == nil, "\(file)")
    }
    try fixture.restart()
    #expect(try store.accounts.twoFactor(of: member)?.secret?.bytes == secret)
  }

  @Test("Without the key recovery codes still work, and the second factor is set up again with a new one")
  func keyLost() throws {
    let codes = try turnOn()
    let key = SealedSecrets.keyPath(beside: fixture.path)
    try FileManager.default.removeItem(atPath: key)
    try fixture.restart()
    #expect(try SealedSecrets.look(beside: fixture.path).closed == ["ana@b.c"])
    #expect(try store.accounts.twoFactor(of: member)?.secret == nil)
    let challenge = try challenge()
    #expect(try store.accounts.loginChallenge(challenge.text)?.takesAppCodes == false)
    #expect(isBegun(try give(codes[0].text, challenge)))
    #expect(try store.accounts.endTwoFactor(of: member, code: codes[1].text))
    _ = try turnOn()
    #expect(try SealedSecrets.look(beside: fixture.path).closed.isEmpty)
  }
}
