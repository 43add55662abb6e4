import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Testing

@Suite("A login on the phone")
struct DeviceSessionTests {
  private let server = AuthServer()
  private let tokens = MemoryTokens()
  private let ana = SessionOwner(id: 11, name: "Ana", profile: "responder")

  private func session() throws -> DeviceSession {
    try DeviceSession(sender: server, storage: tokens, deviceID: "install-1")
  }

  private func loggedIn() async throws -> DeviceSession {
    let session = try session()
    guard case .done = await session.logIn(phone: "+38640123456", code: "049130") else {
      throw AuthServer.AnswerLost()
    }
    return session
  }

  private func text(_ call: HTTPCall?) -> String { String(decoding: call?.body ?? [], as: UTF8.self) }

  @Test("a number gets a code, the code a session, which a restart of the app finds again")
  func login() async throws {
    let session = try session()
    #expect(await session.state == .loggedOut)
    guard case .done = await session.requestCode(phone: "+38640123456") else {
      Issue.record("no code")
      return
    }
    let device = DeviceDescription(platform: "ios", appVersion: "1.2")
    guard case .done(let owner) = await session.logIn(phone: "+38640123456", code: "049130", device: device)
    else {
      Issue.record("no login")
      return
    }
    #expect(owner == ana)
    #expect(text(server.calls[0]) == #"{"phone":"+38640123456","device_id":"install-1"}"#)
    #expect(
      text(server.calls[1])
        == #"{"phone":"+38640123456","otp":"049130","device_id":"install-1","platform":"ios","app_version":"1.2"}"#
    )
    #expect(server.calls.allSatisfy { $0.headers["Authorization"] == nil })
    #expect(try await self.session().state == .active(ana))
    #expect(tokens.now?.access == "a1")
  }

  @Test("a wrong code leaves the phone as it was")
  func wrongCode() async throws {
    let refusing = ScriptedServer([.error(401, "TOKEN_INVALID")])
    let session = try DeviceSession(sender: refusing, storage: tokens, deviceID: "install-1")
    guard case .refused(let refusal) = await session.logIn(phone: "+38640123456", code: "1") else {
      Issue.record("taken")
      return
    }
    #expect(refusal.code == .tokenInvalid)
    #expect(await session.state == .loggedOut)
    #expect(tokens.now == nil)
  }

  @Test("an expired token is renewed once, and the request made once more with the new one")
  func renewal() async throws {
    let session = try await loggedIn()
    server.change { $0.refusal = .tokenExpired }
    guard case .done = await session.call({ await $0.setDuty(.onDuty, at: Sleeper.start) }) else {
      Issue.record("not done")
      return
    }
    #expect(server.calls.dropFirst().map(\.path) == ["/app/v1/duty", "/app/v1/auth/refresh", "/app/v1/duty"])
    #expect(text(server.calls[2]) == #"{"refresh_token":"r1","device_id":"install-1"}"#)
    #expect(server.calls.last?.headers["Authorization"] == "Bearer a2")
    #expect(tokens.now?.refresh == "r2")
  }

  @Test("requests that find the token expired together renew it once")
  func renewedOnce() async throws {
    let session = try await loggedIn()
    server.change { $0.refusal = .tokenExpired }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { _ = await session.call { await $0.setDuty(.onDuty, at: Sleeper.start) } }
      }
    }
    #expect(server.calls(to: "/app/v1/auth/refresh").count == 1)
    #expect(await session.state == .active(ana))
  }

  @Test("when the answer to a refresh is lost, the same token asks again, and nothing is lost")
  func lostAnswer() async throws {
    let session = try await loggedIn()
    server.change {
      $0.refusal = .tokenExpired
      $0.refreshes = [nil]
    }
    guard case .tryLater = await session.call({ await $0.setDuty(.onDuty, at: Sleeper.start) }) else {
      Issue.record("not told to try later")
      return
    }
    #expect(await session.state == .active(ana))
    guard case .done = await session.call({ await $0.setDuty(.onDuty, at: Sleeper.start) }) else {
      Issue.record("not done")
      return
    }
    #expect(server.calls(to: "/app/v1/auth/refresh").map { text($0).contains("\"r1\"") } == [true, true])
  }

  @Test(
    "an ended session stays ended, whoever ended it, and its owner is remembered",
    arguments: [
      (.sessionRevoked, []), (.tokenExpired, [.error(401, "SESSION_REVOKED")]),
      (.tokenExpired, [.error(401, "TOKEN_EXPIRED")]), (.tokenInvalid, [.error(401, "TOKEN_INVALID")]),
    ] as [(Code, [HTTPAnswer?])])
  func over(code: Code, refreshes: [HTTPAnswer?]) async throws {
    let session = try await loggedIn()
    server.change {
      $0.refusal = code
      $0.refreshes = refreshes
    }
    guard case .refused(let refusal) = await session.call({ await $0.setDuty(.onDuty, at: Sleeper.start) })
    else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.endsSession)
    #expect(await session.state == .ended(ana))
    #expect(try await self.session().state == .ended(ana), "also after a restart")
    let before = server.calls.count
    _ = await session.call { await $0.setDuty(.onDuty, at: Sleeper.start) }
    #expect(server.calls.count == before, "nothing more is sent under it")
  }

  @Test(
    "a failure on the way to a refresh does not end the session",
    arguments: [
      .error(429, "RATE_LIMITED"), .error(503, "UNAVAILABLE"), .error(404, "NOT_FOUND"),
      HTTPAnswer(status: 401, body: Array("<html>".utf8)),
      HTTPAnswer(status: 200, body: Array("<html>".utf8)),
    ] as [HTTPAnswer])
  func failureOnTheWay(answer: HTTPAnswer) async throws {
    let session = try await loggedIn()
    server.change {
      $0.refusal = .tokenExpired
      $0.refreshes = [answer]
    }
    guard case .tryLater = await session.call({ await $0.setDuty(.onDuty, at: Sleeper.start) }) else {
      Issue.record("not told to try later")
      return
    }
    #expect(await session.state == .active(ana))
  }

  @Test("a 401 that is not Rollcall's, such as a proxy's, ends nothing")
  func proxy() async throws {
    let session = try await loggedIn()
    server.change { $0.script = [HTTPAnswer(status: 401, body: Array("<html>".utf8))] }
    _ = await session.call { await $0.setDuty(.onDuty, at: Sleeper.start) }
    #expect(await session.state == .active(ana))
  }

  @Test("a token that an operator has issued is a session without renewal")
  func adopted() async throws {
    let session = try session()
    guard case .done(let owner) = await session.adopt(token: "rct_x") else {
      Issue.record("not taken")
      return
    }
    #expect(owner.responder == Responder.ID(11))
    server.change { $0.refusal = .tokenExpired }
    _ = await session.call { await $0.setDuty(.onDuty, at: Sleeper.start) }
    #expect(await session.state == .ended(owner))
    #expect(server.calls(to: "/app/v1/auth/refresh").isEmpty)
  }

  @Test(
    "a logout forgets the tokens when the server knows, or has ended the session before",
    arguments: [false, true])
  func logout(isEnded: Bool) async throws {
    let session = try await loggedIn()
    if isEnded { server.change { $0.refusal = .sessionRevoked } }
    guard case .done = await session.logOut() else {
      Issue.record("not done")
      return
    }
    #expect(await session.state == .loggedOut)
    #expect(tokens.now == nil)
  }

  @Test("without a network there is no logout: the server would go on watching")
  func logoutOffline() async throws {
    let session = try await loggedIn()
    server.change { $0.script = [nil] }
    guard case .tryLater = await session.logOut() else {
      Issue.record("done")
      return
    }
    #expect(await session.state == .active(ana))
  }

  @Test("tokens in a file are the owner's alone, come back, and go")
  func file() throws {
    let store = try TemporaryStore()
    let url = store.folder.appendingPathComponent("tokens.json")
    let storage = FileTokenStorage(file: url)
    #expect(try storage.load() == nil)
    for access in ["a1", "a2"] {
      let tokens = SessionTokens(access: access, refresh: "r", owner: ana, isEnded: access == "a2")
      try storage.save(tokens)
      #expect(try storage.load() == tokens)
      #expect(!"\(tokens)".contains(access))
    }
    let rights = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    #expect(rights == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path) == ["tokens.json"])
    try storage.save(nil)
    #expect(try storage.load() == nil)
  }

  @Test(
    "damaged tokens count as none and are logged; so is a file that cannot be written",
    arguments: ["", "{", "[1]"])
  func damaged(content: String) async throws {
    let store = try TemporaryStore()
    let url = store.folder.appendingPathComponent("tokens.json")
    try Data(content.utf8).write(to: url)
    let storage = FileTokenStorage(file: url)
    #expect(throws: TokenStorageError.damaged) { try storage.load() }
    let device = try await RollcallDevice(
      store: store.open(), tokens: storage, through: server, clock: Sleeper().patientClock)
    #expect(await device.session.state == .loggedOut)
    #expect(await device.log.text.contains("storageFailed tokens 1"))
    try FileManager.default.removeItem(at: url)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try await device.logIn(phone: "+38640123456", code: "049130")
    _ = await device.syncNow()
    #expect(await device.session.state == .active(ana), "now the phone is logged in all the same")
    #expect(await device.log.entries.count { $0.event == .storageFailed } == 2)
  }

  @Test("tokens that cannot be read now are no reason to forget them")
  func locked() throws {
    struct Locked: TokenStorage {
      struct NotNow: Error {}
      func load() throws -> SessionTokens? { throw NotNow() }
      func save(_ tokens: SessionTokens?) {}
    }
    #expect(throws: Locked.NotNow.self) {
      try DeviceSession(sender: server, storage: Locked(), deviceID: "install-1")
    }
  }
}
