import Rollcall
import RollcallWire

@testable import RollcallStore
@testable import RollcallWeb

extension AccountPage: Sampled {
  static let sample = example(twoFactor: .sample)

  /// The example, with the second factor on or off.
  static func example(twoFactor: TwoFactorState?) -> AccountPage {
    let shell = Shell.example(nil, title: "Account")
    return AccountPage(
      shell: shell, email: "ana@example.org", offered: [.sample], twoFactor: twoFactor,
      logins: [.sample, .other],
      problems: [FieldProblem("current", "This is not your password.")],
      notice: ActionNotice(.calm, "That login has ended."))
  }
}

extension OfferedMembershipRow: Sampled {
  static let sample = OfferedMembershipRow(
    OfferedMembership(
      id: Invitation.ID(12), workspace: .sample, role: .dispatcher,
      expiresAt: PageClock.sampleNow.advanced(by: 500_000_000)), clock: PageClock.sample)
}

extension TwoFactorState: Sampled {
  static let sample = TwoFactorState(since: .sample, codesLeft: 2, isLost: true)
}

extension LoginRow: Sampled {
  static let sample = LoginRow(
    LoginEntry(
      id: ConsoleSession.ID(7), createdAt: PageClock.sampleNow.advanced(by: -3_000_000),
      lastSeen: PageClock.sampleNow.advanced(by: -20_000), address: "203.0.113.7", browser: "Firefox on Linux"
    ),
    isThis: true, clock: PageClock.sample)

  /// Another one.
  static let other = LoginRow(
    LoginEntry(
      id: ConsoleSession.ID(6), createdAt: PageClock.sampleNow.advanced(by: -9_000_000),
      lastSeen: PageClock.sampleNow.advanced(by: -800_000), address: "2001:db8::17",
      browser: "Safari on iPhone"),
    isThis: false, clock: PageClock.sample)
}

extension TwoFactorPage: Sampled {
  static let sample = TwoFactorPage(
    shell: AccountPage.sample.head.shell, key: "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ",
    problems: [FieldProblem("code", "This is not the code that the app shows now.")])
}

extension RecoveryCodesPage: Sampled {
  static let sample = RecoveryCodesPage(
    shell: AccountPage.sample.head.shell, email: "ana@example.org",
    codes: (0..<10).map { "k7mw-2dq9-xht\("abcdefghjk".prefix($0 + 1).suffix(1))" }, isNew: true)
}

extension AuditPage: Sampled {
  static let sample = AuditPage(
    head: ListHead(
      AuditLine.listing, .example(.audit), at: "/w/city-rescue/audit",
      AuditPageFilter([("from", "2026-11-21"), ("cursor", "4212")]), .rows(7, next: "4206"),
      options: [
        "actor": [("member:7", "dora@example.org"), ("key:script", "API key script")],
        "action": ["export", "login", "look"].map { ($0, AuditWords.group($0)) },
      ], covered: PageClock.sampleNow.advanced(by: -43_473_000)..<PageClock.sampleNow,
      clock: PageClock.sample),
    holds: PagePath.holds("city-rescue"), rows: Rows([AuditRow.sample] + others),
    columns: AuditPageFilter().heads(
      AuditPageFilter.Sort.allCases.map { ($0.label, $0) }, by: \.order,
      falling: AuditPageFilter.Sort.falling, numbers: [.entry], at: "/w/city-rescue/audit"))

  static let others: [RollcallWeb.AuditRow] = [
    ("look.responder", "Mirela Novak", "responder 1", ""),
    (
      "export.history", "?responder=1&from=2026-11-20", "?responder=1&from=2026-11-20",
      "8,421 rows, sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    ),
    ("login.begin", "dora@example.org", "member 7", ""), ("login.fail", "dora@example.org", "member 7", ""),
    ("incident.open", "INC-12", "INC-12", "incident, critical"),
    ("look.responder", "ليلى حداد", "responder 9", ""),
  ].enumerated().map { index, entry in
    .example(
      4_210 - Int64(index), secondsAgo: Int64(index + 2) * 611, origin: "2001:db8::7", action: entry.0,
      about: entry.1, detail: entry.3)
  }
}

extension RollcallWeb.AuditRow: Sampled {
  static let sample = example(
    4_211, secondsAgo: 73, origin: "192.0.2.7", action: "workspace.set", about: "The workspace",
    detail: "by form", before: "retention_days 90", after: "retention_days 30")

