import Rollcall

/// One kind of length in the numbers: its middle and its upper end.
struct NumbersLength: PagePart {
  /// What is measured.
  var name: String
  /// The middle one, with its unit.
  var median: String
  /// What nine in ten do not exceed, with its unit.
  var ninetieth: String
  /// Of how many: `18 of 20 incidents`.
  var count: String
}

/// How one responder answered.
struct NumbersRow: PagePart {
  var name: String
  var href: String
  /// How many offers were theirs to answer.
  var offers: String
  /// How many they answered: `8, 80 %`.
  var answered: String
  /// How many they accepted: `5, 50 %`.
  var accepted: String
  /// How many never reached their phone.
  var undelivered: String
  /// The median of their answer times, with its unit.
  var answerTime: String

  /// The row of a responder.
  init(name: String, href: String, _ numbers: AnswerNumbers) {
    self.name = name
    self.href = href
    offers = Words.grouped(Int64(numbers.offers))
    answered = Self.part(numbers.answered, numbers.answerRate)
    accepted = Self.part(numbers.accepted, numbers.acceptedShare)
    undelivered = Words.grouped(Int64(numbers.undelivered))
    answerTime = Words.lapse(numbers.answerTime.median)
  }

  private static func part(_ count: Int, _ share: Double?) -> String {
    share.map { "\(Words.grouped(Int64(count))), \(Words.decimal($0 * 100, places: 0)) %" } ?? Words.none
  }
}

/// How quickly the incidents of a span found somebody, and who answers.
struct NumbersPart: PagePart {
  /// How many responders are listed; all are in the file.
  static let listed = 20

  /// The spans to choose from.
  var ranges: [Link]
  /// When it was counted.
  var asOf: Moment
  /// What is said when no incident was opened.
  var nothing: String
  /// The times.
  var lengths: [NumbersLength]
  /// `41 offers, 2.3 for each incident that was offered.`
  var offers: String
  /// `3 reassignments: 2 went offline, 1 declined late.`
  var reassigned: String
  /// Those who answer least, then those who were asked most.
  var rows: [NumbersRow]
  /// Whether anybody was asked.
  var hasRows: Bool
  /// `20 of 134 responders`; empty when all are listed.
  var more: String
  /// The files; empty for readers who may not export.
  var files: [Link]

  /// The numbers of a span.
  ///
  /// - Parameters:
  ///   - ranges: the spans to choose from.
  ///   - people: how each one answered; those of whom nothing was to be answered are left out.
  ///   - files: where all of it can be had.
  init(
    _ numbers: DispatchNumbers, people: [(name: String, href: String, numbers: AnswerNumbers)],
    ranges: [Link], files: [Link], clock: PageClock
  ) {
    self.ranges = ranges
    asOf = clock.time(clock.now)
    nothing = numbers.incidents == 0 ? "No incident was opened in this span." : ""
    lengths =
      numbers.incidents == 0
      ? []
      : [
        Self.length("Opened to first offer", numbers.untilOffer, of: numbers.incidents),
        Self.length("Opened to accepted", numbers.untilAccept, of: numbers.incidents),
      ]
    offers = Self.offers(numbers)
    reassigned = numbers.incidents == 0 ? "" : Self.reassigned(numbers)
    let asked = people.filter { $0.numbers.offers > 0 }.sorted { one, other in
      let (left, right) = (one.numbers.answerRate ?? 0, other.numbers.answerRate ?? 0)
      return (left, -one.numbers.offers, one.name, one.href)
        < (right, -other.numbers.offers, other.name, other.href)
    }
    rows = asked.prefix(Self.listed).map { NumbersRow(name: $0.name, href: $0.href, $0.numbers) }
    hasRows = !rows.isEmpty
    more =
      asked.count > rows.count
      ? "The \(rows.count) who answer least, of \(Words.grouped(Int64(asked.count))) who were asked." : ""
    self.files = files
  }

  private static func length(_ name: String, _ found: Quantiles, of incidents: Int) -> NumbersLength {
    let all = Words.grouped(Int64(incidents))
    return NumbersLength(
      name: name, median: Words.lapse(found.median), ninetieth: Words.lapse(found.ninetieth),
      count: "\(Words.grouped(Int64(found.count))) of \(all) \(incidents == 1 ? "incident" : "incidents")")
  }

  private static func offers(_ numbers: DispatchNumbers) -> String {
    guard let each = numbers.offersPerIncident else { return "" }
    return "\(Words.grouped(Int64(numbers.offers))) \(numbers.offers == 1 ? "offer" : "offers"), "
      + "\(Words.decimal(each, places: 1)) for each incident that was offered."
  }

  private static func reassigned(_ numbers: DispatchNumbers) -> String {
    guard numbers.reassigned > 0 else { return "Nobody who had accepted lost the incident again." }
    let reasons = AssignmentEnd.reassignments.compactMap { end -> String? in
      numbers.reassignments[end].map { "\(Words.grouped(Int64($0))) \(end.rawValue)" }
    }
    let count = Words.grouped(Int64(numbers.reassigned))
    return "\(count) \(numbers.reassigned == 1 ? "reassignment" : "reassignments"): "
      + reasons.joined(separator: ", ") + "."
  }
}

extension Words {
  /// A length that was measured: `0.4 s`, `24 s`, `3 min`; `—` when nothing was.
  static func lapse(_ length: Milliseconds?) -> String {
    guard let length else { return none }
    return length < 10_000 ? "\(decimal(Double(length) / 1_000, places: 1)) s" : duration(length)
  }
}
