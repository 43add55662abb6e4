import Rollcall

/// What is set for dispatch, as typed: seconds.
struct DispatchForm: Equatable, Sendable {
  /// The time to answer, by severity.
  var answers: [Incident.Severity: String]
  /// How long an assignee may be offline.
  var grace: String

  /// The form for what is stored.
  init(_ settings: DispatchSettings) {
    answers = [:]
    for severity in Incident.Severity.allCases {
      answers[severity] = Self.seconds(settings.answerTime(severity))
    }
    grace = Self.seconds(settings.grace)
  }

  /// What the fields of a form say.
  init(_ pairs: [(name: String, value: String)]) {
    answers = [:]
    grace = ""
    for (name, value) in pairs {
      if let severity = Incident.Severity.allCases.first(where: { Self.name($0) == name }) {
        answers[severity] = value
      } else if name == "grace" {
        grace = value
      }
    }
  }

  /// The settings, or what is wrong with them by the names of the fields.
  func read() -> (settings: DispatchSettings, problems: [FieldProblem]) {
    var settings = DispatchSettings.standard
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
    return (settings, problems)
  }

  /// The name of the field of a severity.
  static func name(_ severity: Incident.Severity) -> String { "answer_\(severity.rawValue)" }

  /// Whole seconds as typed, in milliseconds; `nil` for anything else.
  static func milliseconds(_ text: String) -> Milliseconds? {
    let digits = text.utf8.filter { $0 != UInt8(ascii: " ") }
    let isNumber = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber, (1...6).contains(digits.count) else { return nil }
    return digits.reduce(0) { $0 * 10 + Milliseconds($1 - UInt8(ascii: "0")) } * 1_000
  }

  /// `30`.
  static func seconds(_ length: Milliseconds) -> String { String(length / 1_000) }
}
