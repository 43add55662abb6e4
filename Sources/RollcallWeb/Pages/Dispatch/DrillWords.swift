import Rollcall

extension Words {
  /// What a drill is called wherever it is named: `Drill 12`.
  static func drill(_ id: Incident.ID) -> String { "Drill \(id.rawValue)" }

  /// Seconds to a tenth: `4.2 s`; `—` for none.
  static func seconds(_ time: Milliseconds?) -> String {
    time.map { "\(decimal(Double($0) / 1_000, places: 1)) s" } ?? none
  }

  /// To whom a drill goes: a region's name, or `Everybody on duty`.
  static func audience(_ region: String?) -> String { region ?? "Everybody on duty" }
}

extension Shell.Section {
  /// The path of the drills, which belong to the incidents.
  static func drills(_ slug: String) -> String { "/w/\(slug)/drills" }
}

extension Tally {
  /// The numbers of a drill in the order in which they are read.
  static func all(_ numbers: DrillNumbers) -> [Tally] {
    let counts: [(String, Int)] = [
      ("Asked", numbers.asked), ("Reached", numbers.reached), ("Answered", numbers.answered),
      ("Accepted", numbers.count(.accepted)), ("Declined", numbers.count(.declined)),
      ("No answer", numbers.count(.noAnswer) + numbers.count(.notReached)),
      ("Not asked", numbers.count(.notAsked)),
    ]
    return counts.map { Tally($0, Words.grouped(Int64($1))) }
      + [Tally("Median answer", Words.seconds(numbers.medianAnswer))]
  }
}
