import Rollcall
import RollcallStore

/// The outcome of a drill for one person.
struct DrillRow: PageRow {
  static let template = "Dispatch/DrillRow"

  var key, name, href: String
  var region: String
  var outcome: StatePill
  /// Why they were not asked, or not reached; may be empty.
  var reason: String
  var sent, delivered, seen: Moment
  var answer: String

  init(_ result: DrillResult, href: String, clock: PageClock) {
    let time = { (instant: Timestamp?) in instant.map { clock.time($0) } ?? .none }
    (key, name, self.href) = ("p\(result.responder.rawValue)", result.name, href)
    (region, outcome, reason) = (result.region ?? "", .drill(result.outcome), result.reason)
    (sent, delivered) = (time(result.offer?.sentAt), time(result.offer?.deliveredAt))
    (seen, answer) = (time(result.offer?.seenAt), Words.tenths(of: result.answerTime))
  }
}

/// A readiness drill: the people reached, their answers and times, and the others with reasons.
struct DrillPage: Page {
  static let template = "Dispatch/DrillPage"
  static let fragmentTemplate: String? = "Dispatch/Drill"

  var shell: Shell
  var list, reference, title: String
  var state: StatePill
  var left: Moment?
  var end: String
  var audience: String
  var sent: Moment
  var sentBy: String
  var answerTime: String
  var closed: Moment?
  var counts: [Tally]
  /// Everyone who was on duty: people who would not have come first.
  var rows: Rows<DrillRow>
  var now: String
  var asOf, age: Moment
  var json, csv: String

  /// - Parameter person: a person's page; empty when the reader may not open it.
  init(
    _ file: DrillFile, shell: Shell, slug: String, person: (Responder.ID) -> String, clock: PageClock
  ) {
    let (summary, drill) = (file.summary, file.summary.drill)
    let own = "\(Shell.Section.drills(slug))/\(drill.id.rawValue)"
    let isOver = summary.closedAt != nil
    (self.shell, list) = (shell, Shell.Section.drills(slug))
    (reference, title) = (Words.drill(drill.id), drill.details.title)
    state = .drill(isOver: isOver)
    left = isOver ? nil : clock.left(until: drill.openedAt.advanced(by: summary.answerWithin))
    end = isOver ? "" : "\(own)/end"
    audience = Words.audience(drill.details.region)
    (sent, sentBy) = (clock.time(drill.openedAt), Words.actor(drill.openedBy))
    answerTime = "\(summary.answerWithin / 1_000) s"
    closed = summary.closedAt.map { clock.time($0) }
    counts = Tally.all(DrillNumbers(file.results))
    rows = Rows(file.results.map { DrillRow($0, href: person($0.responder), clock: clock) })
    now = LocalTime.iso(clock.now)
    (asOf, age) = (clock.time(clock.now), clock.age(of: clock.now))
    (json, csv) = ("\(own).json", "\(own).csv")
  }
}

extension Tally {
  /// The numbers of a drill in the order of reading.
  static func all(_ numbers: DrillNumbers) -> [Tally] {
    let counts: [(String, Int)] = [
      ("Asked", numbers.asked), ("Reached", numbers.reached), ("Answered", numbers.answered),
      ("Accepted", numbers.count(.accepted)), ("Declined", numbers.count(.declined)),
      (Words.Drills.noAnswer, numbers.count(.noAnswer) + numbers.count(.notReached)),
      (Words.Drills.notAsked, numbers.count(.notAsked)),
    ]
    return counts.map { Tally($0, Words.grouped($1)) }
      + [Tally(Words.Drills.medianAnswer, Words.tenths(of: numbers.medianAnswer))]
  }
}
