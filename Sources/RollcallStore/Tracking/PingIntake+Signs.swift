import Rollcall
import SQL

extension PingIntake {
  /// What signs of life said, as effective times.
  struct Told {
    /// The newest confirmation of the latest place.
    var kept: Timestamp?
    /// The time of a place sent off duty that became the latest.
    var brought: Timestamp?
  }

  /// Judges the signs of life of the request, after its pings.
  func judgeSigns(in transaction: WriteTransaction) throws -> Told {
    var told = Told()
    guard knowsAges else { return told }
    for sign in signs {
      let time = clock.judge(recordedAt: sign.madeAt, receivedAt: now)
      let sent = try transaction.tracking.newestPlace(of: state.id, queue: queue.id, shown: state.latest)
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
      case .history: try insert(sign, time, in: transaction)
      case .contact: continue
      }
    }
    return told
  }

  private func confirm(_ instant: Timestamp, in transaction: WriteTransaction) throws {
    guard let shown = state.latest, instant > shown.asOf else { return }
    state.latest?.confirmedAt = instant
    try transaction.db.run("UPDATE ping SET confirmed_at = \(instant) WHERE id = \(shown.pingID)")
  }

  /// Stores a place that is not a fix, unless it is stored already.
  private func insert(_ sign: SignOfLife, _ time: FixTime, in transaction: WriteTransaction) throws {
    try transaction.requireCertain(time.effective, within: state.retention)
    guard let raw = sign.madeAt, now.since(time.effective) <= state.retention else { return }
    var ping = Ping(position: sign.position, isMock: .unknown)
    ping.recordedAt = raw
    let found = try transaction.tracking.stored(like: ping, wasSeen: false, queue: queue.id, in: state)
    guard !found.contains(where: { $0.isTwin(of: ping, queue: queue.id) }) else { return }
    let variant = found.filter { $0.queue == queue.id && $0.sequence == nil }.map { $0.variant + 1 }.max()
    let judged = FixTime(effective: time.effective, source: time.source, flags: .repeated)
    _ = try transaction.tracking.insert(
      ping, judged, queue: queue.id, variant: variant ?? 0,
      isOnDuty: try isOnDuty(at: time.effective, in: transaction), of: state)
    state.newestRaw = max(state.newestRaw ?? raw, raw)
  }
}

extension TrackingWrites {
  /// The newest place sent in a queue, if it is recent enough to be confirmed. The displayed one counts as of
  /// its confirmation.
  func newestPlace(
    of responder: Responder.ID, queue: Int64, shown: ResponderState.Latest?
  ) throws -> (latest: ResponderState.Latest, place: SentPlace)? {
    let oldest = now.advanced(by: -SignVerdict.longestKept)
    return try db.first(
      """
      SELECT id, effective_at, lat, lng, accuracy_m, flags, on_duty, confirmed_at
      FROM ping INDEXED BY ping_responder
      WHERE responder_id = \(responder) AND effective_at >= \(oldest) AND (flags & \(DoubtFlags.repeated)) = 0
        AND queue_id = \(queue)
        AND (id = \(shown?.pingID ?? -1) OR effective_at > \(shown?.confirmedAt?.milliseconds ?? Int64.min))
      ORDER BY effective_at DESC, id DESC LIMIT 1
      """
    ) { row in
      let latest = ResponderState.Latest(
        pingID: try row["id"], effective: try row["effective_at"], position: try Position(row: row),
        accuracy: try row["accuracy_m"], flags: try row["flags"], confirmedAt: try row["confirmed_at"])
      let place = SentPlace(
        position: latest.position, effective: latest.effective, flags: latest.flags,
        wasOnDuty: try row["on_duty"])
      return (latest, place)
    }
  }

  /// Removes a place that came from a sign of life alone.
  func removeSign(_ id: Int64) throws {
    try db.run("DELETE FROM ping WHERE id = \(id)")
  }
}
