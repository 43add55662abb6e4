import Columns
import Rollcall
import SQL
import StoreSupport
import Synchronization
import Testing

@testable import RollcallStore

@Suite("No hot query walks through the pings")
struct QueryPlanTests {
  @Test("Every statement of an upload and of the pages finds its pings by an index")
  func plans() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(1, 1)], at: 10)
    let statements = try await statements(of: fixture, phone)
    #expect(statements.count > 15, "the statements were seen: \(statements.count)")
    for sql in statements.sorted() {
      let plan = try fixture.store.read { try $0.plan(of: sql) }
      // `queue` and the small tables of a workspace may be scanned.
      let scans = plan.filter { step in
        ["chunk", "fresh", "upload"].contains { step.hasPrefix("SCAN \($0)") }
      }
      #expect(scans == [], "\(sql)")
      #expect(!plan.contains { $0.contains("TEMP B-TREE") && sql.contains("FROM chunk") }, "\(sql): \(plan)")
    }
  }

  @Test("No write of an upload makes SQLite build a table of its own, as a CHECK with a list does")
  func lists() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    // RETURNING keeps its row in one; the purge of old keys is no part of an upload.
    let writes = try await statements(of: fixture, phone).filter {
      ($0.hasPrefix("INSERT") || $0.hasPrefix("UPDATE")) && !$0.contains("RETURNING")
    }
    for table in ["fresh", "upload", "liveness", "transition", "idempotency"] {
      #expect(
        writes.contains { $0.contains(" \(table) ") || $0.contains(" \(table)(") }, "\(table) is written")
    }
    for sql in writes.sorted() {
      let instructions = try fixture.store.read { try $0.instructions(of: sql) }
      #expect(!instructions.contains("OpenEphemeral"), "\(sql)")
    }
  }

  @Test("Suspicious positions are found without a look at the others")
  func doubts() throws {
    let fixture = try TestStore()
    for (responder, index) in [(nil, "doubt_flag"), (Responder.ID(1), "doubt_responder")] {
      let sql = fixture.store.doubtStatement(responder)
      let plan = try fixture.store.read { try $0.plan(of: sql) }
      #expect(
        plan.count == 1 && plan[0].hasPrefix("SEARCH doubt USING COVERING INDEX \(index) ("), "\(plan)")
    }
  }

  @Test("No statement of dispatch walks through all that a workspace has of a kind")
  func dispatch() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate(), try await fixture.candidate("Bor", north: 0.02))
    let seen = Statements()
    seen.listen(to: fixture.store)
    let incident = try fixture.open()
    _ = try await bor.say(.decline(reason: nil), to: try fixture.offer(incident, to: bor))
    let offer = try fixture.offer(incident, to: ana)
    #expect(try await ana.offers(at: 1).count == 1)
    _ = try await ana.say(.accept, to: offer)
    let assignment = try #require(try await ana.assignment())
    _ = try await ana.tell(.arrived, of: assignment.id)
    _ = try await ana.tell(.complete, of: assignment.id)
    try fixture.store.dispatch.dispatchDue()
    #expect(seen.all.count > 30, "the statements were seen: \(seen.all.count)")
    let many: Set = [
      "assignment", "drill_person", "errand_offer", "incident_step", "offer", "chunk", "fresh", "push_job",
    ]
    try expectNoWalks(through: many, by: seen.all, in: fixture)
  }

  @Test(
    "No statement of logins, devices, messages and statuses walks through all that a workspace has of a kind")
  func people() async throws {
    let fixture = try TestStore()
    let store = fixture.store
    var ana = try fixture.phone(profile: "responder")
    let owner = Scope.test(fixture.workspace.id, "key:x")
    let app = try store.phones.issueAdapterDevice(
      .owntracks, AdapterDeviceSettings(name: "a"), for: ana.id, in: owner)
    let seen = Statements()
    seen.listen(to: store)
    ana = try await ana.register(.ntfy, "https://ntfy.example.org/one")
    ana = try await ana.register(.ntfy, "https://ntfy.example.org/two")
    try store.push.testPush(to: ana.id, in: owner)
    try store.push.record(.accepted(id: nil), of: fixture.job().id, chance: 0)
    _ = try store.push.tidyPushJobs()
    store.phones.recordAddress("192.0.2.1", of: ana.session)
    store.tracking.recordRefusal(ana.session, ["lat: range": 2])
    store.tracking.recordDenial(ana.session, code: "TOKEN_EXPIRED")
    try await ana.duty(DutyChange(state: .onDuty), at: 10)
    try await ana.send([ping(11, 1)], at: 12)
    try await ana.send([ping(900, 2)], at: 901)
    fixture.clock.set(5_000)
    #expect(try store.liveness.settleOverdue() == 1)
    _ = try fixture.login(ana.id, device: "phone-2")
    try store.phones.revokeAdapterDevice(app.device.id, in: owner)
    try store.phones.setActive(false, ana.id, in: owner)
    #expect(seen.all.count > 30, "the statements were seen: \(seen.all.count)")
    let many: Set = [
      "adapter_device", "denial", "device_event", "duty_change", "liveness", "phone_session", "push_channel",
      "push_job", "rejection", "responder", "rule_change", "silence", "transition",
    ]
    try expectNoWalks(through: many, by: seen.all, in: fixture)
  }

  private func expectNoWalks(
    through many: Set<String>, by statements: Set<String>, in fixture: TestStore
  ) throws {
    for sql in statements.sorted() {
      let walks = try fixture.store.read { try $0.plan(of: sql) }.filter { step in
        let words = step.split(separator: " ")
        return words.count > 1 && many.contains(String(words[1]))
          && (words[0] == "SCAN" || step.hasSuffix("(workspace_id=?)"))
      }
      #expect(walks == [], "\(sql)")
    }
  }

  /// What SQLite is asked while a phone reports and pages are read.
  private func statements(of fixture: TestStore, _ phone: TestPhone) async throws -> Set<String> {
    let seen = Statements()
    seen.listen(to: fixture.store)
    let store = fixture.store
    try await phone.send([ping(2, 2), ping(nil, 3)], sentAt: .at(20), key: .key("a"), at: 20)
    try await phone.send([ping(1, 1), ping(2, 5), ping(nil, 3)], sentAt: .at(30), key: .key("b"), at: 30)
    try await phone.tell([DeviceEvent(id: "1", kind: .battery(0.5), at: .at(31))])
    try await phone.duty(DutyChange(state: .offDuty))
    try await phone.contact()
    _ = try store.tracking.purgeIdempotencyKeys()
    for responder in [nil, phone.id] {
      try seen.listenToReaders(of: store)
      _ = try fixture.history(of: responder)
      seen.note(store.doubtStatement(responder))
    }
    seen.note("\(LivenessRow.one(phone.id, in: fixture.workspace.id))")
    return seen.all
  }
}

/// The statements that a writer carried out.
private final class Statements: Sendable {
  private let seen = Mutex<Set<String>>([])

  var all: Set<String> { seen.withLock { $0 } }

  func note(_ sql: String) { seen.withLock { _ = $0.insert(sql) } }

  func listenToReaders(of store: Store) throws {
    try store.read { $0.listen { self.note($0) } }
  }

  func listen(to store: Store) {
    store.pool.writeWithoutTransaction { $0.listen { self.note($0) } }
  }
}

extension Store {
  /// The statement that finds the positions of such a page by one flag.
  fileprivate func doubtStatement(_ responder: Responder.ID?) -> String {
    let range = RowPlace(time: 0, number: -1)...RowPlace(time: 999, number: .max)
    let page = Track.doubts(.mock, of: responder, in: Workspace.ID(1), range, limit: 1)
    return "\(page)"
  }
}
