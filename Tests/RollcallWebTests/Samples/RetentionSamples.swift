import Rollcall

@testable import RollcallStore
@testable import RollcallWeb

extension HoldRow: Sampled {
  static let sample = {
    var row = HoldRow(
      HoldsPage.sampleHolds[2], slug: "city-rescue", person: { _ in "أحمد بن عبد الرحمن" }, actor: { $0 },
      clock: PageClock.sample)
    row.release = "/w/city-rescue/holds/1/release"
    row.until = .sample
    row.span = "20 Nov 11:52 – 13:10"
    return row
  }()
}

extension HoldsPage: Sampled {
  static let sampleHolds: [Hold] = {
    let now = PageClock.sampleNow
    let before = { (hours: Int64) in now.advanced(by: -hours * 3_600_000) }
    return [
      Hold(
        id: Hold.ID(4), subject: .incident(Incident.ID(214)), reason: "Inquest 12/2026", madeAt: before(30),
        madeBy: "member:7"),
      Hold(
        id: Hold.ID(3), subject: .person(Responder.ID(2), TimeSpan(from: before(60), to: before(36))),
        reason: "Collision in North Street, asked for by the insurer", madeAt: before(20), madeBy: "member:7",
        until: before(-2_000)),
      Hold(
        id: Hold.ID(1), subject: .person(Responder.ID(1), TimeSpan(from: before(900), to: before(880))),
        reason: "<b>Complaint</b>", madeAt: before(700), madeBy: "key:auditing", until: nil,
        release: Hold.Release(at: before(90), by: "member:9", note: "Withdrawn on 17 November.")),
    ]
  }()

  static func example(
    _ holds: [Hold] = sampleHolds, form: HoldForm = HoldForm(), problems: [FieldProblem] = []
  ) -> HoldsPage {
    let people = [Responder.ID(1): "أحمد بن عبد الرحمن", Responder.ID(2): "Mirela Novak"]
    return HoldsPage(
      shell: .example(.audit, title: "Holds", role: .auditor), slug: "city-rescue",
      holds: holds.map {
        HoldRow(
          $0, slug: "city-rescue", person: { people[$0] ?? "" },
          actor: { $0 == "member:7" ? "eva@example.org" : $0 }, clock: PageClock.sample)
      }, people: [(2, "Mirela Novak"), (1, "أحمد بن عبد الرحمن")], ahead: .sample,
      purges: holds.isEmpty ? [] : [.sample, .passedOver], form: form, problems: problems,
      clock: PageClock.sample)
  }

  /// With holds of every state.
  static let some = example()

  /// Nothing is on hold, nothing was purged.
  static let none: HoldsPage = {
    var page = example([])
    page.ahead = .nothing
    return page
  }()

  /// A form that cannot be understood.
  static let wrong: HoldsPage = {
    var form = HoldForm()
    (form.responder, form.from, form.to) = ("2", "yesterday", "2026-11-21")
    return example(form: form, problems: form.read(Zone("Europe/Ljubljana")).problems)
  }()

  static let sample = {
    var page = example(
      problems: [
        FieldProblem("reason", "Say why, in 1 to 200 characters."),
        FieldProblem("", "There is no such incident."),
      ])
    page.notice = .sample
    page.empty = .sample
    return page
  }()
}

extension HoldFields: Sampled {
  static let sample = HoldFields(
    HoldForm(), path: "/w/city-rescue/holds", people: [(1, "Ana")],
    problems: [FieldProblem("responder", "Choose somebody, or name an incident.")], clock: .sample)
}

extension PurgeAhead: Sampled {
  static let sample = PurgeAhead(
    goes:
      "Until midnight 41,220 positions of 37 people, 3,100 uploads, 12 device events and 52 entries of the log go.",
    before: PageClock.sample.time(PageClock.sampleNow.advanced(by: -7_776_000_000)),
    passedOver: "812 positions of 3 people, by holds 3, 4")
}

extension PurgeAhead {
  static let nothing = PurgeAhead(
    goes: "Nothing expires until midnight.",
    before: PageClock.sample.time(PageClock.sampleNow.advanced(by: -7_776_000_000)), passedOver: "")
}

extension PurgeRow: Sampled {
  static let sample = example("2026-11-20", pings: "13,882", people: "37")

  /// A day on which everything that was due is on hold.
  static let passedOver = {
    var row = example("2026-11-19", pings: "0", people: "0")
    (row.uploads, row.deviceEvents, row.logRows) = ("0", "0", "0")
    return row
  }()

  private static func example(_ day: String, pings: String, people: String) -> PurgeRow {
    PurgeRow(
      day: day, at: PageClock.sample.time(PageClock.sampleNow.advanced(by: -34_000_000)),
      limit: PageClock.sample.time(PageClock.sampleNow.advanced(by: -7_776_000_000)), pings: pings,
      uploads: "431", deviceEvents: "7", logRows: "52", people: people,
      passedOver: "812 positions and 31 uploads of 3 people, by holds 3, 4",
      entry: "/w/city-rescue/audit?action=retention.purge&subject=\(day)&from=\(day)", number: "8117")
  }
}

extension PurgePreview: Sampled {
  static let sample = PurgePreview(
    RetentionPreview(
      days: 60, before: PageClock.sampleNow, pings: 81_332, uploads: 38_101, deviceEvents: 212, people: 37,
      oldest: PageClock.sampleNow.advanced(by: -7_689_600_000), heldBack: HeldBack()),
    seen: "60-c2FtcGxl", clock: PageClock.sample)
}

extension Workspace {
  static let sample = Workspace(
    id: Workspace.ID(1), slug: "city-rescue", name: "City Rescue", timeZone: "Europe/Ljubljana",
    retentionDays: 90, tellsOffline: true, ownersNeedTwoFactor: true)
}

extension WorkspaceSettingsPage: Sampled {
  static let sample = WorkspaceSettingsPage(
    shell: .example(.settings, title: "Workspace"), slug: "city-rescue",
    form: WorkspaceForm(.sample),
    preview: .sample, ahead: .sample, purges: [.sample])
}