  static func example(
    _ number: Int64, secondsAgo: Int64, origin: String, action: String, about: String, detail: String,
    before: String = "", after: String = ""
  ) -> RollcallWeb.AuditRow {
    RollcallWeb.AuditRow(
      key: "a\(number)", at: PageClock.sample.time(PageClock.sampleNow.advanced(by: -secondsAgo * 1_000)),
      number: Words.grouped(number), who: "dora@example.org",
      whoHref: "/w/city-rescue/audit?actor=member%3A7", origin: origin, what: AuditWords.action(action),
      action: action, about: about, aboutHref: "/w/city-rescue/audit?subject=workspace", detail: detail,
      before: before, after: after)
  }
}

extension CardsPage: Sampled {
  static let sample = CardsPage(
    shell: .example(.responders, title: "Cards"), slug: "city-rescue",
    filter: Filter(search: "nov", profile: "responder", region: "North", onlyNew: true), people: [.sample],
    profiles: ["responder"], regions: ["North"],
    form: ConnectForm(ReportIntervals(onDuty: 60, onMission: 15)), list: "name,phone\nMirela Novak,+386",
    problems: [
      FieldProblem("list", "Line 2: a phone is + and 7 to 15 digits (E.164)."),
      FieldProblem("app", "Choose an app."),
    ])
}

extension PickRow: Sampled {
  static let sample = PickRow(
    Responder(
      id: Responder.ID(17), workspace: Workspace.ID(1), name: "Mirela Novak", profile: "responder",
      region: "North"), lastContact: .sample, isPicked: true)
}

extension CardSheetPage: Sampled {
  static let sample = CardSheetPage(
    shell: .example(.responders, title: "Cards"), slug: "city-rescue", app: .owntracks,
    cards: [.sample, .sample, .sample])
}

extension PhoneCard: Sampled {
  static let sample = PhoneCard(
    name: "Mirela Novak", workspace: "City Rescue", app: PhoneApp.owntracks.name,
    drawing: ConnectCode.example(.owntracks).drawing, steps: PhoneApp.owntracks.steps.map(TextLine.init))
}

extension SetUpPage: Sampled {
  static let sample = SetUpPage(
    title: "Set up OwnTracks", person: "Mirela Novak", workspace: "City Rescue", code: .sample)
}

extension CodeDrawing: Sampled {
  static let sample =
    CodeDrawing("https://rollcall.example.org/", label: "The code to scan")
    ?? CodeDrawing(
      box: "0 0 29 29", ground: "M0 0h29v29H0z", path: "M4 4h7v7h-7z", label: "The code to scan")
}

extension EntryLine: Sampled {
  static let sample = EntryLine(label: "URL", value: "https://rollcall.example.org/ingest/owntracks")
}

extension AdvicePart: Sampled {
  static let sample = AdvicePart(PhoneMaker.samsung.advice)
}

extension SystemAdvice: Sampled {
  static let sample = SystemAdvice(.android, PhoneAdvice.toAllow(on: .android))
}

extension TextLine: Sampled {
  static let sample = TextLine("Install OwnTracks and open it once.")
}

extension ConnectCode: Sampled {
  static let sample: ConnectCode = {
    var code = example(.owntracks)
    code.code = example(.script).code
    return code
  }()

