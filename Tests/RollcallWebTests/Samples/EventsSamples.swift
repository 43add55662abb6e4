import Rollcall
import RollcallStore

@testable import RollcallWeb

extension EventDrawing.Way: Sampled {
  static let sample = Self(
    path: "M10 10L20 20", x: "20", y: "20", status: "online", shape: StatusPill(.online).shape,
    title: "Ana: Online")
}

extension EventDrawing: Sampled {
  static let sample = EventDrawing(
    height: "500", text: "The ways of 1 participants", ways: [.sample], barWidth: "124", barText: "500 m")
}

extension EventRow: Sampled {
  static let sample = EventRow(
    EventPage.samplePeople[0], in: EventPage.sampleEvent, slug: "city-rescue", clock: PageClock.sample)
}

extension EventPage: Sampled {
  static let sampleEvent = Event(
    id: Event.ID(4), workspace: Workspace.ID(1), slug: "river-run", name: "River run, <all> distances",
    from: PageClock.sampleNow.advanced(by: -5_400_000), to: PageClock.sampleNow.advanced(by: 7_200_000))

  static func person(
    _ id: Int64, _ name: String, _ status: Status, minutes: Int64?, positions: Int = 0
  ) -> EventParticipant {
    var person = EventParticipant(
      id: Responder.ID(id), name: name, status: status,
      since: PageClock.sampleNow.advanced(by: -720_000),
      lastContact: PageClock.sampleNow.advanced(by: status == .online ? -4_000 : -720_000))
    person.startedAt = minutes.map { PageClock.sampleNow.advanced(by: -$0 * 60_000) }
    person.positions = positions
    person.lastFix = positions > 0 ? person.lastContact : nil
    return person
  }

  static let samplePeople: [EventParticipant] = {
    var lost = person(6, "Ravi Menon", .offline, minutes: 62, positions: 284)
    let start = PageClock.sampleNow.advanced(by: -2_400_000)
    lost.gaps = [TimeSpan(from: start, to: start.advanced(by: 260_000))]
    lost.missingNumbers = 12
    var done = person(10, "Ana Horvat", .offDuty, minutes: 88, positions: 402)
    done.stoppedAt = PageClock.sampleNow.advanced(by: -600_000)
    return [
      lost, person(5, "أحمد بن عبد الرحمن", .degraded, minutes: 70, positions: 310),
      person(
        1, "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter", .unknown,
        minutes: nil), person(3, "Mirela Novak", .online, minutes: 61, positions: 366), done,
    ]
  }()

  static let sampleTracks: [Responder.ID: [TrackPoint]] = {
    var found: [Responder.ID: [TrackPoint]] = [:]
    for (index, person) in samplePeople.enumerated() where person.positions > 0 {
      found[person.id] = (0..<40).compactMap { step in
        let along = Double(step * (index + 3)) / 160
        return Position(
          latitude: 46.05 + along * 0.012 + Double(step % 5) * 0.0004, longitude: 14.5 + along * 0.03
        ).map {
          TrackPoint(at: PageClock.sampleNow.advanced(by: Int64(step) * 60_000 - 3_600_000), position: $0)
        }
      }
    }
    return found
  }()

  static func example(
    _ people: [EventParticipant], mayManage: Bool = true, shell: Shell = .example(.events, title: "River run")
  ) -> EventPage {
    let file = EventFile(
      event: sampleEvent,
      span: TimeSpan(from: sampleEvent.from ?? PageClock.sampleNow, to: PageClock.sampleNow),
      participants: people, at: PageClock.sampleNow)
    let others = [
      Responder(
        id: Responder.ID(11), workspace: Workspace.ID(1), name: "Grace Kim", profile: "event"),
      Responder(
        id: Responder.ID(12), workspace: Workspace.ID(1), name: "Jonas Weber", profile: "driver"),
    ]
    return EventPage(
      shell: shell, slug: "city-rescue", file, tracks: people.isEmpty ? [:] : sampleTracks,
      candidates: others, mayManage: mayManage, mayExport: true, clock: PageClock.sample)
  }

  static let sample: EventPage = {
    var page = example(samplePeople)
    page.more = "The first 500 of 1,204; the files have all."
    page.empty = .sample
    return page
  }()

  static let running = example(samplePeople)

  static let nobody = example([])
}

extension EventListRow: Sampled {
  static let sample = EventListRow(
    EventPage.sampleEvent, participants: 1_204, slug: "city-rescue", clock: PageClock.sample)
}

extension EventsPage: Sampled {
  static let wrong = EventsPage(
    shell: .example(.events), slug: "city-rescue", rows: [.sample], mayManage: true,
    form: EventForm([("slug", "River Run"), ("name", "River <run>")]),
    problems: [FieldProblem("slug", "1 to 40 of a–z, 0–9 and -, neither first nor last a -.")],
    clock: .sample)

  static let sample: EventsPage = {
    var page = wrong
    page.empty = .sample
    return page
  }()

  static let examples = EventsPage(
    shell: .example(.events), slug: "city-rescue", rows: [.sample], mayManage: true, clock: .sample)

  static let none = EventsPage(
    shell: .example(.events), slug: "city-rescue", rows: [], mayManage: false, clock: .sample)
}
