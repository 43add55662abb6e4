import Rollcall

/// What is typed for a new device: which app, what it is called, how often it reports.
struct ConnectForm: Sendable {
  /// The app's word.
  var app: String
  /// What the console is to call it; empty = as the app.
  var name: String
  /// Seconds between two reports on duty.
  var onDuty: String
  /// Seconds between two reports on a mission.
  var onMission: String

  /// The form before anything is typed.
  init(_ intervals: ReportIntervals) {
    (app, name) = (PhoneApp.owntracks.rawValue, "")
    (onDuty, onMission) = ("\(intervals.onDuty)", "\(intervals.onMission)")
  }

  /// The form as it was sent.
  init(_ field: (String) -> String?) {
    (app, name) = (field("app") ?? "", field("name") ?? "")
    (onDuty, onMission) = (field("on_duty") ?? "", field("on_mission") ?? "")
  }

  /// What was typed, understood, or what is wrong with it.
  func read() -> (app: PhoneApp?, intervals: ReportIntervals?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    let chosen = PhoneApp(rawValue: app)
    if chosen == nil { problems.append(FieldProblem("app", "Choose an app.")) }
    if name.utf8.count > 200 || name.hasControlCharacters {
      problems.append(FieldProblem("name", "At most 200 bytes, on one line."))
    }
    let intervals = Self.intervals(onDuty: onDuty, onMission: onMission, &problems)
    return (chosen, problems.isEmpty ? intervals : nil, problems)
  }

  /// Both intervals, or what is wrong with them.
  static func intervals(
    onDuty: String, onMission: String, _ problems: inout [FieldProblem]
  ) -> ReportIntervals? {
    let read = [("on_duty", onDuty), ("on_mission", onMission)].map { field, text -> Int? in
      let seconds = wholeNumber(text).flatMap { ReportIntervals.allowed.contains($0) ? $0 : nil }
      if seconds == nil { problems.append(FieldProblem(field, "A whole number from 1 to 86,400.")) }
      return seconds
    }
    guard let onDuty = read[0], let onMission = read[1] else { return nil }
    return ReportIntervals(onDuty: onDuty, onMission: onMission)
  }

  /// A number of digits alone.
  static func wholeNumber(_ text: String) -> Int? {
    guard (1...6).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text)
  }

  func apps(_ problems: [FieldProblem], all: [PhoneApp] = PhoneApp.allCases) -> FormSelect {
    FormSelect(
      "app", "App",
      choices: all.map { choice in
        let systems = choice.isCode ? "" : " (\(choice.systems.map(\.name).joined(separator: ", ")))"
        return Choice(
          value: choice.rawValue, label: choice.name + systems, isSelected: app == choice.rawValue)
      }, problems: problems)
  }

  /// The two intervals.
  func intervalFields(_ problems: [FieldProblem]) -> [FormField] {
    [
      FormField(
        "on_duty", "Reports on duty every", value: onDuty,
        hint: "The app is set to it, and status goes by it.", unit: "s", kind: .number, isRequired: true,
        problems: problems),
      FormField(
        "on_mission", "On a mission every", value: onMission,
        hint: "The same, when the app cannot be told of a mission.", unit: "s", kind: .number,
        isRequired: true, problems: problems),
    ]
  }
}