  /// The example of an app.
  static func example(_ app: PhoneApp) -> ConnectCode {
    ConnectCode(
      app,
      PhoneEnrolment(
        app, server: "https://rollcall.example.org", secret: "2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM",
        intervals: ReportIntervals(onDuty: 60, onMission: 15)))
  }
}

extension WaitingPart: Sampled {
  static let sample = WaitingPart(.sample, PageClock.sample)
}

extension DeviceRow: Sampled {
  static let sample = DeviceRow(.sample, slug: "city-rescue", clock: PageClock.sample)
}

extension DeviceFacts: Sampled {
  /// A phone that reports, and has trouble with its clock.
  static let sample = DeviceFacts(
    id: 12, app: .owntracks, name: "OwnTracks", createdAt: PageClock.sampleNow.advanced(by: -600_000),
    lastContact: PageClock.sampleNow.advanced(by: -12_000), positions: 3,
    lastPosition: PageClock.sampleNow.advanced(by: -12_000), accuracy: 9, battery: 0.83,
    intervals: ReportIntervals(onDuty: 60, onMission: 15), drops: [("clock_error", 412)])
}

extension ConnectPage: Sampled {
  static let sample: ConnectPage = {
    var page = example
    page.isReloaded = true
    return page
  }()

  static let example = ConnectPage(
    shell: .example(.responders, title: "Connect a phone"), slug: "city-rescue",
    Parts(
      person: (Responder.ID(17), "Mirela Novak"), devices: [.sample],
      duty: .sample, own: (PageClock.sampleNow.advanced(by: 7_000_000_000), PageClock.sampleNow),
      hasNumber: true),
    form: ConnectForm(ReportIntervals(onDuty: 60, onMission: 0)),
    problems: [FieldProblem("on_mission", "A whole number from 1 to 86,400.")], code: .sample,
    secret: .ownPage(
      of: "Mirela Novak", link: "https://rollcall.example.org/me/2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM"),
    notice: ActionNotice(.calm, "The old secret has stopped working."), clock: PageClock.sample)
}

extension DutySwitchPart: Sampled {
  static let sample = DutySwitchPart(
    .offDuty, label: "Off duty", on: "Put on duty", off: "Take off duty",
    path: "/w/city-rescue/responders/17/duty")
}

extension OwnLinkPart: Sampled {
  static let sample = OwnLinkPart(
    (PageClock.sampleNow.advanced(by: 7_000_000_000), PageClock.sampleNow), path: "/own-link",
    problems: [FieldProblem("days", "A whole number from 1 to 365.")], clock: PageClock.sample)
}

extension LetInPart: Sampled {
  static let sample = LetInPart(path: "/w/city-rescue/responders/17/let-in")
}

extension DevicePage: Sampled {
  static let sample: DevicePage = {
    var page = example(.sample)
    page.unit = Self.unit("mps", [FieldProblem("unit", "There is no such unit.")])
    return page
  }()

