import Rollcall
import RollcallStore

/// A statement as it is read and printed: on its page, as a file of its own, and as PDF.
struct StatementSheet: PagePart {
  var title, span, zone, known: String
  /// Where, when and by whom it was made: stands on each printed page.
  var imprint: String
  /// That the span went beyond what was known; empty when it did not.
  var ends: String
  /// The heading and the text of a notice that something was deleted; empty while nothing is.
  var incomplete, incompleteDetail: String
  var people: [StatementPerson]
  /// Tables about all of it.
  var tables: [StatementTable]
  var meaning: String
  var coverTitle: String
  var cover: [Fact]
  var check: String
}

/// One person in a statement.
struct StatementPerson: PagePart {
  var key, name: String
  var sentences: [TextLine]
  var drawing: StatementDrawing
  var tables: [StatementTable]
}

/// A table of texts.
struct StatementTable: PagePart {
  struct Line: PagePart {
    var cells: [TextLine]
  }

  var key, title: String
  var heads: [TextLine]
  var lines: [Line]
  /// That there is nothing, or more than is shown; may be empty.
  var note: String

  /// The rows that are shown; the files have all.
  static let limit = 400

  /// - Parameter file: the file with all rows.
  init(_ key: String, _ title: String, _ heads: [String], _ rows: [[String]], file: String) {
    (self.key, self.title) = (key, title)
    self.heads = heads.map { TextLine($0) }
    lines = rows.prefix(Self.limit).map { Line(cells: $0.map { TextLine($0) }) }
    let rest = rows.count - lines.count
    note = rows.isEmpty ? Words.Statement.Tables.none : rest > 0 ? Words.Statement.more(rest, in: file) : ""
  }
}

/// Who made a statement, when, and from what.
struct StatementCover: Sendable {
  let workspace: Workspace
  let madeBy: String
  let version: String
  let mark: StatementMark
  let sha256: String

  /// The end of the audit when it was made: its own entry.
  var head: KnownHead { KnownHead(slug: workspace.slug, number: mark.number, hash: mark.hash) }
}

extension StatementSheet {
  /// Of more people only the silences are listed; the files have the rest.
  private static let mostDetailed = 12

  /// - Parameters:
  ///   - names: what people are called today.
  ///   - actors: the names behind the ids of the audit.
  init(
    _ statement: Statement, _ cover: StatementCover, names: @escaping (Responder.ID) -> String,
    actors: @escaping (String) -> String
  ) {
    typealias Text = Words.Statement
    let question = statement.question
    let clock = Zone.pageClock(cover.workspace.timeZone, now: cover.mark.at, isTicking: false)
    let time = StatementTime(clock, question.span)
    let count = statement.people.count
    let detail: StatementPerson.Detail = count == 1 ? .all : count <= Self.mostDetailed ? .found : .silences
    switch question.subject {
    case .person(let id): title = Text.about(names(id))
    case .incident(let id): title = Text.incident(id.rawValue)
    case .shift: title = Text.shift
    }
    span = time.span(question.span)
    zone = time.zone(cover.workspace.timeZone, in: question.span)
    known = Text.knownBefore(time.full(question.knownBefore))
    imprint = Text.imprint(cover.workspace.name, time.full(cover.mark.at), by: cover.madeBy)
    ends = question.span.to > question.knownBefore ? Text.ends(time.full(question.knownBefore)) : ""
    (incomplete, incompleteDetail) =
      statement.isComplete ? ("", "") : (Text.incomplete, Text.incompleteDetail)
    people = statement.people.map { person in
      StatementPerson(person, name: names(person.responder), time, actors, detail)
    }
    tables = count > 1 ? [Self.summary(statement.people, names)] : []
    if let incident = statement.incident {
      tables += StatementIncident(incident: incident, time: time, names: names, actors: actors).tables
    }
    meaning = Text.meaning
    coverTitle = Text.Cover.title
    self.cover = [
      Fact(Text.Cover.workspace, "\(cover.workspace.name) (\(cover.workspace.slug))"),
      Fact(Text.Cover.madeBy, cover.madeBy), Fact(Text.Cover.madeAt, time.full(cover.mark.at)),
      Fact(Text.Cover.version, cover.version),
      Fact(Text.Cover.entry, Text.Cover.entry(Words.grouped(cover.mark.number))),
      Fact(Text.Cover.head, cover.head.text), Fact(Text.Cover.sha256, cover.sha256),
    ]
    check = Text.Cover.check
  }

  private static func summary(
    _ people: [PersonStatement], _ names: (Responder.ID) -> String
  ) -> StatementTable {
    StatementTable(
      "people", Words.Statement.Tables.people, Words.Statement.Heads.people,
      people.map { person in
        let figures = person.figures
        return [names(person.responder)]
          + [
            figures.onDuty, figures.inContact, figures.silent, figures.outOfReach, figures.shown.online,
            figures.shown.offline, figures.notObserved,
          ].map(Words.precisely)
      }, file: "answer.csv")
  }
}
