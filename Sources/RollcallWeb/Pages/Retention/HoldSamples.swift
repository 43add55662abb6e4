import Rollcall

extension HoldsPage {
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
      purges: holds.isEmpty ? [] : [.sample, .passedOver], form: form, problems: problems)
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
    return example(form: form, problems: form.read { Timestamp(rfc3339: $0) }.problems)
  }()
}
