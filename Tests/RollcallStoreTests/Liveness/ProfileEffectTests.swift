import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("The preview of a profile")
struct ProfileEffectTests {
  private let fixture: TestStore

  init() throws { fixture = try TestStore() }

  private func family(interval: Double?, moving: Double = 120) -> Profile {
    Profile(
      name: "family",
      rules: [
        ProfileRule(name: "moving", when: .speed(above: 1), interval: moving),
        ProfileRule(name: "stationary", interval: interval),
      ])
  }

  @Test("Says who would change rule, thresholds or status, and writes nothing; the edit does just that")
  func effect() async throws {
    let (ana, bo) = (try fixture.phone(name: "Ana"), try fixture.phone(name: "Bo", device: "b"))
    let cy = try fixture.phone(name: "Cy", device: "c")
    let dee = try fixture.phone(profile: "responder", name: "Dee", device: "d")
    for phone in [ana, cy, dee] { try await phone.send([ping(0, 1)], at: 0) }
    try await bo.send([ping(0, 1, speed: 3)], at: 0)
    _ = try fixture.store.phones.setResponder(
      cy.id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    let edits: [(Profile, [String])] = [
      (family(interval: 300), []),
      (family(interval: 600), ["Ana stationary 450000 online → stationary 900000 online"]),
      (
        family(interval: nil, moving: 60),
        [
          "Ana stationary 450000 online → stationary - unknown",
          "Bo moving 180000 online → moving 90000 online",
        ]
      ),
    ]
    for (edited, expected) in edits {
      let before = try rows()
      let effect = try fixture.store.liveness.preview(edited, of: fixture.workspace.id)
      #expect(effect.changes.map(words) == expected)
      #expect((effect.people, effect.at) == (2, .at(0)))
      #expect(try rows() == before)
    }
    try fixture.store.fleet.editProfile("family", in: .test(fixture.workspace.id, "member:1")) {
      $0 = family(interval: nil, moving: 60)
    }
    #expect(try ana.row.live.status == .unknown && ana.row.live.force.thresholds == nil)
    #expect(try bo.row.live.force.thresholds == Thresholds(degraded: 90_000, offline: 180_000))
    #expect(
      try fixture.store.liveness.preview(family(interval: nil, moving: 60), of: fixture.workspace.id).changes
        .isEmpty)
  }

  @Test("Begins from what time has made true, not from what is written")
  func settled() async throws {
    let ana = try fixture.phone()
    try await ana.send([ping(0, 1)], at: 0)
    fixture.clock.set(450.001)
    let effect = try fixture.store.liveness.preview(family(interval: 200), of: fixture.workspace.id)
    #expect(effect.changes.first?.now.status == .degraded)
  }

  @Test("A document that may not be saved has no preview, nor one of another name")
  func refused() throws {
    let workspace = fixture.workspace.id
    #expect(throws: StoreError.self) {
      try fixture.store.liveness.preview(Profile(name: "family", rules: []), of: workspace)
    }
    #expect(throws: StoreError.notFound("profile other")) {
      try fixture.store.liveness.preview(
        Profile(name: "other", rules: [ProfileRule(name: "r", interval: 1)]), of: workspace)
    }
  }

  private func rows() throws -> [String] {
    try [
      "SELECT responder_id || rule_name || status || since FROM liveness",
      "SELECT at || to_status FROM transition", "SELECT hex(hash) FROM audit",
    ].flatMap { try fixture.texts($0) }
  }

  private func words(_ change: ProfileEffect.Change) -> String {
    func side(_ side: ProfileEffect.Side) -> String {
      let degraded = side.thresholds.map { String($0.degraded) } ?? "-"
      return "\(side.rule) \(degraded) \(side.status.rawValue)"
    }
    return "\(change.person.name) \(side(change.now)) → \(side(change.then))"
  }
}
