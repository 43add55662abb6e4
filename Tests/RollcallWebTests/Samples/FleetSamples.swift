import Rollcall

@testable import RollcallStore
@testable import RollcallWeb

extension FlagSetting: Sampled {
  static let sample = FlagSetting(
    name: "adaptive_intervals", percent: "50", on: 20, total: 41,
    problems: [FieldProblem("adaptive_intervals", "A whole number from 0 to 100.")])
}

extension FlagsPage: Sampled {
  static let sample = FlagsPage(
    shell: .example(.settings, title: "Gradual rollout"), slug: "city-rescue",
    flags: [
      ("adaptive_intervals", "50", 20, 41), ("server_thresholds", "100", 41, 41),
      ("native_fallback", "0", 0, 41),
    ])
}

extension ProfilePage: Sampled {
  /// The profile of the example.
  static let sampleProfile: Profile = {
    var mission = ProfileRule.Condition()
    (mission.duty, mission.powerMode) = ("on_mission", "low_power")
    var night = ProfileRule.Condition()
    (night.between, night.batteryBelow) = (["22:00", "06:00"], 0.15)
    return Profile(
      name: "responder", labels: ["on_duty": "On shift"], queueLimit: 1_000, order: .fifo,
      offers: ["incident"],
      rules: [
        ProfileRule(
          name: "on_mission, low power", when: mission, interval: 30, distance: 500, degraded: 45, offline: 60
        ),
        ProfileRule(name: "on_duty, night", when: night, interval: 300),
        ProfileRule(name: "on_duty", interval: 60, distance: 50, degraded: 90, offline: 180),
      ])
  }()

  static let sample = ProfilePage(
    shell: .example(.settings, title: "Profile responder"), slug: "city-rescue", name: "responder",
    people: 410,
    form: ProfileForm(sampleProfile), json: "{\n  \"name\": \"responder\"\n}", preview: .sample)
}

extension ProfileChangeRow: Sampled {
  static let sample = ProfileChangeRow(
    responder: 4, name: "Sipho Dlamini", href: "/w/city-rescue/responders/4",
    now: Side(
      rule: "on_duty", thresholds: Thresholds(degraded: 90_000, offline: 180_000),
      status: StatusPill(.degraded)),
    then: Side(
      rule: "on_duty, night", thresholds: Thresholds(degraded: 450_000, offline: 900_000),
      status: StatusPill(.online)))
}

extension ProfilePreview: Sampled {
  static let sample = ProfilePreview(
    hash: "d1b2", rows: [.sample, second], changing: 122, changingStatus: 1, people: 410,
    clock: PageClock.sample)

  private static let second = ProfileChangeRow(
    responder: 5, name: "أحمد بن عبد الرحمن", href: "",
    now: .init(
      rule: "on_duty", thresholds: Thresholds(degraded: 90_000, offline: 180_000), status: StatusPill(.online)
    ),
    then: .init(rule: "on_duty", thresholds: nil, status: StatusPill(.online)))
}

extension ProfileRow: Sampled {
  static let sample = ProfileRow(ProfilePage.sampleProfile, slug: "city-rescue", people: 41)
}

extension ProfilesPage: Sampled {
  static let sample = ProfilesPage(
    shell: .example(.settings, title: "Profiles"), slug: "city-rescue", rows: [.sample])
}

extension ResponderRow: Sampled {
  static let sample = example(hasNumbers: true)
  static let numberless = example(hasNumbers: false)

  private static func example(hasNumbers: Bool) -> ResponderRow {
    let person = Responder(
      id: Responder.ID(1), workspace: Workspace.ID(1), name: "Mirela Novak", phone: "+38640123456",
      profile: "responder", region: "North", externalID: "KB-017")
    return ResponderRow(
      RosterPerson(
        entry: RosterEntry(responder: person, deviceID: "Pixel 7", lastContact: PageClock.sampleNow),
        status: (pill: StatusPill(.degraded), rank: 1), apps: ["Rollcall app", "Traccar Client"],
        hasPush: true, hasText: false),
      href: "/w/city-rescue/history?responder=1", hasStatus: true, hasNumbers: hasNumbers, isSelectable: true,
      lastContact: .sample)
  }
}

extension RespondersPage: Sampled {
  static let sample = RespondersPage(
    head: ListHead(
      RosterEntry.listing("city-rescue"),
      Shell(
        section: .responders, slug: "city-rescue", workspace: "City Rescue", member: "Dispatcher A.",
        role: .dispatcher, csrf: "sample-token", now: PageClock.sampleNow),
      at: "/w/city-rescue/responders", ResponderFilter(), .page(1, shown: 2, size: 200, matching: 2),
      clock: PageClock.sample),
    search: "", manage: ManageLinks("city-rescue"), hasNumbers: true, hasTicks: true,
    notice: ActionNotice(
      .warning, Words.People.switched(3, on: true), detail: Words.People.busy("Mirela Novak"),
      action: Link(label: Words.People.printCodes, href: "/w/city-rescue/connect")),
    columns: ResponderFilter().heads(
      RespondersPage.heads(hasStatus: true, hasNumbers: true), by: \.order, at: "/w/city-rescue/responders"),
    many: ManyPart(
      "city-rescue", ResponderFilter([("q", "o"), ("region", "North")]), matching: 2,
      profiles: ["responder", "driver"],
      regions: ["North"], mayManage: true),
    rows: Rows([
      .sample,
      ResponderRow(
        RosterPerson(
          entry: RosterEntry(
            responder: Responder(
              id: Responder.ID(2), workspace: Workspace.ID(1), name: "Jonas Weber", profile: "driver",
              isActive: false)), apps: [], hasPush: false, hasText: false),
        href: "", hasStatus: true, hasNumbers: true, isSelectable: true, lastContact: .never),
    ]))
}

extension RuleFields: Sampled {
  static let sample = RuleFields(
    RuleForm(ProfilePage.sampleProfile.rules[0]), index: 1, isLast: false, problems: [])
}

extension SettingsEntry: Sampled {
  static let sample = SettingsEntry(
    link: Link(label: "Workspace", href: "/w/city-rescue/settings/workspace"),
    summary: "City Rescue · Europe/Ljubljana · positions are kept for 90 days")
}

extension SettingsPage: Sampled {
  static let sample = SettingsPage(
    shell: .example(.settings), slug: "city-rescue", timeZone: "Europe/Ljubljana", retentionDays: 90,
    profiles: ["driver", "event", "family", "field", "responder"],
    flags: [("adaptive_intervals", 50), ("server_thresholds", 100), ("native_fallback", 100)])
}
