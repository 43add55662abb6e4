import Rollcall
import RollcallStore

/// Connects a phone without an app of ours: the choice of app, its code, and its first reports.
struct ConnectPage: Page {
  static let template = "Access/ConnectPage"
  static let fragmentTemplate: String? = "Access/Connect"

  var head: FormHead
  var stamp: PageStamp
  var name, back: String
  var code: ConnectCode?
  /// The reports of the newest device; absent when there is none.
  var waiting: WaitingPart?
  /// Whether the page is loaded again without script, because a report is awaited and no code would be lost.
  var isReloaded: Bool
  /// Their devices, the newest first.
  var devices: [DeviceRow]
  var app: FormSelect
  var label: FormField
  var intervals: [FormField]
  /// Whether they are on duty, when no app of theirs reports it; absent when one does.
  var duty: DutySwitchPart?
  var own: OwnLinkPart
  /// Makes a code with which their phone logs in without a message; absent without a number.
  var letIn: LetInPart?
  var cards: String
  /// Says that codes would lead nowhere; absent when phones can follow them.
  var lost: ActionNotice?

  struct Parts: Sendable {
    var person: (id: Responder.ID, name: String)
    /// Their devices, the newest first.
    var devices: [DeviceFacts]
    /// Whether they are on duty, when no app of theirs reports it.
    var duty: DutySwitchPart?
    /// When the link of their own page expires, and when it was last opened; `nil` = there is none.
    var own: (expiresAt: Timestamp, lastUsed: Timestamp?)?
    /// Whether they can be let in: they are active and have a number.
    var hasNumber: Bool
    /// Says that codes would lead nowhere.
    var lost: ActionNotice?
  }

  /// The page; `form` holds the typed values.
  init(
    shell: Shell, slug: String, _ parts: Parts, form: ConnectForm, problems: [FieldProblem] = [],
    code: ConnectCode? = nil, secret: SecretOnce? = nil, notice: ActionNotice? = nil, clock: PageClock
  ) {
    let path = PagePath.connect(slug, parts.person.id)
    head = FormHead(shell, path: path, problems: problems, secret: secret, notice: notice)
    stamp = PageStamp(clock)
    (name, back) = (parts.person.name, PagePath.person(slug, parts.person.id))
    self.code = code
    waiting = parts.devices.first.map { WaitingPart($0, clock) }
    isReloaded = code == nil && problems.isEmpty && parts.devices.first.map { $0.positions == 0 } ?? false
    devices = parts.devices.map { DeviceRow($0, slug: slug, clock: clock) }
    app = form.apps(problems)
    label = FormField(
      "name", Words.Connect.name, value: form.name, hint: Words.Connect.nameHint, problems: problems)
    intervals = form.intervalFields(problems)
    duty = parts.duty
    own = OwnLinkPart(parts.own, path: "\(back)/own-link", problems: problems, clock: clock)
    letIn = parts.hasNumber ? LetInPart(path: "\(back)/let-in") : nil
    cards = PagePath.cards(slug)
    lost = parts.lost
  }
}

/// The form of a new device: the app, its name, and its intervals.
struct ConnectForm: Sendable {
  var app: String
  /// Its name in the console; empty = the app's.
  var name: String
  /// Seconds between two reports.
  var onDuty, onMission: String

  /// The empty form.
  init(_ intervals: ReportIntervals) {
    (app, name) = (PhoneApp.owntracks.rawValue, "")
    (onDuty, onMission) = ("\(intervals.onDuty)", "\(intervals.onMission)")
  }

  init(_ field: (String) -> String?) {
    (app, name) = (field("app") ?? "", field("name") ?? "")
    (onDuty, onMission) = (field("on_duty") ?? "", field("on_mission") ?? "")
  }

  /// The values read from the form, or their problems.
  func read() -> (app: PhoneApp?, intervals: ReportIntervals?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    let chosen = PhoneApp(rawValue: app)
    if chosen == nil { problems.append(FieldProblem("app", Words.Connect.chooseApp)) }
    if !(name.isEmpty || name.hasBytes(NameLimits.name)) || name.hasControlCharacters {
      problems.append(FieldProblem("name", Words.Connect.nameTooLong))
    }
    let intervals = Self.intervals(onDuty: onDuty, onMission: onMission, &problems)
    return (chosen, problems.isEmpty ? intervals : nil, problems)
  }

  static func intervals(
    onDuty: String, onMission: String, _ problems: inout [FieldProblem]
  ) -> ReportIntervals? {
    let seconds = WholeNumber(ReportIntervals.allowed)
    let read = (seconds.read(onDuty, "on_duty", &problems), seconds.read(onMission, "on_mission", &problems))
    guard let onDuty = read.0, let onMission = read.1 else { return nil }
    return ReportIntervals(onDuty: onDuty, onMission: onMission)
  }

  func apps(_ problems: [FieldProblem], all: [PhoneApp] = PhoneApp.allCases) -> FormSelect {
    let choices = all.map { choice in
      let systems = choice.isCode ? "" : " (\(choice.systems.map(\.name).joined(separator: ", ")))"
      return Choice(value: choice.rawValue, label: choice.name + systems, isSelected: app == choice.rawValue)
    }
    return FormSelect("app", "App", choices: choices, problems: problems)
  }

  func intervalFields(_ problems: [FieldProblem]) -> [FormField] {
    [
      FormField(
        "on_duty", Words.Connect.reportsDutyEvery, value: onDuty, hint: Words.Connect.onDutyHint, unit: "s",
        kind: .number, isRequired: true, problems: problems),
      FormField(
        "on_mission", Words.Connect.missionEvery, value: onMission, hint: Words.Connect.onMissionHint,
        unit: "s", kind: .number, isRequired: true, problems: problems),
    ]
  }
}

/// A person's duty, and the switch.
struct DutySwitchPart: PagePart {
  /// `On duty`, in the words of their profile.
  var state: String
  /// The form's target; empty when it cannot be switched now.
  var path: String
  /// The button's action, `on` or `off`, and its label.
  var turn, button: String

  /// - Parameter label: the profile's word for the state.
  init(_ duty: DutyState, label: String, on: String, off: String, path: String) {
    (state, self.path) = (label, duty == .onMission ? "" : path)
    (turn, button) = duty == .offDuty ? ("on", on) : ("off", off)
  }
}

/// The link to a person's own page, and the forms for it.
struct OwnLinkPart: PagePart {
  var isOpen: Bool
  var expires, lastUsed: Moment
  var path: String
  var days: FormField

  init(
    _ link: (expiresAt: Timestamp, lastUsed: Timestamp?)?, path: String, problems: [FieldProblem],
    clock: PageClock
  ) {
    (isOpen, self.path) = (link != nil, path)
    (expires, lastUsed) = (clock.minute(link?.expiresAt), clock.age(of: link?.lastUsed))
    days = FormField(
      "days", Words.Connect.opensFor, value: "90",
      hint: Words.Connect.mostDays(PhoneStore.ownLinkDays.upperBound), unit: "days", kind: .number,
      isRequired: true, problems: problems)
  }
}

/// Letting a phone in without a message.
struct LetInPart: PagePart {
  var path: String
}
