import Rollcall

/// Connects a phone without an app of ours: which app, its code, and what has come of it.
struct ConnectPage: Page {
  static let template = "Access/ConnectPage"
  static let fragmentTemplate: String? = "Access/Connect"

  var shell: Shell
  var name: String
  var back: String
  /// The page's own path, where its form leads.
  var path: String
  var now: String
  var asOf: Moment
  /// Its age.
  var age: Moment
  var notice: ActionNotice?
  var problems: ProblemList?
  /// The code of a device that was just made.
  var code: ConnectCode?
  /// What has come of the newest device; absent when there is none.
  var waiting: WaitingPart?
  /// Whether the page is loaded again without script, because a report is awaited and no code would be lost.
  var isReloaded: Bool
  /// Their devices, the newest first.
  var devices: [DeviceRow]
  var hasDevices: Bool
  var app: FormSelect
  /// What the console is to call it.
  var label: FormField
  /// How often it reports.
  var intervals: [FormField]
  /// Whether they are on duty, where no app of theirs says so; absent where one does.
  var duty: DutySwitchPart?
  /// The link of their own page.
  var own: OwnLinkPart
  /// Where a code is made by which their phone logs in without a message; absent without a number.
  var letIn: LetInPart?
  /// A link or code that was just made.
  var secret: SecretOnce?
  /// Where cards for many people are made.
  var cards: String

  /// What a page is made of.
  struct Parts: Sendable {
    /// Their id and name.
    var person: (id: Responder.ID, name: String)
    /// Their devices, the newest first.
    var devices: [DeviceFacts]
    /// Whether they are on duty, where no app of theirs says so.
    var duty: DutySwitchPart?
    /// When the link of their own page ends, and when it was last opened; `nil` = there is none.
    var own: (expiresAt: Timestamp, lastUsed: Timestamp?)?
    /// Whether they can be let in: they are active and have a number.
    var hasNumber: Bool
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

  static func path(_ slug: String, _ id: Responder.ID) -> String {
    PagePath.connect(slug, id)
  }

  var version: String { LiveVersion.of(self) }
}

/// Whether somebody is on duty, and the switch.
struct DutySwitchPart: PagePart {
  /// `On duty`, in the words of their profile.
  var state: String
  /// Where the form leads; empty when it cannot be switched now.
  var path: String
  /// `on` or `off`: what the button does.
  var turn: String
  /// What is written on the button.
  var button: String

  /// The switch of somebody.
  ///
  /// - Parameter label: the profile's word for the state.
  init(_ duty: DutyState, label: String, on: String, off: String, path: String) {
    state = label
    self.path = duty == .onMission ? "" : path
    (turn, button) = duty == .offDuty ? ("on", on) : ("off", off)
  }
}

/// The link of somebody's own page, and what can be done about it.
struct OwnLinkPart: PagePart {
  var isOpen: Bool
  var expires: Moment
  /// When it was last opened.
  var lastUsed: Moment
  /// Where the forms lead.
  var path: String
  /// For how many days a new one opens.
  var days: FormField

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
}

/// Letting a phone in without a message.
struct LetInPart: PagePart {
  var path: String
}
