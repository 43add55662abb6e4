import Rollcall
import RollcallStore

extension StatementPerson {
  /// Which tables it has.
  enum Detail {
    /// All, empty ones too.
    case all
    /// Those with rows.
    case found
    /// Their silences, if there are any.
    case silences
  }

  init(
    _ person: PersonStatement, name: String, _ time: StatementTime, _ actors: @escaping (String) -> String,
    _ detail: Detail
  ) {
    let figures = person.figures
    let sentences = StatementSentences(person: person, figures: figures, name: name, time: time).all
    self.init(
      key: "p\(person.responder.rawValue)", name: name, sentences: sentences.map { TextLine($0) },
      drawing: StatementDrawing(person, text: sentences.joined(separator: " "), clock: time.clock),
      tables: Tables(person: person, figures: figures, time: time, actors: actors).shown(detail))
  }
}

/// The tables about one person.
private struct Tables {
  let person: PersonStatement
  let figures: StatementFigures
  let time: StatementTime
  let actors: (String) -> String

  private typealias Text = Words.Statement.Tables
  private typealias Head = Words.Statement.Heads

  func shown(_ detail: StatementPerson.Detail) -> [StatementTable] {
    switch detail {
    case .all: all
    case .found: all.filter { !$0.lines.isEmpty }
    case .silences: [silences].filter { !$0.lines.isEmpty }
    }
  }

  private var all: [StatementTable] {
    [numbers, silences, statuses, absences, late, gaps, doubts, decisions, looks, duty, contacts]
  }

  private func table(
    _ key: String, _ title: String, _ heads: [String], _ rows: [[String]], _ file: String
  ) -> StatementTable {
    StatementTable("\(key)-\(person.responder.rawValue)", title, heads, rows, file: "\(file).csv")
  }

  private func span(_ from: Timestamp, _ to: Timestamp?) -> [String] {
    [time.at(from), to.map { time.end($0, after: from) } ?? Text.lasted]
  }

  private var numbers: StatementTable {
    table(
      "numbers", Text.figures, Head.numbers,
      zip(
        Head.numbersRows,
        [
          (figures.asked, false), (figures.onDuty, false), (figures.notObserved, false),
          (figures.inContact, true), (figures.silent, true), (figures.overdue, true),
          (figures.outOfReach, true), (figures.shown.online, true), (figures.shown.degraded, true),
          (figures.shown.offline, true), (figures.shown.unknown, true),
        ]
      ).map { (label: String, part: (length: Milliseconds, isShared: Bool)) in
        let observed = figures.onDuty - figures.notObserved
        let share = part.isShared && observed > 0 ? Self.share(part.length, observed) : ""
        return [label, Words.precisely(part.length), share]
      }, "answer")
  }

  private static func share(_ part: Milliseconds, _ whole: Milliseconds) -> String {
    "\(Words.decimal(Double(part) / Double(whole) * 100, places: 1)) %"
  }

  private var silences: StatementTable {
    table(
      "silences", Text.silences, Head.silences,
      person.silences.map { silence in
        let end = silence.to ?? person.covered.to
        return span(silence.from, silence.to) + [
          Words.precisely(end.since(silence.from)),
          silence.worst.map { $0 == .offline ? Status.offline.label : Status.degraded.label } ?? Words.none,
          Words.cause(silence.cause.rawValue, isOpen: silence.to == nil),
          silence.evidence.map { "\(time.at($0.at)) \($0.text)" }.joined(separator: "; "),
        ]
      }, "silences")
  }

  private var statuses: StatementTable {
    table(
      "statuses", Text.status, Head.statuses,
      ([person.before].compactMap(\.self) + person.transitions).map { change in
        [time.at(change.at), change.from?.label ?? Words.none, change.to.label, Words.rule(change.rule)]
      }, "transitions")
  }

  private var absences: StatementTable {
    table(
      "absences", Text.absences, Head.absences,
      person.absences.map { span($0.from, $0.to) + [Words.precisely($0.length)] }, "not-observed")
  }

  private var late: StatementTable {
    table(
      "late", Text.late, Head.late,
      person.late.map { late in
        [
          time.at(late.first), time.end(late.last, after: late.first), Words.grouped(late.count),
          time.at(late.arrivedFirst),
          time.at(late.arrivedLast),
        ]
      }, "late")
  }

  private var gaps: StatementTable {
    table(
      "gaps", Text.gaps, Head.gaps,
      person.trackGaps.map { gap in
        span(gap.from, gap.to) + [
          Words.precisely(gap.to.since(gap.from)), gap.backfilledAt.map { time.at($0) } ?? Text.stillMissing,
        ]
      }, "track-gaps")
  }

  private var doubts: StatementTable {
    table(
      "doubts", Text.doubts, Head.doubts,
      person.doubts.map {
        [
          FlagMark($0.flag).label, Words.grouped($0.count), time.at($0.first),
          time.end($0.last, after: $0.first),
        ]
      }, "doubts")
  }

  private var decisions: StatementTable {
    table(
      "decisions", Text.decisions, Head.decisions,
      person.decisions.map { decision in
        [
          time.at(decision.at), actors(decision.by), FlagMark(decision.flag).label, decision.state.word,
          Words.grouped(decision.count), decision.note,
        ]
      }, "decisions")
  }

  private var looks: StatementTable {
    table(
      "looks", Text.looks, Head.looks,
      person.looks.map { look in
        [
          time.at(look.at), actors(look.by), AuditWords.action(look.action),
          look.isList ? Text.list : Text.alone, Words.grouped(look.entry),
        ]
      }, "looks")
  }

  private var duty: StatementTable {
    table(
      "duty", Text.duty, Head.duty,
      person.duty.map { [time.at($0.at), Words.plain($0.state.rawValue)] }, "duty")
  }

  private var contacts: StatementTable {
    table(
      "contacts", Text.contacts, Head.contacts,
      person.contacts.map { [time.at($0.at), "\($0.stored)", "\($0.duplicates)"] }, "contacts")
  }
}
