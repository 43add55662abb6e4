import Rollcall
import RollcallStore

extension DoubtsPage {
  /// An example with every kind of content.
  public static let sample = example(
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

  private static func example(
    filter: DoubtFilter, error: String = "", note: String = "", changed: Int? = nil, rows: [DoubtRow],
    isCovered: Bool = true
  ) -> DoubtsPage {
    let now = PageClock.sampleNow
    return DoubtsPage(
      shell: .example(.flags), slug: "city-rescue", filter: filter,
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
