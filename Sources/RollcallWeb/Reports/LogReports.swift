import Rollcall
import RollcallStore

extension Report {
  /// Changes of status.
  func transitions() -> CSVExport.NextPage {
    var cursor: HistoryCursor?
    return { csv, zone in
      let page = try store.liveness.transitions(
        of: workspace.id, in: span, responder: responder, after: cursor, limit: CSVWriter.rowsAtOnce)
      let asked = page.filter { people.isAsked($0.responder) }
      for row in asked {
        csv.number(row.responder.rawValue)
        csv.text(people.name(row.responder))
        csv.instant(row.transition.at, &zone)
        csv.text(row.transition.from?.rawValue)
        csv.text(row.transition.to.rawValue)
        csv.text(row.transition.rule)
        csv.endRow()
      }
      if let last = page.last { cursor = HistoryCursor(effective: last.transition.at, id: last.id) }
      return (asked.count, page.count < CSVWriter.rowsAtOnce)
    }
  }

  /// Positions that there is a reason to doubt.
  func flags() -> CSVExport.NextPage {
    let any = DoubtFlags(DoubtFlags.words.map(\.flag))
    let filter = PingFilter(from: span.from, to: span.to, responder: responder, flags: any)
    var cursor: HistoryCursor?
    return { csv, zone in
      let page = try store.tracking.history(of: workspace, filter, after: cursor, limit: CSVWriter.rowsAtOnce)
      let asked = page.filter { people.isAsked($0.responder) }
      let found = try store.tracking.evidence(of: asked.map(\.id), in: workspace.id)
      for ping in asked { csv.doubt(ping, people.name(ping.responder), found[ping.id] ?? [], &zone) }
      if let last = page.last { cursor = HistoryCursor(effective: last.effective, id: last.id) }
      return (asked.count, page.count < CSVWriter.rowsAtOnce)
    }
  }

  /// Silences, and gaps in tracks without one.
  func gaps() -> CSVExport.NextPage {
    var report = GapReport(store, workspace, people: people.ids, span: span)
    return { csv, zone in
      let rows = try report.next()
      let now = store.clock()
      for row in rows { GapReport.write(row, name: people.name(row.responder), now: now, to: &csv, &zone) }
      return (rows.count, report.isOver)
    }
  }
}

extension CSVWriter {
  fileprivate mutating func doubt(
    _ row: HistoryPing, _ name: String?, _ doubts: [ReviewedDoubt], _ zone: inout Zone
  ) {
    number(row.id)
    number(row.responder.rawValue)
    text(name)
    instant(row.effective, &zone)
    instant(row.receivedAt, &zone)
    text(row.flags.names.joined(separator: " "))
    number(row.ping.position.latitude)
    number(row.ping.position.longitude)
    number(row.ping.accuracy)
    number(row.ping.speed)
    text(HistoryColumns.word(row.ping.isMock))
    text(row.timeSource.word)
    text(doubts.map { Words.evidence($0.doubt) }.joined(separator: " "))
    text(
      doubts.flatMap { doubt in doubt.doubt.flag.names.map { "\($0):\(doubt.state.word)" } }.joined(
        separator: " "))
    endRow()
  }
}
