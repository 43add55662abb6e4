import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

/// Writes the pages with which people act, as `PreviewTests` does the others.
@Suite("Pages with which people act, for the browser tests", .enabled(if: Previews.folder != nil))
struct ActingPreviewTests {
  @Test("every page and its states are written")
  func write() throws {
    try Previews.write(Acting.pages)
  }
}

/// The pages with which people act, in the states in which people meet them.
enum Acting {
  static let clock = PageClock(now: PageClock.sampleNow) { _ in 3_600 }

  static var pages: [(name: String, page: any Page)] {
    [
      ("incidents", IncidentsPage.sample), ("incidents-none", noIncidents), ("incident-new", emptyForm),
      ("incident-ranked", NewIncidentPage.sample), ("incident-wrong", wrongForm),
      ("incident-nobody", nobody), ("incident", IncidentPage.sample), ("incident-taken", taken),
      ("incident-over", over), ("incident-reassign", reassign), ("incident-unassigned", unassigned),
      ("incident-order", orderForm), ("settings-dispatch", DispatchSettingsPage.sample),
      ("settings-templates", TemplatesPage.sample),
      ("settings-templates-none", TemplatesPage.example(TemplateForm(), [])),
      ("settings-escalation", EscalationPage.sample),
      ("settings-escalation-wrong", wrongEscalation), ("settings-dispatch-wrong", wrongDispatch),
      ("alerts", AlertsPage.sample), ("alerts-none", noAlerts),
      ("alert", AlertPage.sample), ("alert-wrong", wrongAlert), ("alert-over", overAlert),
      ("settings", SettingsPage.sample), ("settings-workspace", WorkspaceSettingsPage.sample),
      ("settings-workspace-wrong", wrongWorkspace), ("settings-profiles", ProfilesPage.sample),
      ("settings-profile", ProfilePage.sample), ("settings-profile-wrong", wrongProfile),
      ("settings-profile-json", jsonProfile), ("settings-flags", FlagsPage.sample),
      ("settings-flags-wrong", wrongFlags), ("reports", ReportsPage.sample), ("reports-wrong", wrongReports),
      ("statement", StatementPage.sample), ("statement-empty", StatementPage.example(nil)),
      ("statement-wrong", StatementPage.example(nil, error: "“From” is not before “To”.")),
      ("statement-shift", StatementPage.example(.example(of: [.example(1), .example(2)]))),
      ("statement-incident", StatementPage.example(.example(of: [.example(1)], incident: .sample))),
      ("statement-mail-wrong", StatementMailPage.sample), ("statement-mails", StatementMailsPage.sample),
      ("statement-mails-none", StatementMailsPage.example([])),
      ("find", FindPage.sample), ("verify", VerifyPage.sample),
      ("verify-unknown", VerifyPage.example(.init(level: "danger", text: Words.Verify.unknown, entry: nil))),
      ("looks", LooksPage.sample), ("replay", ReplayPage.sample), ("report", ReportPage.sample),
      ("report-gaps", ReportPage.example(Report.ofLog[0])),
      ("report-empty", ReportPage.example(Report.ofDoubts[0], rows: 0)),
      ("report-incidents", ReportPage.example(Report.ofIncidents[0])),
    ]
  }

  static let noIncidents = IncidentsPage.example(
    IncidentList(incidents: [], matching: 0, counts: [:]), slug: "x")

  static let emptyForm = NewIncidentPage.example(
    .init(once: "o", regions: ["North"]))

  static let wrongForm = NewIncidentPage.example(
    .init(
      form: IncidentForm([
        ("where", "46.05"), ("severity", "high"), ("kind", "order"), ("notes", "Keep <this>"),
      ]),
      once: "o", regions: ["North"],
      problems: [
        FieldProblem("title", "An incident needs a title."),
        FieldProblem("where", "A longitude is missing: write 46.05, 14.50."),
      ],
      notice: ActionNotice(
        .warning, "Ravi Menon has just taken another mission.", detail: "Nothing was sent.")))

  static let nobody = NewIncidentPage.example(
    .init(
      form: IncidentForm([("where", "46, 14")]), once: "o", understood: "46.00000, 14.00000",
      candidates: noCandidates))

  static let noCandidates: CandidateList? = {
    let busy = (CandidateList.sampleRanking?.leftOut ?? []).map(\.person)
    return Position(latitude: 46, longitude: 14).map {
      CandidateList(.rank(busy, for: $0), href: { _ in "" }, clock: clock)
    }
  }()

  static let taken = IncidentPage.example(
    IncidentPage.sampleFile(.assigned),
    .init(
      assignees: [.sample],
      notice: ActionNotice(
        .warning, "The offer had just been accepted.", detail: "It could not be withdrawn."),
      note: String(repeating: "long ", count: 900),
      problems: [FieldProblem("note", "At most 4,000 characters.")]))

  static let over: IncidentPage = {
    var file = IncidentPage.sampleFile(.cancelled, offers: [], log: [IncidentPage.sampleLog[3]])
    let details = file.summary.incident.details
    file.summary.incident.details = NewIncident(
      kind: details.kind, title: details.title, severity: details.severity, position: details.position)
    file.summary.place = ""
    return IncidentPage.example(file)
  }()

