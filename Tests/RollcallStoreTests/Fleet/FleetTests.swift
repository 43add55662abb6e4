import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("Workspaces, people and profiles")
struct FleetTests {
  @Test("A workspace comes back as it was made, and changes field by field")
  func workspace() throws {
    let fixture = try TestStore()
    let store = fixture.store
    let made = try store.fleet.addWorkspace(
      slug: "south", name: "Süd", timeZone: "Europe/Vienna", retentionDays: 30, profiles: [.family])
    #expect(try store.fleet.workspace(slug: "south") == made)
    let changed = try store.fleet.setWorkspace(slug: "south") { $0.timeZone = "UTC" }
    #expect(changed.name == "Süd")
    #expect(changed.timeZone == "UTC")
    #expect(changed.retentionDays == 30)
    #expect(try store.fleet.workspaces().map(\.slug) == ["north", "south"])
    #expect(try store.fleet.workspace(slug: "west") == nil)
  }

  @Test(
    "A bad workspace is refused in words",
    arguments: [
      ("Bad", "n", "UTC", 90), ("", "n", "UTC", 90), ("ok", "", "UTC", 90), ("ok", "n", "Nowhere/City", 90),
      ("ok", "n", "UTC", 0), ("ok", "n", "UTC", 3_651), ("ok", String(repeating: "n", count: 201), "UTC", 90),
    ])
  func badWorkspace(slug: String, name: String, zone: String, days: Int) throws {
    let fixture = try TestStore()
    let store = fixture.store
    let error = #expect(throws: StoreError.self) {
      try store.fleet.addWorkspace(slug: slug, name: name, timeZone: zone, retentionDays: days, profiles: [])
    }
    #expect(error?.isInvalid == true)
    #expect(try store.fleet.workspaces().count == 1)
  }

  @Test("A slug is taken once, and a profile that cannot work is refused with the workspace")
  func conflicts() throws {
    let fixture = try TestStore()
    #expect(throws: StoreError.conflict("workspace north exists")) { try fixture.addWorkspace("north") }
    let broken = Profile(name: "broken", rules: [])
    #expect(throws: StoreError.invalid("profile broken: rules: at least one")) {
      try fixture.store.fleet.addWorkspace(slug: "x", name: "X", timeZone: "UTC", profiles: [broken])
    }
    #expect(throws: StoreError.self) { try fixture.store.fleet.importProfile(broken, slug: "north") }
  }

  @Test("People are added all or none, with the line at fault")
  func allOrNone() throws {
    let fixture = try TestStore()
    let store = fixture.store
    let good = NewResponder(name: "Ana", phone: "+38640111222", region: "Center")
    for bad in [
      NewResponder(name: ""), NewResponder(name: "a\tb"), NewResponder(name: "B", phone: "040"),
      NewResponder(name: "B", phone: "+38640111222"), NewResponder(name: "B", profile: "pilot"),
      NewResponder(name: "B", region: ""), NewResponder(name: "B", externalID: ""),
    ] {
      let error = #expect(throws: StoreError.self) {
        try store.fleet.addResponders([good, bad], slug: "north")
      }
      #expect("\(String(describing: error))".contains("line 2: "))
      #expect(try store.fleet.responders(slug: "north").isEmpty)
    }
    let ids = try store.fleet.addResponders([good, NewResponder(name: "Bor")], slug: "north")
    #expect(try store.fleet.responders(slug: "north").map(\.id) == ids)
    #expect(try store.fleet.responders(slug: "north").map(\.region) == ["Center", nil])
    #expect(throws: StoreError.notFound("workspace west")) {
      try store.fleet.addResponders([good], slug: "west")
    }
  }

  @Test("A change of a person keeps what is not named; another profile has its rule at once")
  func change() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone(name: "Ana")
    try await phone.send([ping(10, 1)], at: 10)
    let changed = try fixture.store.phones.setResponder(
      phone.id, slug: "north", name: nil, phone: "+38640111222", profile: "responder", region: "West",
      isActive: nil)
    #expect(changed.name == "Ana")
    #expect(try phone.row.live.force.name == "responder/on_duty")
    #expect(try phone.row.live.force.thresholds == Thresholds(degraded: 90_000, offline: 180_000))
    #expect(try phone.row.person.region == "West")
    try await phone.send([ping(20, 2)], at: 20)
    #expect(try phone.row.rule == "on_duty")
  }

  @Test("An imported profile counts from the next report on")
  func importProfile() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(10, 1)], at: 10)
    let quick = Profile(name: "family", rules: [ProfileRule(name: "quick", interval: 5)])
    try fixture.store.fleet.importProfile(quick, slug: "north")
    try await phone.send([ping(20, 2)], at: 20)
    #expect(try phone.row.rule == "quick")
    #expect(try phone.row.live.force.thresholds == Thresholds(degraded: 7_500, offline: 15_000))
    #expect(try fixture.store.fleet.profiles(slug: "north") == [quick, .responder])
  }

  @Test("A rule for the night goes by the workspace's time zone")
  func timeZone() async throws {
    // The test's first moment is 2027-01-15 08:00 UTC: 09:00 in Ljubljana, 03:00 in New York.
    var night = ProfileRule.Condition()
    night.between = ["22:00", "06:00"]
    let profile = Profile(
      name: "family",
      rules: [ProfileRule(name: "night", when: night, interval: 600), ProfileRule(name: "day", interval: 60)])
    for (zone, rule) in [("Europe/Ljubljana", "day"), ("America/New_York", "night")] {
      let fixture = try TestStore(timeZone: zone)
      try fixture.store.fleet.importProfile(profile, slug: "north")
      let phone = try fixture.phone()
      try await phone.send([ping(0, 1)], at: 0)
      #expect(try phone.row.rule == rule, "\(zone)")
    }
  }

  @Test("Edits of one profile at the same time are carried out one after the other, and none is lost")
  func edits() async throws {
    let fixture = try TestStore()
    let (store, scope) = (fixture.store, Scope.test(fixture.workspace.id, "key:hr"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...8 {
        group.addTask {
          _ = try store.fleet.editProfile("family", in: scope) {
            $0.rules[2].interval = ($0.rules[2].interval ?? 0) + 1
          }
        }
      }
      try await group.waitForAll()
    }
    var family = Profile.family
    family.rules[2].interval = 308
    #expect(try store.fleet.profiles(slug: "north").contains(family))
    #expect(throws: StoreError.invalid("no")) {
      try store.fleet.editProfile("family", in: scope) {
        $0.rules[2].interval = 5
        throw StoreError.invalid("no")
      }
    }
    #expect(throws: StoreError.invalid("rules: at least one")) {
      try store.fleet.editProfile("family", in: scope) { $0.rules = [] }
    }
    #expect(throws: StoreError.notFound("profile pilot")) {
      try store.fleet.editProfile("pilot", in: scope) { _ in }
    }
    #expect(try store.fleet.profiles(slug: "north").contains(family))
    let renamed = try store.fleet.editProfile("family", in: scope) { $0.name = "crew" }
    #expect(renamed.name == "family")
  }

  @Test("The version of a board grows with each report, and only its own workspace's")
  func boardVersion() async throws {
    let fixture = try TestStore()
    let south = try fixture.addWorkspace("south")
    let phone = try fixture.phone()
    var version = fixture.store.boards.version(of: fixture.workspace.id)
    for moment in [10.0, 20, 30] {
      try await phone.contact(at: moment)
      let next = fixture.store.boards.version(of: fixture.workspace.id)
      #expect(next > version)
      version = next
    }
    #expect(fixture.store.boards.version(of: south.id) == 0)
  }
}
