import Rollcall

/// The dispatch settings as typed: seconds.
struct DispatchForm: Equatable, Sendable {
  var answers: [Incident.Severity: String] = [:]
  /// How long an assignee may be offline.
  var grace = ""
  /// How late people may hear of an offer who are asked automatically.
  var hearing = ""
  /// How many more people a critical incident asks at once.
  var extras = ""
  /// Whether offers also go out by text message. A tick that is absent is off.
  var isByText = false

  init(_ settings: DispatchSettings) {
    for severity in Incident.Severity.allCases {
      answers[severity] = Self.seconds(settings.answerTime(severity))
    }
    grace = Self.seconds(settings.grace)
    hearing = Self.seconds(settings.hearingLimit)
    extras = String(settings.extraOffers)
    isByText = settings.offersByText
  }

  init(_ pairs: [(name: String, value: String)]) {
    for (name, value) in pairs {
      if let severity = Self.severity(named: name) {
        answers[severity] = value
      } else if name == "grace" {
        grace = value
      } else if name == "hearing" {
        hearing = value
      } else if name == "extras" {
        extras = value
      } else if name == "by_text" {
        isByText = true
      }
    }
  }

  /// The settings, or their problems by the names of the fields.
  func read() -> (settings: DispatchSettings, problems: [FieldProblem]) {
    var settings = DispatchSettings.standard
    settings.offersByText = isByText
    var problems: [FieldProblem] = []
    for severity in Incident.Severity.allCases {
      let time = Self.milliseconds(answers[severity] ?? "")
      if let time, Asking.answerTimes.contains(time) {
        settings.answerTimes[severity] = time
      } else {
        problems.append(FieldProblem(Self.name(severity), "15 to 600 seconds."))
      }
    }
    if let time = Self.milliseconds(grace), DispatchSettings.graces.contains(time) {
      settings.grace = time
    } else {
      problems.append(FieldProblem("grace", "0 to 3,600 seconds."))
    }
    if let time = Self.milliseconds(hearing), DispatchSettings.hearingLimits.contains(time) {
      settings.hearingLimit = time
    } else {
      problems.append(FieldProblem("hearing", "5 to 3,600 seconds."))
    }
    if let count = Int(extras), DispatchSettings.extraOfferCounts.contains(count) {
      settings.extraOffers = count
    } else {
      problems.append(FieldProblem("extras", "0 to 4."))
    }
    return (settings, problems)
  }

  static func name(_ severity: Incident.Severity) -> String { "answer_\(severity.rawValue)" }

  static func severity(named name: String) -> Incident.Severity? {
    Incident.Severity.allCases.first { Self.name($0) == name }
  }

  /// Typed whole seconds, in milliseconds; `nil` for anything else.
  static func milliseconds(_ text: String) -> Milliseconds? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
    let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, (1...6).contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Milliseconds($1 - UInt8(ascii: "0")) } * 1_000
  }

  /// `30`.
  static func seconds(_ length: Milliseconds) -> String { String(length / 1_000) }
}

struct DispatchSettingsPage: Page {
  static let template = "Dispatch/DispatchSettingsPage"

  var shell: Shell
  var settings, path: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// The time to answer, a field for each severity, the gravest first.
  var answers: [FormField]
  var grace, hearing, extras: FormField
  var byText: TickBox
  /// Whether this server can send text messages.
  var hasTexts: Bool

  /// - Parameters:
  ///   - hasTexts: whether this server can send text messages.
  ///   - notice: a result, e.g. that it was saved.
  init(
    _ form: DispatchForm, hasTexts: Bool = true, problems: [FieldProblem] = [], notice: ActionNotice? = nil,
    shell: Shell, slug: String
  ) {
    (self.shell, self.notice, self.hasTexts) = (shell, notice, hasTexts)
    (settings, path) = (Shell.Section.settings.path(slug), PagePath.settings(slug, "dispatch"))
    self.problems = ProblemList(problems) { name in
      DispatchForm.severity(named: name).map(Words.DispatchRules.answer) ?? Words.DispatchRules.names[name]
    }
    let field = { (name: String, label: String, value: String) in
      FormField(
        name, label, value: value, unit: "s", kind: .number, isRequired: true, problems: problems)
    }
    answers = Incident.Severity.allCases.reversed().map {
      field(DispatchForm.name($0), StatePill.severity($0).word, form.answers[$0] ?? "")
    }
    grace = field("grace", Words.DispatchRules.offlineFor, form.grace)
    hearing = field("hearing", "Within", form.hearing)
    extras = FormField(
      "extras", Words.DispatchRules.extraOffers, value: form.extras, kind: .number, isRequired: true,
      problems: problems)
    byText = TickBox("by_text", Words.DispatchRules.byText, isOn: form.isByText)
  }
}
