import Rollcall
import RollcallStore
import Testing

@Suite("Settings of a workspace")
struct WorkspaceSettingTests {
  /// A setting, another value of it as the audit has it, and how to set it.
  struct Setting: CustomTestStringConvertible {
    let name: String
    let text: String
    let change: @Sendable (inout Workspace) -> Void
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ change: @escaping @Sendable (inout Workspace) -> Void) {
      (self.name, self.text, self.change) = (name, text, change)
    }
  }

  static let changes = [
    Setting("name", "Nord") { $0.name = "Nord" },
    Setting("time_zone", "Asia/Tokyo") { $0.timeZone = "Asia/Tokyo" },
    Setting("country", "SI") { $0.country = "SI" },
    Setting("retention_days", "7") { $0.retentionDays = 7 },
    Setting("offline_alerts", "on") { $0.tellsOffline = true },
    Setting("mass_percent", "55") { $0.massSilence.percent = 55 },
    Setting("mass_minutes", "9") { $0.massSilence.minutes = 9 },
    Setting("owners_two_factor", "on") { $0.ownersNeedTwoFactor = true },
    Setting("watching_counts", "off") { $0.watchingCounts = false },
    Setting("map_link", "https://m.example/{lat},{lng}") { $0.mapLink = "https://m.example/{lat},{lng}" },
    Setting("checklist", "off") { $0.showsChecklist = false },
  ]

  @Test("Each is kept in the column of its name, and no other changes", arguments: changes)
  func kept(setting: Setting) throws {
    let fixture = try TestStore()
    let before = try #require(try fixture.store.fleet.workspace(slug: "north"))
    _ = try fixture.store.fleet.setWorkspace(slug: "north", setting.change)
    let after = try #require(try fixture.store.fleet.workspace(slug: "north"))
    let changed = WorkspaceSetting.all.filter { $0.text(before) != $0.text(after) }
    #expect(changed.map(\.name) == [setting.name])
    #expect(changed.map { $0.text(after) } == [setting.text])
    let told = try fixture.texts("SELECT value_after FROM audit WHERE action = 'workspace.set'")
    #expect(told == ["\(setting.name) \(setting.text)"])
  }

  @Test("All are tried here")
  func all() { #expect(Self.changes.map(\.name) == WorkspaceSetting.all.map(\.name)) }

  @Test("One out of its limits is refused, and nothing is changed")
  func refused() throws {
    let fixture = try TestStore()
    let before = try fixture.store.fleet.workspace(slug: "north")
    #expect(throws: StoreError.invalid("retention_days: A whole number from 1 to 3,650.")) {
      _ = try fixture.store.fleet.setWorkspace(slug: "north") { ($0.name, $0.retentionDays) = ("N", 3_651) }
    }
    #expect(try fixture.store.fleet.workspace(slug: "north") == before)
  }
}
