import Rollcall
import RollcallStore

/// The report of silences and track gaps, in order of their beginning.
///
/// A day of all people is sorted and written once it is read completely; it is read in steps of some people.
struct GapReport {
  /// A silence, or a gap in the track of a person who was in contact for some of it.
  struct Row: Sendable {
    let responder: Responder.ID
    let from: Timestamp
    let to: Timestamp?
    let silence: Silence?
    let backfilledAt: Timestamp?
  }

  /// A row as it is written: an open silence has no end, and its seconds run until now.
  struct Line: Sendable {
    let row: Row
    let now: Timestamp
  }

  static let table = Table<OfPerson<Line>> {
    OfPerson<Line>.columns("Who.")
    Column("from", "The last contact before the silence.") { $0.item.row.from }
    Column("to", "The next contact; empty while it lasts.") { $0.item.row.to }
    Column("seconds", "Its length.") { line in
      Seconds((line.item.row.to ?? line.item.now).since(line.item.row.from))
    }
    Column("worst", "degraded or offline; empty when it fell wholly into Rollcall's own absence.") {
      $0.item.row.silence?.worst?.rawValue
    }
    Column("cause", "The most certain cause for which there is evidence, else unknown.") {
      $0.item.row.silence?.cause.rawValue
    }
    Column("evidence", "What the cause rests on, with times.") { line in
      line.item.row.silence.map { DatedTexts($0.evidence.map { ($0.at, $0.text) }) }
    }
    Column(
      "backfilled_at", "When fixes arrived that closed the track; a silence itself is never closed."
    ) { $0.item.row.backfilledAt }
  }

  private let store: Store
  private let workspace: Workspace
  private let people: [Responder.ID]
  private let span: TimeSpan
  private var reached: Timestamp
  /// The people still to be read for the current day.
  private var rest: ArraySlice<Responder.ID>
  private var rows: [Row] = []

  init(_ scope: ReportScope) {
    (store, workspace, people) = (scope.store, scope.workspace, scope.people.ids.sorted())
    span = TimeSpan(from: scope.span.from, to: min(scope.span.to, scope.store.clock()))
    reached = span.from
    rest = self.people[...]
  }

  /// Whether everything was read.
  var isOver: Bool { reached >= span.to }

  /// The sorted rows of a day, with its last step; none with any other step.
  mutating func next() throws(StoreError) -> [Row] {
    let day = TimeSpan(from: reached, to: min(reached.advanced(by: 86_400_000), span.to))
    guard day.length > 0 else { return [] }
    let isFirst = reached == span.from
    for id in rest.prefix(ReportScope.peoplePage) {
      // Entries that began before the report belong to its first day.
      let found = try touching(day, of: id).filter { isFirst || $0.from >= day.from }
      rows += found
    }
    rest = rest.dropFirst(ReportScope.peoplePage)
    guard rest.isEmpty else { return [] }
    defer { (reached, rest, rows) = (day.to, people[...], []) }
    return rows.sorted { ($0.from, $0.responder) < ($1.from, $1.responder) }
  }

  /// The entries that touch a day and began before its end. Each is judged with everything that overlaps it,
  /// also on later days.
  private func touching(_ day: TimeSpan, of id: Responder.ID) throws(StoreError) -> [Row] {
    var found = try store.liveness.timeline(of: id, in: workspace, day)
    let end = (found.timeline.silences.compactMap(\.to) + found.timeline.trackGaps.map(\.to)).max()
    if let end, end > day.to {
      found = try store.liveness.timeline(of: id, in: workspace, TimeSpan(from: day.from, to: end))
    }
    return Self.rows(of: id, found).filter { $0.from < day.to }
  }

  /// The silences with the track during each, and the gaps that they do not cover.
  static func rows(of id: Responder.ID, _ found: PersonTimeline) -> [Row] {
    let timeline = found.timeline
    let silences = timeline.silences.map { silence in
      Row(
        responder: id, from: silence.from, to: silence.to, silence: silence,
        backfilledAt: backfill(of: silence, found))
    }
    let gaps = timeline.trackGaps.filter { !isTold($0, by: timeline.silences) }
      .map { Row(responder: id, from: $0.from, to: $0.to, silence: nil, backfilledAt: $0.backfilledAt) }
    return silences + gaps
  }

  /// Whether the rows of silences cover a gap: no stretch of it outside them is longer than a fix may be
  /// missing.
  private static func isTold(_ gap: TrackGap, by silences: [Silence]) -> Bool {
    let around = silences.filter { $0.quiet.overlaps(gap) }
    guard let last = around.last else { return false }
    var reached = gap.from
    for silence in around {
      guard silence.from.since(reached) <= silence.thresholds.degraded else { return false }
      reached = max(reached, silence.to ?? gap.to)
    }
    return gap.to.since(reached) <= last.thresholds.degraded
  }

  private static func backfill(of silence: Silence, _ found: PersonTimeline) -> Timestamp? {
    if case .backfilled(let at) = found.entry(of: silence).track { return at }
    return nil
  }
}

extension Quiet {
  /// Whether it overlaps a gap in the track.
  func overlaps(_ gap: TrackGap) -> Bool { gap.from < (to ?? gap.to) && gap.to > from }
}
