import Rollcall
import Testing

@testable import RollcallStore

/// The wire refuses ids with control characters; here they stand for any two texts that are equal as C strings.
@Suite("Ids that a phone chooses are told apart by all of their bytes")
struct ChosenIDTests {
  private let ids = ["e", "e\u{0}a", "e\u{0}b", "e\u{0}"]

  @Test("Queues")
  func queues() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    for (index, id) in ids.enumerated() {
      #expect(try await phone.send([ping(nil, 1, lat: 46 + Double(index))], queue: id, at: 10) == Answer(1))
    }
    for (index, id) in ids.enumerated() {
      let again = try await phone.send([ping(nil, 1, lat: 46 + Double(index))], queue: id, at: 20)
      #expect(again == Answer(0, 1))
    }
    #expect(try fixture.integer("SELECT count(*) FROM queue") == 4)
    let bytes = try fixture.texts("SELECT hex(name) FROM queue ORDER BY id")
    #expect(bytes == ["65", "650061", "650062", "6500"])
  }

  @Test("Activities")
  func activities() async throws {
    let given = try EventFixture()
    #expect(try await given.count(ids.map { .kept($0, 10) }, at: 20) == [4, 0, 0])
    #expect(try await given.count(ids.map { .kept($0, 10) }, at: 30) == [0, 4, 0])
  }

  @Test("Device events and changes of duty")
  func eventsAndDuty() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    let events = ids.map { DeviceEvent(id: $0, kind: .battery(0.5), at: .at(10)) }
    #expect(try await phone.tell(events, at: 20) == 4)
    #expect(try await phone.tell(events, at: 30) == 0)
    let before = try fixture.integer("SELECT count(*) FROM duty_change")
    for id in ids + ids { try await phone.duty(DutyChange(state: .onDuty, at: .at(40), id: id), at: 50) }
    #expect(try fixture.integer("SELECT count(*) FROM duty_change") == before + 4)
  }

  @Test(
    "A session is not begun for a device id with control characters", arguments: ["e\u{0}a", "e\u{9f}", "\n"])
  func sessions(id: String) throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    #expect(throws: StoreError.self) {
      try fixture.store.phones.issueToken(
        slug: fixture.workspace.slug, responder: phone.id, deviceID: id, lifetime: 1_000)
    }
  }

  @Test("An external id with control characters is refused")
  func people() throws {
    let fixture = try TestStore()
    #expect(throws: StoreError.self) {
      try fixture.store.fleet.addResponders(
        [NewResponder(name: "Ana", externalID: "e\u{0}a")], slug: fixture.workspace.slug)
    }
  }
}
