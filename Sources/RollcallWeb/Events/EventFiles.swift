import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

/// A participant of an event, for files and programs.
struct ParticipantLine: Sendable {
  let person: EventParticipant
  let file: EventFile
  var track: [TrackPoint] = []

  static let table = Table<ParticipantLine> {
    Column("responder_id") { $0.person.id }.only(.csv)
    Column("responder", "Who.") { $0.person.name }.only(.csv)
    Column("id") { $0.person.id }.only(.json)
    Column("name", "Who.") { $0.person.name }.only(.json)
    Column("state", "Whether they have started, and stopped.") { $0.person.phase.rawValue }.oneOf(
      EventParticipant.Phase.allCases.map(\.rawValue))
    Column("status", "How they are now.") { $0.person.status.rawValue }.oneOf(Status.allCases.map(\.rawValue))
    Column("since", "Since when.") { $0.person.since }.only(.json)
    Column("started_at") { $0.person.startedAt }
    Column("stopped_at", "As their app says.") { $0.person.stoppedAt }
    Column("last_contact_at", "When they were last heard.") { $0.person.lastContact }
    Column("last_fix_at", "When their newest position was taken.") { $0.person.lastFix }
    Column("activities") { $0.person.activities }
    Column("positions", "How many came.") { $0.person.positions }
    Column("gaps") { $0.person.gaps.count }.only(.csv)
    Column("gap_s", "How often their way is not known, and for how many seconds in all.") {
      $0.person.gapLength / 1_000
    }.only(.csv)
    Column("gaps", "When their way is not known.") { line in
      Structure { json in
        json.array { list in
          for gap in line.person.gaps {
            list.object {
              $0.member("from", gap.from)
              $0.member("to", gap.to)
            }
          }
        }
      }
    }.only(.json)
    Column("missing_numbers", "How many numbers of their queues never came.") { $0.person.missingNumbers }
    Column("missing", "What there is too little of: start, contact, position, path, numbers.") { line in
      line.person.missing(in: line.file.event, at: line.file.at).map(\.name)
    }.oneOf(["start", "contact", "position", "path", "numbers"])
    Column("track", "Their way.") { line in
      Structure { json in
        json.array { list in
          for point in line.track {
            list.object {
              $0.member("at", point.at)
              $0.member("lat", point.position.latitude)
              $0.member("lng", point.position.longitude)
            }
          }
        }
      }
    }.only(.json)
  }
}

extension EventWeb {
  /// `GET /w/{ws}/events/{slug}.csv`: all participants, in the page's order.
  @Sendable func eventCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let file = try eventFile(asked)
    return try web.exports.csv(
      "event-\(file.event.slug)", ParticipantLine.table, asked.visitor, filter: file.event.audited,
      file.participants.map { ParticipantLine(person: $0, file: file) })
  }

  /// `GET /w/{ws}/events/{slug}.json`
  @Sendable func eventJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let file = try eventFile(asked)
    let tracks = try store.events.tracks(of: file)
    web.members.recordView(asked.visitor, page: "event", subject: file.event.audited)
    var writer = JSONWriter(reserving: file.participants.count * 8_192 + 512)
    writer.object { root in
      root.member("at", file.at)
      root.object("event") { $0.event(file) }
      root.object("counts") { $0.counts(file) }
      let lines = file.participants.lazy.map {
        ParticipantLine(person: $0, file: file, track: tracks[$0.id] ?? [])
      }
      root.array("participants", lines, of: ParticipantLine.table)
    }
    return try web.exports.named(
      .json(writer.bytes), "event-\(file.event.slug)", asked.visitor, at: file.at)
  }
}

extension Event {
  /// Its name in the audit.
  var audited: String { "event \(id.rawValue)" }
}

extension EventParticipant.Missing {
  /// The word for programs.
  var name: String {
    switch self {
    case .start: "start"
    case .contact: "contact"
    case .position: "position"
    case .path: "path"
    case .numbers: "numbers"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func event(_ file: EventFile) {
    member("id", file.event.id)
    member("slug", file.event.slug)
    member("name", file.event.name)
    member("from", file.event.from)
    member("to", file.event.to)
    member("shown_from", file.span.from)
    member("shown_to", file.span.to)
  }

  fileprivate mutating func counts(_ file: EventFile) {
    member("participants", file.participants.count)
    for phase in EventParticipant.Phase.allCases {
      member(phase.rawValue, file.participants.count { $0.phase == phase })
    }
    for status in Status.worstFirst {
      member(status.rawValue, file.participants.count { $0.status == status })
    }
    member("positions", file.participants.reduce(0) { $0 + $1.positions })
    member("missing_numbers", file.participants.reduce(0) { $0 + $1.missingNumbers })
  }
}
