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
      let sent = try transaction.tracking.newestPlace(
        of: state.id, queue: queue.id, shown: state.latest, track.reader(transaction.db))
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
    try track.save(in: transaction)
    try transaction.tracking.confirm(shown.place, of: state.key, at: instant)
  }

  /// Stores a place that is not a fix, unless it is stored already.
  private func insert(_ sign: SignOfLife, _ time: FixTime, in transaction: WriteTransaction) throws {
    try transaction.requireCertain(time.effective, within: state.retention)
    guard let raw = sign.madeAt, now.since(time.effective) <= state.retention else { return }
    var ping = Ping(position: sign.position, isMock: .unknown)
    ping.recordedAt = raw
    let found = try track.pings(
      like: ping, wasSeen: false, queue: queue.id, newest: state.newestRaw, transaction.db)
    guard !found.contains(where: { $0.isTwin(of: ping, queue: queue.id) }) else { return }
    let variant = found.filter { $0.queue == queue.id && $0.sequence == nil }.map { $0.variant + 1 }.max()
    let judged = FixTime(effective: time.effective, source: time.source, flags: .repeated)
    _ = try insert(
      ping, judged, variant: variant ?? 0, isOnDuty: try isOnDuty(at: time.effective, in: transaction))
    state.newestRaw = max(state.newestRaw ?? raw, raw)
  }
}

extension TrackingWrites {
  /// The newest place sent in a queue, if it is recent enough to be confirmed. The displayed one counts as of
  /// its confirmation.
  func newestPlace(
    of responder: Responder.ID, queue: Int64, shown: ResponderState.Latest?, _ track: Track
  ) throws -> (latest: ResponderState.Latest, place: SentPlace)? {
    let oldest = now.advanced(by: -SignVerdict.longestKept)
    let found = try track.newestSent(
      of: responder, queue: queue, since: oldest, shown: shown?.pingID, later: shown?.confirmedAt)
    return found.map { ping in
      let latest = ResponderState.Latest(
        pingID: ping.id, effective: ping.time.effective, position: ping.position, accuracy: ping.accuracy,
        flags: ping.time.flags, confirmedAt: ping.confirmedAt)
      let place = SentPlace(
        position: latest.position, effective: latest.effective, flags: latest.flags, wasOnDuty: ping.isOnDuty)
      return (latest, place)
    }
  }
}
