import Rollcall
import RollcallStore
import RollcallWire

/// The files of a statement that are the same bytes for ever, while retention keeps what they rest on: everything
/// in them is by id and in UTC, and nothing in them is who made the statement, or when.
struct StatementFiles {
  /// `statement.json` and the tables, by name.
  let members: [ZipFile.Member]
  /// The check sums as `sha256sum` reads them.
  let sums: ZipFile.Member
  /// SHA-256 of the check sums: the statement's own.
  let sha256: String

  static let json = "statement.json"
  private static let format = "rollcall-statement-1"

  init(_ statement: Statement) {
    let all = [ZipFile.Member(name: Self.json, bytes: Self.document(statement))] + Self.tables(statement)
    members = all.sorted { $0.name < $1.name }
    let lines = members.map { "\(FileFingerprint.of($0.bytes).hashText)  \($0.name)\n" }
    sums = ZipFile.Member(name: "SHA256SUMS", bytes: lines.flatMap { Array($0.utf8) })
    sha256 = FileFingerprint.of(sums.bytes).hashText
  }

  /// A member's bytes; empty when there is none of this name.
  func bytes(_ name: String) -> [UInt8] { members.first { $0.name == name }?.bytes ?? [] }

  private static func tables(_ statement: Statement) -> [ZipFile.Member] {
    func theirs<Item>(
      _ name: String, _ table: Table<Theirs<Item>>, _ items: (PersonStatement) -> [Item]
    ) -> ZipFile.Member {
      file(
        name, table,
        statement.people.flatMap { person in
          items(person).map { Theirs(responder: person.responder, item: $0) }
        })
    }
    var files = [
      theirs("answer", StatementTables.answer) { [$0.figures] },
      theirs("transitions", StatementTables.transitions) { [$0.before].compactMap(\.self) + $0.transitions },
      theirs("silences", StatementTables.silences, \.silences),
      theirs("not-observed", StatementTables.spans, \.absences),
      theirs("duty", StatementTables.duty, \.duty), theirs("contacts", StatementTables.contacts, \.contacts),
      theirs("track-gaps", StatementTables.gaps, \.trackGaps), theirs("late", StatementTables.late, \.late),
      theirs("doubts", StatementTables.doubts, \.doubts),
      theirs("decisions", StatementTables.decisions, \.decisions),
      theirs("looks", StatementTables.looks, \.looks), theirs("missing", StatementTables.spans, \.missing),
      positions(statement),
    ]
    if let incident = statement.incident {
      files += [
        file("offers", StatementTables.offers, incident.offers),
        file("assignments", StatementTables.assignments, incident.assignments),
        file("log", StatementTables.steps, incident.steps),
      ]
    }
    return files
  }

  private static func file<Row>(_ name: String, _ table: Table<Row>, _ rows: [Row]) -> ZipFile.Member {
    var (csv, zone) = (CSVWriter(), Zone("UTC"))
    csv.header(table.header)
    for row in rows { table.write(row, to: &csv, &zone) }
    return ZipFile.Member(name: "\(name).csv", bytes: csv.bytes)
  }

  /// The columns of the history, without the name.
  private static func positions(_ statement: Statement) -> ZipFile.Member {
    let columns = PositionRow.table.columns.filter { $0.name != "responder" }
    var (csv, zone) = (CSVWriter(), Zone("UTC"))
    csv.header(columns.map(\.name))
    for person in statement.people {
      for position in statement.positions[person.responder] ?? [] {
        let row = PositionRow(position: position, name: "")
        for column in columns { csv.cell(column.cell(row), &zone) }
        csv.endRow()
      }
    }
    return ZipFile.Member(name: "positions.csv", bytes: csv.bytes)
  }

  private static func document(_ statement: Statement) -> [UInt8] {
    var writer = JSONWriter(reserving: 65_536)
    writer.object { root in
      root.member("format", format)
      root.key("question")
      root.object { write(statement.question, to: &$0) }
      root.member("complete", statement.isComplete)
      if let incident = statement.incident {
        root.key("incident")
        root.object { write(incident, to: &$0) }
      }
      root.array("people") { list in
        for person in statement.people { list.object { write(person, to: &$0) } }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  private static func write(_ question: StatementQuestion, to json: inout JSONWriter) {
    switch question.subject {
    case .person(let id):
      json.member("about", "person")
      json.member("responder_id", id.rawValue)
    case .incident(let id):
      json.member("about", "incident")
      json.member("incident_id", id.rawValue)
    case .shift: json.member("about", "shift")
    }
    json.member("from", question.span.from)
    json.member("to", question.span.to)
    json.member("known_before", question.knownBefore)
  }

  private static func write(_ person: PersonStatement, to json: inout JSONWriter) {
    func rows<Item>(_ name: String, _ table: Table<Theirs<Item>>, _ items: [Item]) {
      json.array(name, items.map { Theirs(responder: person.responder, item: $0) }, of: table)
    }
    json.member("responder_id", person.responder.rawValue)
    json.member("complete", person.isComplete)
    json.key("answer")
    StatementTables.answer.write(Theirs(responder: person.responder, item: person.figures), to: &json)
    json.member("heard_since", person.heardSince)
    json.member("positions", Int64(person.positions))
    rows("status_before", StatementTables.transitions, [person.before].compactMap(\.self))
    rows("transitions", StatementTables.transitions, person.transitions)
    rows("silences", StatementTables.silences, person.silences)
    rows("not_observed", StatementTables.spans, person.absences)
    rows("duty", StatementTables.duty, person.duty)
    rows("contacts", StatementTables.contacts, person.contacts)
    rows("track_gaps", StatementTables.gaps, person.trackGaps)
    rows("late", StatementTables.late, person.late)
    rows("doubts", StatementTables.doubts, person.doubts)
    rows("decisions", StatementTables.decisions, person.decisions)
    rows("looks", StatementTables.looks, person.looks)
    rows("missing", StatementTables.spans, person.missing)
  }

  private static func write(_ incident: IncidentRecord, to json: inout JSONWriter) {
    json.member("incident_id", incident.id.rawValue)
    json.member("kind", incident.kind)
    json.member("opened_at", incident.openedAt)
    json.member("closed_at", incident.closedAt)
    json.array("offers", incident.offers, of: StatementTables.offers)
    json.array("assignments", incident.assignments, of: StatementTables.assignments)
    json.array("log", incident.steps, of: StatementTables.steps)
  }
}
