import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension ReportWeb {
  /// `GET /w/{ws}/responders/{id}/track.gpx`: streamed, and audited at its end.
  @Sendable func trackGPX(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try track(asked) { GPXWriter(name: $0) }
  }

  /// `GET /w/{ws}/responders/{id}/track.geojson`: streamed, and audited at its end.
  @Sendable func trackGeoJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try track(asked) { _ in GeoJSONWriter() }
  }

  private func track<Writer: TrackWriter>(
    _ asked: ConsoleRequest, _ writer: (_ name: String) -> Writer
  ) throws(StoreError) -> Response {
    let (workspace, id) = (asked.visitor.workspace, try asked.responder())
    let query = asked.request.query
    let (from, to) = (query["from"] ?? "", query["to"] ?? "")
    let when = AskedSpan(from: from, to: to, in: workspace, now: store.clock())
    guard when.problems.isEmpty else { throw .invalid(when.problems.joined(separator: " ")) }
    guard let name = try store.fleet.names(of: workspace.id)[id] else {
      throw .notFound("responder \(id.rawValue)")
    }
    var told = ReportFilter()
    (told.responder, told.from, told.to) = (id.rawValue, from, to)
    let filter = PingFilter(from: when.span.from, to: when.span.to, responder: id)
    let breaks = TrackBreaks(try store.liveness.timeline(of: id, in: workspace, when.span))
    var walk = TrackWalk(breaks: breaks, writer: writer(name), filter: filter)
    let export = FileExport(
      ended: try web.exports.noting("track.\(Writer.ending)", filter: told.query.link(""), asked.visitor)
    ) { [store] in try walk.next(store, workspace) }
    var response = Response.stream(export, contentType: Writer.contentType)
    response.headers[.contentDisposition] = FileName.attachment(
      FileName.make(
        ["track", workspace.slug, name], when.span, Zone.pageClock(workspace.timeZone, now: store.clock()),
        ending: Writer.ending))
    return response
  }
}

/// Where a track begins anew: after each unexplained gap, and with each shift.
///
/// Positions may be kept longer than the log that tells of gaps and shifts. Where the log is gone, a long
/// time between two positions is a gap.
private struct TrackBreaks {
  private var instants: ArraySlice<Timestamp>
  /// The times whose gaps and shifts are known.
  private let known: [TimeSpan]
  private var last: Timestamp?

  init(_ found: PersonTimeline) {
    let gaps = found.timeline.trackGaps.filter { $0.backfilledAt == nil }.map(\.to)
    instants = (gaps + found.watched.map(\.from)).sorted()[...]
    known = found.reports
  }

  /// Whether the track begins anew between the previous point and the one of this instant.
  mutating func isBroken(before instant: Timestamp) -> Bool {
    let passed = instants.prefix { $0 <= instant }
    instants = instants.dropFirst(passed.count)
    defer { self.last = instant }
    guard passed.isEmpty, let last else { return true }
    return instant.since(last) > MapStore.usualGap && !isKnown(from: last, to: instant)
  }

  private func isKnown(from first: Timestamp, to second: Timestamp) -> Bool {
    known.contains { $0.from <= first && second <= $0.to }
  }
}

/// A walk along a track, page by page.
private struct TrackWalk<Writer: TrackWriter> {
  private var breaks: TrackBreaks
  private var writer: Writer
  private let filter: PingFilter
  private var cursor: HistoryCursor?

  init(breaks: TrackBreaks, writer: Writer, filter: PingFilter) {
    (self.breaks, self.writer, self.filter) = (breaks, writer, filter)
  }

  mutating func next(_ store: Store, _ workspace: Workspace) throws -> FileExport.Part {
    let page = try store.tracking.history(of: workspace, filter, after: cursor, limit: CSVWriter.rowsAtOnce)
    // A track leaves out positions that the phone itself calls none, those without a reliable time, signs of
    // life and time off duty.
    let points = page.filter {
      $0.isOnDuty && !$0.isRepeated && !$0.flags.contains(.invalidFix) && $0.timeSource != .server
    }
    for ping in points { writer.point(ping, isNew: breaks.isBroken(before: ping.effective)) }
    if let last = page.last { cursor = HistoryCursor(effective: last.effective, id: last.id) }
    let isLast = page.count < CSVWriter.rowsAtOnce
    if isLast { writer.end() }
    return (writer.take(), points.count, isLast)
  }
}
