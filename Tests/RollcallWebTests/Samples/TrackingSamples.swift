import Rollcall
import RollcallStore

@testable import RollcallWeb

extension DoubtRow: Sampled {
  static let sample = DoubtsPage.sampleRow(.open)
}

extension DoubtsPage: Sampled {
  static let sample = example(
    filter: DoubtFilter([("responder", "3"), ("state", "open"), ("page", "2")]), changed: 14,
    rows: DoubtState.allCases.map(sampleRow))

  /// Nothing is doubtful.
  static let nothing = example(filter: DoubtFilter(), rows: [])

  /// A filter that cannot be understood.
  static let wrong = example(
    filter: DoubtFilter([("from", "yesterday")]), error: "“From” is not a day or an instant.", rows: [],
    isCovered: false)

  /// The form came back: nothing was ticked.
  static let unticked = example(
    filter: DoubtFilter(), error: "Nothing was chosen: tick what the decision is about.",
    note: "A <spoofing> app",
    rows: DoubtState.allCases.map(sampleRow))

  static func example(
    filter: DoubtFilter, error: String = "", note: String = "", changed: Int? = nil, rows: [DoubtRow],
    isCovered: Bool = true
  ) -> DoubtsPage {
    let now = PageClock.sampleNow
    return DoubtsPage(
      shell: .example(.suspicious), slug: "city-rescue", filter: filter,
      responders: [(3, "Mirela Novak"), (4, "ليلى حداد")], error: error, note: note, changed: changed,
      covered: isCovered ? now.advanced(by: -86_400_000)..<now : nil,
      list: List(
        rows: rows, matching: rows.isEmpty ? 0 : 240, positions: rows.isEmpty ? 0 : 8_812, newestPing: 99),
      mayExport: true, checksNetworks: rows.isEmpty, clock: PageClock.sample)
  }

  /// A row whose doubts are in a state.
  static func sampleRow(_ state: DoubtState) -> DoubtRow {
    let now = PageClock.sampleNow
    var group = DoubtGroup(
      responder: Responder.ID(Int64(3 + state.rawValue)), flag: state == .cleared ? .networkCountry : .speed,
      first: now.advanced(by: -3_600_000), last: now.advanced(by: state == .open ? -3_600_000 : -60_000),
      newestPing: 99)
    var detail = DoubtDetail(strongest: .speed(metres: 412_000, seconds: 60, from: .before))
    switch state {
    case .open: group.open = 1
    case .confirmed:
      (group.open, group.confirmed) = (2, 12)
      detail.review = DoubtDecision(
        at: now, by: "", state: state, note: "A spoofing app was <found> on the phone.")
    case .cleared:
      group.cleared = 3
      detail = DoubtDetail(
        strongest: .networkCountry("NL", kilometres: 812),
        review: DoubtDecision(at: now, by: "", state: state, note: ""))
    }
    let line = DoubtLine(
      group: group, day: PageClock.sample.local(now).date,
      score: DoubtScore([(group.flag, group.open, group.confirmed)]))
    return DoubtRow(
      line, detail, name: state == .confirmed ? "ليلى حداد" : "Mirela Novak", reviewer: "dora@example.org",
      slug: "city-rescue", clock: PageClock.sample)
  }
}

extension HistoryRow: Sampled {
  static let sample = HistoryPage.sampleRow(0, flags: [.mock, .speed], late: true)
}

extension HistoryPage: Sampled {
  static let sample = HistoryPage(
    shell: Shell(
      section: .history, slug: "city-rescue", workspace: "City Rescue",
      others: [("city-rescue", "City Rescue"), ("harbour", "Harbour Pilots")], member: "Auditor B.",
      role: .owner, csrf: "sample-token", now: PageClock.sampleNow),
    slug: "city-rescue", filter: HistoryFilter([("responder", "1"), ("from", "2026-11-21")]),
    responders: [(1, "Mirela Novak"), (2, "Jonas Weber")],
    covered: PageClock.sampleNow.advanced(by: -43_473_000)..<PageClock.sampleNow, rows: sampleRows,
    nextCursor: "c200", retentionDays: 90, mayExport: true, mayHold: true, purged: .sample,
    clock: PageClock.sample)

  static let sampleRows: [HistoryRow] = (0..<24).map { index in
    sampleRow(index, flags: index == 5 ? .mock : index == 9 ? [.speed, .clockSkew] : [], late: index < 4)
  }

  /// A ping a minute on the way through a city.
  static func sampleRow(_ index: Int, flags: DoubtFlags, late: Bool) -> HistoryRow {
    let taken = PageClock.sampleNow.advanced(by: Int64(index - 40) * 60_000 + 417)
    let received = taken.advanced(by: late ? 1_140_000 : 740)
    let north = Words.decimal(45.8144 + Double(index) * 0.00042, places: 5)
    return HistoryRow(
      key: "p\(1_000 + index)", taken: PageClock.sample.time(taken),
      timeNote: index == 9 ? "corrected" : "", isHeld: index == 0,
      received: PageClock.sample.time(received),
      delay: Words.delay(recorded: taken, received: received), isLate: late, responder: "Mirela Novak",
      responderHref: "/w/city-rescue/history?responder=1", coordinates: "\(north), 15.97800",
      geo: "geo:\(north),15.97800;u=8", accuracy: Words.accuracy(6 + Double(index % 7)),
      speed: Words.speed(1.5), battery: Words.share(0.5 - Double(index) / 200),
      mock: index == 5 ? "yes" : "no", source: "gps", sequence: Words.grouped(8_789 + Int64(index)),
      flags: flags.names.map(FlagMark.init))
  }
}

extension TrackImportPage: Sampled {
  /// One before a file was chosen.
  static let empty = TrackImportPage(
    shell: .example(.responders, title: "Import a track"), slug: "city-rescue", id: Responder.ID(17),
    name: "Mirela Novak", largest: 4 << 20)

  static let sample = TrackImportPage(
    shell: .example(.responders, title: "Import a track"), slug: "city-rescue", id: Responder.ID(17),
    name: "Mirela Novak", largest: 4 << 20,
    notice: ActionNotice(
      .calm, "1,204 points are stored; 3 were there already.", action: .sample),
    problem: "The file was not taken: not a GPX file: broken XML at line 7.")
}
