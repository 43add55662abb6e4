public import Rollcall

/// Connects a phone without an app of ours: which app, its code, and what has come of it.
public struct ConnectPage: Page {
  /// Its template.
  public static let template = "Access/ConnectPage"
  /// What is fetched again while the page is open.
  public static let fragmentTemplate: String? = "Access/Connect"

  /// What surrounds it.
  public var shell: Shell
  /// Their name.
  public var name: String
  /// Their page.
  public var back: String
  /// The page's own path, where its form leads.
  public var path: String
  /// The instant at which the page was made, RFC 3339: the script's clock.
  public var now: String
  /// The instant of the data.
  public var asOf: Moment
  /// Its age.
  public var age: Moment
  /// What happened.
  public var notice: ActionNotice?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// The code of a device that was just made.
  public var code: ConnectCode?
  /// What has come of the newest device; absent when there is none.
  public var waiting: WaitingPart?
  /// Whether the page is loaded again without script, because a report is awaited and no code would be lost.
  public var isReloaded: Bool
  /// Their devices, the newest first.
  public var devices: [DeviceRow]
  /// Whether there is one.
  public var hasDevices: Bool
  /// The apps to choose from.
  public var app: FormSelect
  /// What the console is to call it.
  public var label: FormField
  /// How often it reports.
  public var intervals: [FormField]
  /// Whether they are on duty, where no app of theirs says so; absent where one does.
  public var duty: DutySwitchPart?
  /// The link of their own page.
  public var own: OwnLinkPart
  /// Where a code is made by which their phone logs in without a message; absent without a number.
  public var letIn: LetInPart?
  /// A link or code that was just made.
  public var secret: SecretOnce?
  /// Where cards for many people are made.
  public var cards: String

  /// What a page is made of.
  public struct Parts: Sendable {
    /// Their id and name.
    public var person: (id: Responder.ID, name: String)
    /// Their devices, the newest first.
    public var devices: [DeviceFacts]
    /// Whether they are on duty, where no app of theirs says so.
    public var duty: DutySwitchPart?
    /// When the link of their own page ends, and when it was last opened; `nil` = there is none.
    public var own: (expiresAt: Timestamp, lastUsed: Timestamp?)?
    /// Whether they can be let in: they are active and have a number.
    public var hasNumber: Bool
  }

  /// The page; `form` is what was typed.
  init(
    shell: Shell, slug: String, _ parts: Parts, form: ConnectForm, problems: [FieldProblem] = [],
    code: ConnectCode? = nil, secret: SecretOnce? = nil, notice: ActionNotice? = nil, clock: PageClock
  ) {
    self.shell = shell
    name = parts.person.name
    back = PagePath.person(slug, parts.person.id)
    path = Self.path(slug, parts.person.id)
    (now, asOf, age) = (LocalTime.iso(clock.now), clock.time(clock.now), clock.age(of: clock.now))
    self.notice = notice
    self.problems = ProblemList(problems)
    self.code = code
    waiting = parts.devices.first.map { WaitingPart($0, clock) }
    isReloaded = code == nil && problems.isEmpty && parts.devices.first.map { $0.positions == 0 } ?? false
    devices = parts.devices.map { DeviceRow($0, slug: slug, clock: clock) }
    hasDevices = !parts.devices.isEmpty
    app = form.apps(problems)
    label = FormField(
      "name", "What the console calls it", value: form.name, hint: "May be empty: then as the app is called.",
      problems: problems)
    intervals = form.intervalFields(problems)
    duty = parts.duty
    own = OwnLinkPart(parts.own, path: "\(back)/own-link", problems: problems, clock: clock)
    letIn = parts.hasNumber ? LetInPart(path: "\(back)/let-in") : nil
    self.secret = secret
    cards = PagePath.cards(slug)
  }

  /// The page's path.
  public static func path(_ slug: String, _ id: Responder.ID) -> String {
    PagePath.connect(slug, id)
  }

  /// Changes when what the page shows changes, and not because time passes: for an `ETag`.
  public var version: String { LiveVersion.of(self) }

  /// An example with every kind of content.
  public static let sample: ConnectPage = {
    var page = example
    page.isReloaded = true
    return page
  }()

  private static let example = ConnectPage(
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

/// Whether somebody is on duty, and the switch.
public struct DutySwitchPart: PagePart {
  /// `On duty`, in the words of their profile.
  public var state: String
  /// Where the form leads; empty when it cannot be switched now.
  public var path: String
  /// `on` or `off`: what the button does.
  public var turn: String
  /// What is written on the button.
  public var button: String

  /// The switch of somebody.
  ///
  /// - Parameter label: the profile's word for the state.
  init(_ duty: DutyState, label: String, on: String, off: String, path: String) {
    state = label
    self.path = duty == .onMission ? "" : path
    (turn, button) = duty == .offDuty ? ("on", on) : ("off", off)
  }

  /// An example with every kind of content.
  public static let sample = DutySwitchPart(
    .offDuty, label: "Off duty", on: "Put on duty", off: "Take off duty",
    path: "/w/city-rescue/responders/17/duty")
}

/// The link of somebody's own page, and what can be done about it.
public struct OwnLinkPart: PagePart {
  /// Whether there is one.
  public var isOpen: Bool
  /// When it ends.
  public var expires: Moment
  /// When it was last opened.
  public var lastUsed: Moment
  /// Where the forms lead.
  public var path: String
  /// For how many days a new one opens.
  public var days: FormField

  init(
    _ link: (expiresAt: Timestamp, lastUsed: Timestamp?)?, path: String, problems: [FieldProblem],
    clock: PageClock
  ) {
    isOpen = link != nil
    expires = clock.minute(link?.expiresAt)
    lastUsed = clock.age(of: link?.lastUsed)
    self.path = path
    days = FormField(
      "days", "Opens for", value: "90", hint: "At most 365 days.", unit: "days", kind: .number,
      isRequired: true, problems: problems)
  }

  /// An example with every kind of content.
  public static let sample = OwnLinkPart(
    (PageClock.sampleNow.advanced(by: 7_000_000_000), PageClock.sampleNow), path: "/own-link",
    problems: [FieldProblem("days", "A whole number from 1 to 365.")], clock: PageClock.sample)
}

/// Letting a phone in without a message.
public struct LetInPart: PagePart {
  /// Where the form leads.
  public var path: String

  /// An example with every kind of content.
  public static let sample = LetInPart(path: "/w/city-rescue/responders/17/let-in")
}

extension SecretOnce {
  /// The code by which somebody's phone logs in.
  static func letIn(_ name: String, code: String) -> SecretOnce {
    SecretOnce(
      title: "The code that lets \(name) in",
      advice:
        "Tell them by voice: it goes into the app where the code of the message would. It is shown only now, works once, "
        + "and ends after 15 minutes. Be sure that it is them: whoever has it reports as them.",
      text: code)
  }

  /// The link of somebody's own page.
  static func ownPage(of name: String, link: String) -> SecretOnce {
    SecretOnce(
      title: "The own page of \(name)",
      advice:
        "Send them this link. It is shown only now; whoever has it sees where they were and may answer for them.",
      text: link)
  }
}
