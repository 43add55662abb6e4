import Rollcall

/// The period of the incidents' numbers: the word is in the URL.
enum NumbersSpan: String, CaseIterable, Sendable {
  case day = "24h"
  case week = "7d"
  case month = "30d"

  var days: Int64 {
    switch self {
    case .day: 1
    case .week: 7
    case .month: 30
    }
  }

  var length: Milliseconds { days * 86_400_000 }
  var label: String { self == .day ? "24 hours" : "\(days) days" }
}

/// One measured time: its median, its 90th percentile, and the number of measurements.
struct NumbersLength: PagePart {
  var name, median, ninetieth, count: String

  init(_ name: String, _ found: Quantiles, of incidents: Int) {
    self.name = name
    (median, ninetieth) = (Words.lapse(found.median), Words.lapse(found.ninetieth))
    let all = Words.count(incidents, "incident", "incidents")
    count = "\(Words.grouped(found.count)) of \(all)"
  }
}

struct NumbersRow: PagePart {
  var name, href: String
  /// How many offers they could answer, and how many never reached their phone.
  var offers, undelivered: String
  /// `8, 80 %`.
  var answered, accepted: String
  var answerTime: String

  init(name: String, href: String, _ numbers: AnswerNumbers) {
    (self.name, self.href) = (name, href)
    (offers, undelivered) = (Words.grouped(numbers.offers), Words.grouped(numbers.undelivered))
    answered = Self.part(numbers.answered, numbers.answerRate)
    accepted = Self.part(numbers.accepted, numbers.acceptedShare)
    answerTime = Words.lapse(numbers.answerTime.median)
  }

  private static func part(_ count: Int, _ share: Double?) -> String {
    share.map { "\(Words.grouped(count)), \(Words.decimal($0 * 100, places: 0)) %" } ?? Words.none
  }
}

/// How quickly the incidents of a span found a responder, and how people answer.
struct NumbersPart: PagePart {
  /// How many responders are listed; all are in the file.
  static let listed = 20

  var ranges: [Link]
  var asOf: Moment
  /// Shown instead of everything else when no incident was opened.
  var nothing: String
  var lengths: [NumbersLength]
  var offers, reassigned: String
  /// People with the fewest answers first, then those asked most.
  var rows: [NumbersRow]
  var hasRows: Bool
  /// `20 of 134 responders`; empty when all are listed.
  var more: String
  /// The files; empty for readers who may not export.
  var files: [Link]

  /// - Parameter people: each person's answers; people without offers to answer are left out.
  init(
    _ numbers: DispatchNumbers, people: [(name: String, href: String, numbers: AnswerNumbers)],
    ranges: [Link], files: [Link], clock: PageClock
  ) {
    (self.ranges, self.files, asOf) = (ranges, files, clock.time(clock.now))
    let isEmpty = numbers.incidents == 0
    nothing = isEmpty ? Words.Numbers.none : ""
    lengths =
      isEmpty
      ? []
      : [
        NumbersLength(Words.Numbers.openedFirstOffer, numbers.untilOffer, of: numbers.incidents),
        NumbersLength(Words.Numbers.openedAccepted, numbers.untilAccept, of: numbers.incidents),
      ]
    offers = Self.offers(numbers)
    reassigned = isEmpty ? "" : Self.reassigned(numbers)
    let asked = people.filter { $0.numbers.offers > 0 }.sorted { one, other in
      let (left, right) = (one.numbers.answerRate ?? 0, other.numbers.answerRate ?? 0)
      return (left, -one.numbers.offers, one.name, one.href)
        < (right, -other.numbers.offers, other.name, other.href)
    }
    rows = asked.prefix(Self.listed).map { NumbersRow(name: $0.name, href: $0.href, $0.numbers) }
    hasRows = !rows.isEmpty
    more =
      asked.count > rows.count
      ? Words.Numbers.leastAnswers(rows.count, Words.grouped(asked.count)) : ""
  }

  private static func offers(_ numbers: DispatchNumbers) -> String {
    guard let each = numbers.offersPerIncident else { return "" }
    return Words.Numbers.offers(
      Words.count(numbers.offers, "offer", "offers"), Words.decimal(each, places: 1))
  }

  private static func reassigned(_ numbers: DispatchNumbers) -> String {
    guard numbers.reassigned > 0 else { return Words.Numbers.noneLost }
    let reasons = AssignmentEnd.reassignments.compactMap { end -> String? in
      numbers.reassignments[end].map { "\(Words.grouped($0)) \(end.rawValue)" }
    }
    return Words.count(numbers.reassigned, "reassignment", "reassignments") + ": "
      + reasons.joined(separator: ", ") + "."
  }
}

extension Words {
  /// A measured length: `0.4 s`, `24 s`, `3 min`; `—` for none.
  static func lapse(_ length: Milliseconds?) -> String {
    length.map { $0 < 10_000 ? tenths(of: $0) : duration($0) } ?? none
  }
}