  static func example(_ device: DeviceFacts) -> DevicePage {
    DevicePage(
      shell: .example(.responders, title: "OwnTracks"), slug: "city-rescue",
      person: (Responder.ID(17), "Mirela Novak"), device,
      lastDrops: [(PageClock.sampleNow.advanced(by: -40_000), "clock_error")],
      userAgent: "Owntracks-Android/gms/420600000",
      typed: Typed(name: "OwnTracks", onDuty: "60", onMission: "0", unit: "knots", commands: "yes"),
      problems: [FieldProblem("on_mission", "A whole number from 1 to 86,400.")],
      notice: ActionNotice(.calm, "The settings are saved."), clock: PageClock.sample)
  }
}

extension DropRow: Sampled {
  static let sample = DropRow(at: .sample, why: "clock error")
}

extension InvitationPage: Sampled {
  static let sample = InvitationPage(
    .stranger, path: "/i/sample", workspace: "City Rescue", email: "nina@example.org", role: .dispatcher,
    csrf: "sample-token", problems: [FieldProblem("again", "This is not the same password.")])
}

extension PasswordField: Sampled {
  static let sample = PasswordField(
    "password", "Password", hint: "At least 8 characters.", isNew: true,
    problems: [FieldProblem("password", Words.FirstRun.badPassword)])
}

extension KeysPage: Sampled {
  static let sample = KeysPage(
    shell: .example(.settings, title: "API keys"), slug: "city-rescue", mayGive: Role.admin.given,
    keys: [.sample], typed: ("nightly report", "auditor"),
    problems: [FieldProblem("name", "There is a key of this name.")],
    secret: .key(named: "cad", secret: "rck_2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM"),
    notice: ActionNotice(.calm, "The key has ended."))
}

extension KeyRow: Sampled {
  static let sample = KeyRow(
    APIKeyEntry(
      name: "nightly report", role: .auditor, createdAt: PageClock.sampleNow.advanced(by: -90_000_000),
      lastUsed: PageClock.sampleNow.advanced(by: -600_000)),
    by: .admin, slug: "city-rescue", clock: PageClock.sample)
}

extension LoginCodePage: Sampled {
  static let sample = LoginCodePage(
    csrf: "sample-token", next: "/w/city-rescue/board", error: wrongCode, waitSeconds: 40)
}

extension LoginPage: Sampled {
  static let sample = LoginPage(
    csrf: "sample-token", next: "/w/city-rescue/board", email: "dispatcher@example.org",
    error: wrongCredentials, waitSeconds: 40)
}

extension MembersPage: Sampled {
  static let sample = MembersPage(
    shell: .example(.settings, title: "Members"), slug: "city-rescue", mayGive: Role.owner.given,
    members: MemberRow.samples, invitations: [.sample], typed: ("nina@example", "dispatcher"),
    problems: [FieldProblem("email", "This is not an e-mail address.")], secret: .sample,
    notice: ActionNotice(.calm, Words.Members.roleChanged, detail: Words.Members.holdsFromNextRequest))
}

extension MemberRow: Sampled {
  static let sample = samples[0]

  /// An owner who reads, and others.
  static let samples = [
    row(1, "ana@example.org", .owner, true, 20_000, isReader: true),
    row(
      2, "a.very.long.address.of.somebody@dispatch.city-rescue.example.org", .dispatcher, false, 90_000_000),
    row(3, "zoran@example.org", .viewer, false, nil),
  ]

  static func row(
    _ id: Int64, _ email: String, _ role: Role, _ factor: Bool, _ ago: Milliseconds?, isReader: Bool = false
  ) -> MemberRow {
    MemberRow(
      MemberEntry(
        id: Member.ID(id), email: email, role: role, hasTwoFactor: factor,
        lastLogin: ago.map { PageClock.sampleNow.advanced(by: -$0) }),
      by: .owner, isReader: isReader, slug: "city-rescue", clock: PageClock.sample)
  }
}

extension RollcallWeb.InvitationRow: Sampled {
  static let sample = RollcallWeb.InvitationRow(
    Invitation(
      id: Invitation.ID(4), email: "nina@example.org", role: .dispatcher, madeBy: "ana@example.org",
      createdAt: PageClock.sampleNow, expiresAt: PageClock.sampleNow.advanced(by: -60_000)),
    by: .owner, slug: "city-rescue", clock: PageClock.sample)
}

extension ScreensPage: Sampled {
  static let sample = ScreensPage(
    shell: .example(.settings, title: "Screens"), slug: "city-rescue", screens: [.sample],
    typed: ("Control room", "365"), problems: [FieldProblem("days", "A whole number from 1 to 90.")],
    secret: .screen(
      named: "Control room",
      link: "https://rollcall.example.org/screen/2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM"),
    notice: ActionNotice(.calm, "The screen is dark."))
}

extension ScreenRow: Sampled {
  static let sample = ScreenRow(
    Screen(
      id: Screen.ID(3), name: "Control room", createdAt: PageClock.sampleNow.advanced(by: -90_000_000),
      expiresAt: PageClock.sampleNow.advanced(by: 7_000_000_000),
      lastSeen: PageClock.sampleNow.advanced(by: -20_000)),
    slug: "city-rescue", clock: PageClock.sample)
}

extension SecretOnce: Sampled {
  static let sample = invitation(
    to: "nina@example.org", link: "https://rollcall.example.org/i/2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM"
  )
}