  /// Being taken from somebody who is offline, with everything wrong that can be.
  static let reassign: IncidentPage = {
    let problems = [
      FieldProblem("within", "The time to answer is 15 to 600 seconds."),
      FieldProblem("reason", Words.Asking.reasonTooLong),
    ]
    var file = DispatchCase(id: Incident.ID(214), openedAt: PageClock.sampleNow.advanced(by: -300_000))
    (file.state, file.asking, file.round) = (
      .assigned, Asking(.parallel, picks: [Responder.ID(6), Responder.ID(5)]), 1
    )
    file.assignees = [
      Assignment(
        offer: Offer.ID(91), responder: Responder.ID(6), since: PageClock.sampleNow.advanced(by: -130_000),
        graceAt: PageClock.sampleNow.advanced(by: 41_000))
    ]
    return IncidentPage.example(
      IncidentPage.sampleFile(.assigned),
      .init(
        finding: Finding(
          file, names: { $0.rawValue == 6 ? "Ravi Menon" : "أحمد بن عبد الرحمن" },
          offlineSince: { _ in PageClock.sampleNow.advanced(by: -19_000) }, clock: clock),
        assignees: [.sample],
        ask: AskPart(
          .sample, assignee: (Offer.ID(91), "Ravi Menon", nil), settings: .standard, severity: .high,
          draft: .init(within: "5", reason: "No vehicle"), problems: problems), problems: problems))
  }()

  static let unassigned: IncidentPage = {
    var file = DispatchCase(id: Incident.ID(214), openedAt: PageClock.sampleNow.advanced(by: -300_000))
    (file.state, file.asking, file.round) = (.unassigned, Asking(.automatic), 1)
    file.wakeAt = PageClock.sampleNow.advanced(by: 61_000)
    return IncidentPage.example(
      IncidentPage.sampleFile(.unassigned, offers: []),
      .init(
        finding: Finding(file, names: { _ in "?" }, clock: clock),
        ask: noCandidates.map { AskPart($0, isAgain: true, settings: .standard, severity: .high) }))
  }()

  static let orderForm = NewIncidentPage.example(
    .init(
      form: IncidentForm([("kind", "order"), ("title", "Two parcels"), ("where", "46.0511, 14.5051")]),
      once: "o", regions: ["North"], understood: "46.05110, 14.50510",
      candidates: CandidateList.sample.ticking([Responder.ID(6), Responder.ID(7)])))

  static let wrongEscalation: EscalationPage = {
    let form = EscalationForm([("channel1", "3"), ("minutes1", "0")])
    return EscalationPage.example(form, problems: form.read([ChannelPage.sampleChannel]).problems)
  }()

  static let wrongDispatch: DispatchSettingsPage = {
    let form = DispatchForm([("answer_low", "5"), ("answer_high", ""), ("grace", "-1")])
    return DispatchSettingsPage.example(form, problems: form.read().problems)
  }()

  static let noAlerts = AlertsPage(
    shell: .example(.alerts), slug: "x", open: [], closed: [], board: "/w/x/board", clock: clock)

  /// Somebody was quicker, and the note is too long.
  static let wrongAlert: AlertPage = {
    let problems = [FieldProblem("note", "At most 200 characters.")]
    var page = AlertPage.sample
    page.notice = ActionNotice(
      .warning, "Somebody else has done something about this alert meanwhile.",
      detail: "Nothing was done. This is how it stands now.")
    page.problems = ProblemList(problems)
    page.forms = AlertForms(
      path: "/w/city-rescue/alerts/12",
      care: AlertCare(
        [AlertAct(id: 2, alert: 12, kind: .snooze, at: PageClock.sampleNow, actor: "member:1")], on: 12,
        at: PageClock.sampleNow), typed: ("I <call>", ""), problems: problems)
    return page
  }()

  /// Closed, and nobody did anything.
  static let overAlert = AlertPage(
    shell: .example(.alerts, title: "Alert 8"), slug: "x",
    AlertPage.Subject(
      alert: Alert(
        id: 8, topic: .responderFlapping(Responder.ID(8)),
        openedAt: PageClock.sampleNow.advanced(by: -90_000_000),
        closedAt: PageClock.sampleNow.advanced(by: -87_600_000), detail: "4 or more changes"),
      scope: "Omar Haddad", href: "", detail: "4 or more changes"), acts: [], clock: clock)

  static let wrongWorkspace = WorkspaceSettingsPage(
    shell: .example(.settings, title: "Workspace"), slug: "x",
    form: wrongWorkspaceForm, preview: .sample, ahead: .nothing, purges: [],
    problems: wrongWorkspaceForm.read(.sample).problems)
  private static let wrongWorkspaceForm = WorkspaceForm(
    [("name", ""), ("time_zone", "Mars/Base"), ("retention_days", "-5")], stored: .sample)

  static let wrongProfile: ProfilePage = {
    var form = ProfileForm(ProfilePage.sampleProfile)
    form.rules[0].degraded = "20"
    form.rules[1].batteryBelow = "low"
    return ProfilePage(
      shell: .example(.settings, title: "responder"), slug: "x", name: "responder", people: 1, form: form,
      json: "{}", preview: .sample, problems: form.read(name: "responder").problems)
  }()

  static let jsonProfile = ProfilePage(
    shell: .example(.settings, title: "responder"), slug: "x", name: "responder", people: 0,
    form: ProfileForm(ProfilePage.sampleProfile), json: "{\"name\": 3}", source: .json,
    problems: [FieldProblem("json", "This is no profile: name must be a text.")])

  static let wrongFlags = FlagsPage(
    shell: .example(.settings, title: "Gradual rollout"), slug: "x",
    flags: [("adaptive_intervals", "half", 20, 41), ("server_thresholds", "100", 1, 1)],
    problems: [FieldProblem("adaptive_intervals", "A whole number from 0 to 100.")])

  private static let wrongFilter = ReportFilter([("from", "2026-11-21"), ("to", "2026-11-01")])

  static let wrongReports = ReportsPage(
    shell: .example(.reports), slug: "x", filter: wrongFilter,
    form: ReportForm(
      wrongFilter, people: [], regions: [], profiles: [], error: Words.Spans.wrongOrder, clock: clock),
    covered: nil, clock: clock)
}
