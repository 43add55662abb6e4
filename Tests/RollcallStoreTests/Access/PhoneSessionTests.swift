import Foundation
import Rollcall
import RollcallStore
import Testing

@Suite("Logins of phones")
struct PhoneSessionTests {
  @Test("A new login ends the one before; both are still known by their token")
  func oneActive() throws {
    let fixture = try TestStore()
    let id = try fixture.phone().id
    fixture.clock.set(10)
    let first = try fixture.issue(id)
    fixture.clock.set(20)
    let second = try fixture.issue(id)
    for _ in 0..<2 {
      let directory = fixture.store.sessions
      #expect(directory.find(token: first.token.text)?.revokedAt == .at(20))
      #expect(directory.find(token: second.token.text)?.revokedAt == nil)
      #expect(directory.find(token: second.token.text)?.id == second.session.id)
      #expect(directory.find(token: second.token.text)?.expiresAt == .at(80))
      #expect(directory.find(token: second.token.text + " ") == nil)
      #expect(directory.activeCount == 1)
      try fixture.restart()
    }
  }

  @Test("The directory follows commits only")
  func commitsOnly() throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    let before = fixture.store.sessions.activeCount
    // The whole of `token issue --all` fails on one device id that is too long.
    #expect(throws: StoreError.self) {
      try fixture.store.phones.issueTokens(
        slug: "north", devicePrefix: String(repeating: "d", count: 128), lifetime: 1)
    }
    #expect(fixture.store.sessions.activeCount == before)
    #expect(try fixture.integer("SELECT count(*) FROM phone_session WHERE revoked_at IS NULL") == before)
    _ = try phone.row
  }

  @Test("One token for each active responder")
  func all() throws {
    let fixture = try TestStore()
    let people = try (0..<3).map { try fixture.phone(name: "P\($0)") }
    _ = try fixture.store.phones.setResponder(
      people[1].id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    let issued = try fixture.store.phones.issueTokens(slug: "north", devicePrefix: "demo-", lifetime: 1_000)
    #expect(issued.map(\.session.responder) == [people[0].id, people[2].id])
    #expect(issued.map(\.session.deviceID) == [people[0].id, people[2].id].map { "demo-\($0.rawValue)" })
    #expect(Set(issued.map(\.token.text)).count == 2)
  }

  @Test("An inactive responder has no session and gets none")
  func inactive() throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    let issued = try fixture.issue(phone.id)
    fixture.clock.set(5)
    _ = try fixture.store.phones.setResponder(
      phone.id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    #expect(fixture.store.sessions.find(token: issued.token.text)?.revokedAt == .at(5))
    #expect(throws: StoreError.invalid("responder \(phone.id.rawValue) is inactive")) {
      try fixture.issue(phone.id)
    }
    #expect(fixture.store.liveness.board(of: fixture.workspace.id).isEmpty)
  }

  @Test("A device id is 1 to 128 bytes", arguments: [0, 1, 128, 129])
  func deviceID(length: Int) throws {
    let fixture = try TestStore()
    let id = try fixture.phone().id
    let deviceID = String(repeating: "d", count: length)
    if (1...128).contains(length) {
      #expect(try fixture.login(id, device: deviceID).deviceID == deviceID)
    } else {
      #expect(throws: StoreError.invalid("a device id is 1 to 128 bytes without control characters")) {
        try fixture.login(id, device: deviceID)
      }
    }
  }

  @Test("A logout ends its own session, not the login that came after it")
  func lateLogout() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    let issued = try fixture.issue(phone.id)
    try await phone.logout()
    #expect(fixture.store.sessions.find(token: issued.token.text)?.revokedAt == nil)
    #expect(try phone.row.live.duty == .onDuty)
  }

  @Test("Tokens are stored as hashes only")
  func hashed() throws {
    let fixture = try TestStore()
    let issued = try fixture.issue(fixture.phone().id)
    let key = try fixture.store.members.issueAPIKey(slug: "north", name: "script", role: .viewer)
    fixture.store.close()
    let file = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    #expect(file.range(of: Data(issued.token.text.utf8)) == nil)
    #expect(file.range(of: Data(key.text.utf8)) == nil)
    #expect(file.range(of: Data(issued.token.hash.bytes)) != nil)
  }
}

extension TestStore {
  fileprivate func issue(_ id: Responder.ID) throws -> IssuedSession {
    try store.phones.issueToken(slug: "north", responder: id, deviceID: "phone-1", lifetime: 60_000)
  }
}
