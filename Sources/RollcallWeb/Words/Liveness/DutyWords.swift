import Rollcall

extension Words {
  enum Duty {
    static let putOn = "Put on duty"
    static let takeOff = "Take off duty"
    static func putOn(_ name: String) -> String { "Put \(name) on duty" }
    static func takeOff(_ name: String) -> String { "Take \(name) off duty" }
    static let state = "They are to be"
    static let order = "Order or mission"
    static let orderHint = "As your own system calls it; may be empty. Only with a mission."
    static let orderAlone = "An order goes with a mission: choose it above, or leave this empty."
    static let longOrder = "It is \(NameLimits.words(upTo: 64)), on one line."
    static let hasIncident = "They have an incident. Release them from it, or resolve it, and switch then."
    static let chooseState = "Choose one of them."
    static let switched = "Switched."
    static let ruleSaved = "The rule is saved."
    static let ruleHolds = "It holds from now on. A switch by hand holds until the hours change."
    static func ruleSaved(for people: Int) -> String {
      "The rule of \(count(people, "person", "people")) is saved."
    }

    static let byPhone = """
      The kind of phone decides: our own app says itself when they are on duty, another app's first report after its \
      code puts them on duty.
      """
    static func profiles(_ profile: String) -> String { "That of the profile “\(profile)”" }
    static let own = "Their own"
    static let manual = "By hand only"
    static let reporting = "While their phone reports"
    static let timetable = "By timetable"
    static let manualLong = "Nothing but a switch, of the phone or by hand, puts them on or off duty."
    static let reportingLong = """
      The first report after each login or new code puts them on duty. Taken off duty, they stay so until somebody puts \
      them on again.
      """
    static let timetableLong = """
      Within the hours the first contact puts them on duty, the end of the hours off. Nobody goes off duty during an \
      incident.
      """
    static func off(on day: String) -> String { "\(day): off" }
    static func until(_ end: String) -> String { "Hours until \(end)." }
    static func next(_ begin: String) -> String { "Next hours: \(begin)." }
    static let noneAhead = "No hours ahead."

    static let rule = "What puts them on and off duty"
    static let asProfile = "As the profile says"
    static let from = "From"
    static let to = "To"
    static let date = "Date"
    static func line(_ number: Int) -> String { "Hours \(number)" }
    static func exception(_ number: Int) -> String { "Date \(number)" }
    static let needsDays = "Choose the days of these hours."
    static let needsTime = "A time such as 08:00."
    static let needsDate = "A date such as 2026-12-24."
    static let bothTimes = "Give both times, or none: then they are off on that date."
    static let hoursWithoutTimetable = "Only a timetable has hours: choose it above, or empty the lines."
    static let emptyTimetable = "A timetable needs hours on some day, or a date."
    static let nobody = "Select for whom the rule is."
    static let title = "Duty rule"
    static func title(of name: String) -> String { "Duty rule of \(name)" }
    static func firstPeople(_ limit: Int, _ people: String) -> String {
      "The first \(limit) of \(people) are shown. For others begin in the list of people."
    }
  }

  /// Days of the week from Monday on.
  static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// `Mon–Fri`, `Mon, Wed, Sat–Sun`: 1 = Monday.
  static func days(_ days: [Int]) -> String {
    var runs: [(first: Int, last: Int)] = []
    for day in Set(days).sorted() where (1...7).contains(day) {
      if let last = runs.last, last.last == day - 1 {
        runs[runs.count - 1].last = day
      } else {
        runs.append((day, day))
      }
    }
    return runs.map { run in
      let (first, last) = (weekdays[run.first - 1], weekdays[run.last - 1])
      return run.first == run.last ? first : "\(first)–\(last)"
    }.joined(separator: ", ")
  }

  /// `Mon–Fri 08:00–16:00`
  static func hours(_ line: Timetable.Hours) -> String {
    "\(days(line.days)) \(line.from.text)–\(line.to.text)"
  }

  /// `24 Dec 2026`
  static func written(_ date: CivilDate) -> String {
    "\(date.day) \(LocalTime.months[date.month - 1]) \(date.year)"
  }

  /// `24 Dec 2026: off`, `31 Dec 2026: 08:00–12:00`
  static func exception(_ line: Timetable.Exception) -> String {
    let day = written(line.date)
    return line.hours.map { "\(day): \($0.from.text)–\($0.to.text)" } ?? Duty.off(on: day)
  }
}
