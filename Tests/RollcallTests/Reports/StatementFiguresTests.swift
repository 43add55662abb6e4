import Seeds
import Testing

@testable import Rollcall

@Suite("The numbers of a statement")
struct StatementFiguresTests {
  private static let limits = Thresholds(degraded: 90_000, offline: 180_000)

  private static func silence(_ from: Double, _ to: Double?) -> Silence {
    Silence(
      from: .at(from), to: to.map { .at($0) }, thresholds: limits, worst: .offline, cause: .unknown,
      evidence: [])
  }

  private static func change(_ at: Double, _ to: Status) -> Transition {
    Transition(at: .at(at), from: nil, to: to, rule: "rule")
  }

  /// On duty all the time from before, heard since long ago, asked for 0 to 1,000 s.
  private static func person() -> PersonStatement {
    var person = PersonStatement(Responder.ID(1), in: TimeSpan(from: .at(0), to: .at(1_000)))
    person.before = change(-500, .online)
    person.heardSince = .at(-500)
    return person
  }

  /// What is said of a person: in contact, silent, overdue, out of reach, not observed; seconds.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout PersonStatement) -> Void
    let expected: [Int64]
  }

  static let cases = [
    Case(
      testDescription: "no silence: in contact all the time", change: { _ in }, expected: [1_000, 0, 0, 0, 0]),
    Case(
      testDescription: "a silence counts from the last contact to the next",
      change: { $0.silences = [silence(100, 400)] }, expected: [700, 300, 90, 120, 0]),
    Case(
      testDescription: "one from before and one that lasts are cut at the ends of the span",
      change: { $0.silences = [silence(-50, 100), silence(900, nil)] }, expected: [800, 200, 70, 0, 0]),
    Case(
      testDescription: "one that ended after the span is cut at its end",
      change: { $0.silences = [silence(900, 2_000)] }, expected: [900, 100, 10, 0, 0]),
    Case(
      testDescription: "our own absence is nobody's silence, and adds no age",
      change: {
        $0.silences = [silence(100, 400)]
        $0.absences = [TimeSpan(from: .at(150), to: .at(250))]
      }, expected: [700, 200, 90, 20, 100]),
    Case(
      testDescription: "before anything was ever heard nobody was in contact",
      change: { $0.heardSince = .at(300) }, expected: [700, 300, 0, 0, 0]),
    Case(
      testDescription: "never heard: never in contact", change: { $0.heardSince = nil },
      expected: [0, 1_000, 0, 0, 0]),
    Case(
      testDescription: "off duty nothing counts",
      change: {
        $0.transitions = [change(400, .offDuty)]
        $0.silences = [silence(300, 400)]
      }, expected: [300, 100, 10, 0, 0]),
    Case(
      testDescription: "not on duty at all", change: { $0.before = change(-10, .offDuty) },
      expected: [0, 0, 0, 0, 0]),
  ]

  @Test("each of them", arguments: cases)
  func eachCase(one: Case) {
    var person = Self.person()
    one.change(&person)
    let figures = person.figures
    let seconds = [
      figures.inContact, figures.silent, figures.overdue, figures.outOfReach, figures.notObserved,
    ].map { $0 / 1_000 }
    #expect(seconds == one.expected)
  }

  @Test("the longest silence, and what was shown")
  func shown() {
    var person = Self.person()
    person.silences = [Self.silence(100, 250), Self.silence(500, nil)]
    person.transitions = [Self.change(590, .degraded), Self.change(680, .offline)]
    let figures = person.figures
    #expect(figures.longest == TimeSpan(from: .at(500), to: .at(1_000)))
    #expect(figures.shown.online == 590_000 && figures.shown.degraded == 90_000)
    #expect(figures.shown.offline == 320_000)
  }

  @Test(
    "each millisecond on duty is in one part, and parts of a span add up to it", arguments: Seeds.some(40))
  func addsUp(seed: UInt64) {
    var random = SplitMix(state: seed)
    for _ in 0..<50 {
      let whole = Self.random(&random)
      let figures = whole.figures
      #expect(figures.inContact >= 0 && figures.silent >= 0)
      #expect(figures.inContact + figures.silent + figures.notObserved == figures.onDuty)
      #expect(figures.shown.onDuty == figures.onDuty)
      #expect(figures.overdue + figures.outOfReach <= figures.silent)
      let middle = Timestamp.at(Double(Int.random(in: 0...1_000, using: &random)))
      let parts = [
        TimeSpan(from: whole.covered.from, to: middle), TimeSpan(from: middle, to: whole.covered.to),
      ].map { Self.part(of: whole, $0).figures }
      #expect(parts.map(\.inContact).reduce(0, +) == figures.inContact)
      #expect(parts.map(\.silent).reduce(0, +) == figures.silent)
      #expect(parts.map(\.outOfReach).reduce(0, +) == figures.outOfReach)
    }
  }

  private static func random(_ random: inout SplitMix) -> PersonStatement {
    var person = person()
    var at = -300.0
    func next(_ most: Int) -> Double {
      at += Double(Int.random(in: 1...most, using: &random))
      return at
    }
    let statuses: [Status] = [.online, .degraded, .offline, .offDuty, .unknown]
    while next(300) < 1_000 {
      person.transitions.append(change(at, statuses.randomElement(using: &random) ?? .online))
    }
    person.before = person.transitions.last { $0.at < .at(0) } ?? person.before
    person.transitions.removeAll { $0.at < .at(0) }
    at = -300
    while next(200) < 1_000 {
      let from = at
      person.silences.append(silence(from, next(400)))
    }
    at = -100
    while next(300) < 1_000 {
      let from = at
      person.absences.append(TimeSpan(from: .at(from), to: .at(next(150))))
    }
    person.absences = person.absences.compactMap { $0.overlap(person.covered) }
    person.heardSince = .at(Double(Int.random(in: -100...300, using: &random)))
    return person
  }

  /// The same facts, asked for a part of the span.
  private static func part(of whole: PersonStatement, _ span: TimeSpan) -> PersonStatement {
    var part = PersonStatement(whole.responder, in: span)
    part.before = whole.transitions.last { $0.at < span.from } ?? whole.before
    part.transitions = whole.transitions.filter { $0.at >= span.from && $0.at < span.to }
    (part.silences, part.heardSince) = (whole.silences, whole.heardSince)
    // Lanes need the absences inside a silence, also those outside the part.
    part.absences = whole.absences
    return part
  }
}
