import Rollcall
import RollcallStore

/// The doubts of one kind about one person on one day.
struct DoubtLine {
  var group: DoubtGroup
  var day: CivilDate
  var score: DoubtScore
}

/// One line of the table of doubts.
struct DoubtRow: PagePart {
  var key: String
  /// The value of the tick, and its label for readers who do not see the row.
  var pick, pickLabel: String
  var name, href: String
  /// `21 Nov`, the year that paper adds, and how doubtful it is, of 100.
  var day, year, score: String
  var flag: FlagMark
  /// `14 positions`, and them in the history.
  var count, history: String
  /// When the first was taken, and the last; absent when there is only one.
  var from: Moment
  var to: Moment?
  var evidence: String
  /// The track around them; absent in the later rows of a page.
  var sketch: TrackSketch?
  /// The same on the map with the rest of the day.
  var replay: String
  var states: [StatePill]
  /// The last decision and its author, and their note; each may be empty.
  var decision, note: String

  init(
    _ line: DoubtLine, _ detail: DoubtDetail, name: String, reviewer: String, around: [HistoryPing] = [],
    on ground: TrackGround? = nil, slug: String, clock: PageClock
  ) {
    let group = line.group
    let mark = FlagMark(group.flag.names.first ?? "")
    let begins = clock.local(clock.start(of: line.day))
    let dayWords = begins.dayAndMonth
    let total = group.count(nil)
    key = "d\(group.responder.rawValue)-\(line.day.isoDay)-\(mark.name)"
    pick = DoubtPick(group).text
    pickLabel = "\(name), \(dayWords), \(mark.label)"
    self.name = name
    href = PagePath.person(slug, group.responder)
    (day, year) = (dayWords, " \(begins.year)")
    score = "\(line.score.points)"
    flag = mark
    count = Words.count(total, "position", "positions")
    var inHistory = HistoryFilter()
    inHistory.responder = group.responder.rawValue
    inHistory.flag = mark.name
    inHistory.from = LocalTime.iso(group.first)
    inHistory.to = LocalTime.iso(group.last.advanced(by: 1))
    history = inHistory.query.link(Shell.Section.history.path(slug))
    from = clock.minute(group.first)
    to = group.last == group.first ? nil : clock.minute(group.last, after: group.first)
    evidence = detail.strongest.map(Words.evidence) ?? Words.none
    sketch = TrackSketch(around, doubted: group.flag, on: ground)
    replay = PagePath.replay(
      slug, group.responder, day: line.day.isoDay, at: group.first)
    states = DoubtState.allCases.filter { group.count($0) > 0 }.map { state in
      let pill = StatePill.doubt(state)
      return group.count(state) == total
        ? pill
        : StatePill(pill.name, "\(Words.grouped(group.count(state))) \(pill.word.lowercased())", state.shape)
    }
    decision =
      detail.review.map { "\(StatePill.doubt($0.state).word) by \(reviewer), \(clock.dated($0.at))" }
      ?? ""
    note = detail.review?.note ?? ""
  }
}

extension StatePill {
  static func doubt(_ state: DoubtState) -> StatePill {
    switch state {
    case .open: StatePill("wait", "Open", .ring)
    case .confirmed: StatePill("bad", "Confirmed", .cross)
    case .cleared: StatePill("good", "Dismissed", .check)
    }
  }
}

extension DoubtState {
  fileprivate var shape: StatePill.Shape {
    switch self {
    case .open: .ring
    case .confirmed: .cross
    case .cleared: .check
    }
  }
}

extension DoubtPick {
  /// The form's value: `5.mock.1700000000000.1700000060000.812`.
  var text: String {
    "\(responder.rawValue).\(flag.names.first ?? "").\(from.milliseconds).\(through.milliseconds).\(newestPing)"
  }

  /// Reads a form's value; `nil` for anything else.
  init?(text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5, let person = Int64(parts[0]), let flag = DoubtFlags.named(parts[1]),
      let from = Int64(parts[2]), let through = Int64(parts[3]), let newest = Int64(parts[4])
    else { return nil }
    self.init(
      responder: Responder.ID(person), flag: flag, from: Timestamp(milliseconds: from),
      through: Timestamp(milliseconds: through), newestPing: newest)
  }
}
