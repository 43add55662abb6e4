import GRDB
import Rollcall

extension PingIntake {
  /// What signs of life said, as effective times.
  struct Told {
    /// The newest confirmation of the latest place.
    var kept: Timestamp?
    /// That of a place sent off duty, which became the latest.
    var brought: Timestamp?
  }

  /// Judges the signs of life of the request, after its pings.
  func takeSigns(in transaction: WriteTransaction) throws -> Told {
    var told = Told()
    guard knowsAges else { return told }
    for sign in signs {
      let time = clock.judge(recordedAt: sign.madeAt, receivedAt: now)
      let sent = try transaction.newestPlace(of: state.id, queue: queue.id, shown: state.latest)
      let known = SignVerdict.Circumstances(
        shown: state.latest?.position, shownAt: state.latest?.asOf, sent: sent?.place,
        isShown: sent != nil && sent?.latest.pingID == state.latest?.pingID,
        isWatched: state.live.duty.isWatched, phone: state.phone, now: now)
      switch SignVerdict(sign, time, isAhead: isAhead(sign.madeAt), known) {
      case .confirms(let at):
        told.kept = max(told.kept ?? at, at)
        try confirm(at, in: transaction)
      case .brings:
        state.latest = sent?.latest
        told.brought = sent?.place.effective
      case .history: try keep(sign, time, in: transaction)
      case .contact: continue
      }
    }
    return told
  }

  private func confirm(_ instant: Timestamp, in transaction: WriteTransaction) throws {
    guard let shown = state.latest, instant > shown.asOf else { return }
    state.latest?.confirmedAt = instant
    try transaction.db.cachedStatement(sql: "UPDATE ping SET confirmed_at = ? WHERE id = ?")
      .execute(arguments: [instant.milliseconds, shown.pingID])
  }

  /// Keeps a place that is no fix, unless it is known.
  private func keep(_ sign: SignOfLife, _ time: FixTime, in transaction: WriteTransaction) throws {
    try transaction.requireCertain(time.effective, within: state.retention)
    guard let raw = sign.madeAt, now.since(time.effective) <= state.retention else { return }
    var ping = Ping(position: sign.position, isMock: .unknown)
    ping.recordedAt = raw
    let found = try transaction.stored(like: ping, wasSeen: false, queue: queue.id, in: state)
    guard !found.contains(where: { $0.isTwin(of: ping, queue: queue.id) }) else { return }
    let variant = found.filter { $0.queue == queue.id && $0.sequence == nil }.map { $0.variant + 1 }.max()
    let judged = FixTime(effective: time.effective, source: time.source, flags: .repeated)
    _ = try transaction.insert(
      ping, judged, queue: queue.id, variant: variant ?? 0,
      isOnDuty: try isOnDuty(at: time.effective, in: transaction), of: state)
    state.newestRaw = max(state.newestRaw ?? raw, raw)
  }
}

extension WriteTransaction {
  /// The newest place that was sent in a queue, if it is young enough to be confirmed. The one that is shown counts as of
  /// its confirmation.
  func newestPlace(
    of responder: Responder.ID, queue: Int64, shown: ResponderState.Latest?
  ) throws -> (latest: ResponderState.Latest, place: SentPlace)? {
    let oldest = now.advanced(by: -SignVerdict.longestKept)
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT id, effective_at, lat, lng, accuracy_m, flags, on_duty, confirmed_at
          FROM ping INDEXED BY ping_responder
          WHERE responder_id = ? AND effective_at >= ? AND (flags & ?) = 0 AND queue_id = ?
            AND (id = ? OR effective_at > ?)
          ORDER BY effective_at DESC, id DESC LIMIT 1
          """),
      arguments: [
        responder.rawValue, oldest.milliseconds, DoubtFlags.repeated.rawValue, queue, shown?.pingID ?? -1,
        shown?.confirmedAt?.milliseconds ?? Int64.min,
      ])
    guard let row, let position = Position(latitude: row[2], longitude: row[3]) else { return nil }
    let effective = Timestamp(milliseconds: row[1])
    let flags = DoubtFlags(rawValue: row[5])
    let latest = ResponderState.Latest(
      pingID: row[0], effective: effective, position: position, accuracy: row[4], flags: flags,
      confirmedAt: (row[7] as Int64?).map(Timestamp.init(milliseconds:)))
    return (
      latest, SentPlace(position: position, effective: effective, flags: flags, wasOnDuty: row[6] == 1)
    )
  }

  /// Removes a place that was known from a sign of life alone.
  func removeSign(_ id: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM ping WHERE id = ?").execute(arguments: [id])
  }
}
