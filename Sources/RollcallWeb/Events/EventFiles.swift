import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension EventWeb {
  private static let eventColumns = [
    "responder_id", "responder", "state", "status", "started_at", "stopped_at", "last_contact_at",
    "last_fix_at", "activities", "positions", "gaps", "gap_s", "missing_numbers", "missing",
  ]

  /// `GET /w/{ws}/events/{slug}.csv`: everybody who takes part, in the page's order.
  @Sendable func eventCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let file = try eventFile(asked)
    var rest = file.participants[...]
    return try web.exports.csv(
      "event-\(file.event.slug)", Self.eventColumns, asked.visitor, filter: file.event.audited
    ) {
      csv, zone in
      let page = rest.prefix(CSVWriter.rowsAtOnce)
      for person in page { csv.participant(person, file, &zone) }
      rest = rest.dropFirst(CSVWriter.rowsAtOnce)
      return (page.count, rest.isEmpty)
    }
  }

  /// `GET /w/{ws}/events/{slug}.json`
  @Sendable func eventJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let file = try eventFile(asked)
    let tracks = try store.events.tracks(of: file)
    web.members.noteLook(asked.visitor, page: "event", subject: file.event.audited)
    var writer = JSONWriter(reserving: file.participants.count * 8_192 + 512)
    writer.object { root in
      root.member("at", file.at)
      root.object("event") { $0.event(file) }
      root.object("counts") { $0.counts(file) }
      root.array("participants") { list in
        for person in file.participants {
          list.object { $0.participant(person, file, tracks[person.id] ?? []) }
        }
      }
    }
    return .json(writer.bytes)
  }
}

extension Event {
  /// What the audit calls it.
  var audited: String { "event \(id.rawValue)" }
}

extension CSVWriter {
  fileprivate mutating func participant(_ person: EventParticipant, _ file: EventFile, _ zone: inout Zone) {
    number(person.id.rawValue)
    text(person.name)
    text(person.phase.rawValue)
    text(person.status.rawValue)
    instant(person.startedAt, &zone)
    instant(person.stoppedAt, &zone)
    instant(person.lastContact, &zone)
    instant(person.lastFix, &zone)
    number(Int64(person.activities))
    number(Int64(person.positions))
    number(Int64(person.gaps.count))
    number(person.gapLength / 1_000)
    number(person.missingNumbers)
    text(person.missing(in: file.event, at: file.at).map(\.name).joined(separator: " "))
    endRow()
  }
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

  fileprivate mutating func participant(
    _ person: EventParticipant, _ file: EventFile, _ track: [TrackPoint]
  ) {
    member("id", person.id)
    member("name", person.name)
    member("state", person.phase.rawValue)
    member("status", person.status.rawValue)
    member("since", person.since)
    member("started_at", person.startedAt)
    member("stopped_at", person.stoppedAt)
    member("last_contact_at", person.lastContact)
    member("last_fix_at", person.lastFix)
    member("activities", person.activities)
    member("positions", person.positions)
    array("gaps") { list in
      for gap in person.gaps {
        list.object {
          $0.member("from", gap.from)
          $0.member("to", gap.to)
        }
      }
    }
    member("missing_numbers", person.missingNumbers)
    array("missing") { list in
      for missing in person.missing(in: file.event, at: file.at) { list.value(missing.name) }
    }
    array("track") { list in
      for point in track {
        list.object {
          $0.member("at", point.at)
          $0.member("lat", point.position.latitude)
          $0.member("lng", point.position.longitude)
        }
      }
    }
  }
}
