import Rollcall
import RollcallStore

/// A doubtful position, with the finding and the decision.
struct DoubtedPosition: Sendable {
  let ping: HistoryPing
  let doubts: [ReviewedDoubt]

  static let table = Table<OfPerson<DoubtedPosition>> {
    Column("id", "The position's number, as in the history.") { $0.item.ping.id }
    OfPerson<DoubtedPosition>.columns("Who.")
    Column("recorded_at", "When it was taken.") { $0.item.ping.effective }
    Column("received_at", "When it was on the server's disk.") { $0.item.ping.receivedAt }
    Column("flags", "The reasons to suspect it, separated by blanks.") { $0.item.ping.flags.names }
    Column("lat") { $0.item.ping.ping.position.latitude }
    Column("lng", "Degrees, WGS 84.") { $0.item.ping.ping.position.longitude }
    Column("accuracy_m") { $0.item.ping.ping.accuracy }
    Column("speed_mps", "As the phone says; empty when it does not.") { $0.item.ping.ping.speed }
    Column("is_mock", "Whether the phone says that the position is made up: yes, no or unknown.") {
      $0.item.ping.ping.isMock.word
    }
    Column("time_source", "phone, corrected or server: whose word recorded_at is.") {
      $0.item.ping.timeSource.word
    }
    Column("evidence", "What each was found by, in words.") {
      $0.item.doubts.map { Words.evidence($0.doubt) }
    }
    Column("review", "What was decided about each: flag:open, flag:confirmed or flag:cleared.") { row in
      row.item.doubts.flatMap { doubt in doubt.doubt.flag.names.map { "\($0):\(doubt.state.word)" } }
    }
  }
}

extension Report {
  /// Reports from doubtful positions.
  static let ofDoubts = [
    Report(
      "flags", Words.Lists.suspiciousPositions,
      "Every position that there is a reason to suspect, with the reasons.",
      at: "suspicious-positions", DoubtedPosition.table
    ) { scope in
      let any = DoubtFlags(DoubtFlags.words.map(\.flag))
      let filter = PingFilter(
        from: scope.span.from, to: scope.span.to, responder: scope.responder, flags: any)
      return scope.pages { (after: HistoryCursor?) in
        try scope.store.tracking.history(
          of: scope.workspace, filter, after: after, limit: CSVWriter.rowsAtOnce)
      } place: {
        HistoryCursor(effective: $0.effective, id: $0.id)
      } rows: { page in
        let asked = page.filter { scope.people.isAsked($0.responder) }
        let found = try scope.store.tracking.evidence(of: asked.map(\.id), in: scope.workspace.id)
        return asked.map { scope.of($0.responder, DoubtedPosition(ping: $0, doubts: found[$0.id] ?? [])) }
      }
    }
  ]
}
