public import Rollcall

/// One row of the board, as the last commit left it.
public final class BoardEntry: Sendable {
  /// The person.
  public let person: Responder
  /// Grows with each change of the row.
  public let version: Int64
  /// Status, contact, fixes and thresholds.
  public let live: Liveness
  /// The name of the profile's rule in force.
  public let rule: String
  /// The order of the duty state.
  public let order: String?
  /// Their latest position.
  public let position: Position?
  /// Its radius, metres.
  public let accuracy: Double?
  /// Its effective time.
  public let fixAt: Timestamp?
  /// When its app last confirmed that they are still there; `nil` = never.
  public let confirmedAt: Timestamp?
  /// Its doubts.
  public let flags: DoubtFlags
  /// The doubts of the last day; none on a past board.
  public let doubts: RecentDoubts
  /// The newest known state of the phone.
  public let phone: PhoneState
  /// Pings waiting on the phone, by its newest telemetry.
  public let queueDepth: Int64?
  /// Whether pings wait in the phone, or the last upload brought only old ones.
  public let hasBacklog: Bool
  /// Comings and goings of late.
  public let flapping: Flapping
  /// The kinds of incident that their profile offers them; none on a past board.
  public let offers: IncidentKinds
  /// Their errand, as stored.
  public let errand: Errand?
  /// When the hours of duty in which they are began, and when somebody last switched them off duty by hand; `nil` on a
  /// past board.
  let hoursSince, offByHand: Timestamp?
  /// What they can do; nothing on a past board.
  let abilities: Abilities
  /// How soon they hear of an offer; `nil` on a past board.
  public let hearing: Hearing?
  /// What became of their offers of late; empty on a past board.
  let record: OfferRecord
  /// How fast they travel, metres per second.
  public let speed: Double
  /// On a past board: how long before its instant they were heard at the latest, when the instant of their
  /// last contact is not recorded, milliseconds; else `nil`.
  public let heardWithin: Milliseconds?
  /// On a past board: the silence in progress; on the live one it follows from ``live``.
  private let pastQuiet: Quiet??
  let retention: Milliseconds

  /// The person's id.
  public var id: Responder.ID { person.id }

  init(_ state: ResponderState, version: Int64) {
    person = state.person
    self.version = version
    live = state.live
    rule = state.rule?.name ?? ""
    order = state.dutyOrder
    position = state.latest?.position
    accuracy = state.latest?.accuracy
    fixAt = state.latest?.effective
    confirmedAt = state.latest?.confirmedAt
    flags = state.latest?.flags ?? []
    doubts = state.doubts
    phone = state.phone
    queueDepth = state.queueDepth
    hasBacklog = state.hasBacklog
    flapping = state.flapping
    errand = state.errand
    (offers, abilities) = (state.profile.offeredKinds, state.abilities)
    (hoursSince, offByHand) = (state.hours.since, state.hours.offByHand)
    (hearing, record, speed) = (state.hearing, state.record, state.profile.speed)
    retention = state.retention
    (heardWithin, pastQuiet) = (nil, nil)
  }

  /// An entry of a past board.
  init(_ past: SnapshotEntry, retention: Milliseconds) {
    (person, live, rule, order) = (past.person, past.live, past.rule, past.order)
    (position, accuracy, fixAt) = (past.fix?.position, past.fix?.accuracy, past.fix?.effective)
    (flags, confirmedAt) = (past.fix?.flags ?? [], past.fix?.confirmedAt)
    doubts = RecentDoubts()
    (phone, queueDepth, hasBacklog) = (past.phone, nil, past.hasBacklog)
    (flapping, errand, offers, abilities) = (past.flapping, past.errand, [], .none)
    (hearing, record, speed) = (nil, OfferRecord(), Profile.usualSpeed)
    (hoursSince, offByHand) = (nil, nil)
    (heardWithin, pastQuiet) = (past.heardWithin, .some(past.quiet))
    (version, self.retention) = (0, retention)
  }

  /// An entry without its fix.
  private init(withoutFix entry: BoardEntry) {
    (person, live, rule, order) = (entry.person, entry.live, entry.rule, entry.order)
    (phone, queueDepth, hasBacklog) = (entry.phone, entry.queueDepth, entry.hasBacklog)
    (flapping, retention, errand) = (entry.flapping, entry.retention, entry.errand)
    (offers, abilities) = (entry.offers, entry.abilities)
    (hoursSince, offByHand) = (entry.hoursSince, entry.offByHand)
    (hearing, record, speed) = (entry.hearing, entry.record, entry.speed)
    (heardWithin, pastQuiet) = (entry.heardWithin, entry.pastQuiet)
    (position, accuracy, fixAt, confirmedAt, flags) = (nil, nil, nil, nil, [])
    doubts = entry.doubts
    // It differs from the entry with the fix, but is not later.
    version = -entry.version
  }

  /// An entry with another status.
  private init(_ entry: BoardEntry, _ live: Liveness) {
    (person, self.live, rule, order) = (entry.person, live, entry.rule, entry.order)
    (position, accuracy, fixAt, confirmedAt) = (
      entry.position, entry.accuracy, entry.fixAt, entry.confirmedAt
    )
    (flags, doubts, phone, queueDepth, hasBacklog) = (
      entry.flags, entry.doubts, entry.phone, entry.queueDepth, entry.hasBacklog
    )
    (flapping, retention, errand) = (entry.flapping, entry.retention, entry.errand)
    (heardWithin, pastQuiet) = (entry.heardWithin, entry.pastQuiet)
    (version, offers, abilities) = (-entry.version, entry.offers, entry.abilities)
    (hoursSince, offByHand) = (entry.hoursSince, entry.offByHand)
    (hearing, record, speed) = (entry.hearing, entry.record, entry.speed)
  }

  /// The entry after an absence of this server: no green status from before stays.
  func unobserved(_ span: TimeSpan?) -> BoardEntry {
    guard let span else { return self }
    var live = live
    _ = live.unobserved(span)
    return live == self.live ? self : BoardEntry(self, live)
  }

  /// The silence in progress at `now`, the instant for which the entry is shown.
  func openQuiet(at now: Timestamp) -> Quiet? {
    if let pastQuiet { return pastQuiet }
    return live.openQuiet(at: now)
  }

  /// The entry as it may be shown at `now`: without a fix older than the workspace keeps, even if it is not
  /// purged yet.
  func kept(at now: Timestamp) -> BoardEntry {
    hasExpired(at: now) ? BoardEntry(withoutFix: self) : self
  }

  /// Whether its fix may no longer be shown.
  fileprivate func hasExpired(at now: Timestamp) -> Bool {
    fixAt.map { now.since($0) > retention } ?? false
  }

  /// Whether the responder's connection comes and goes at `now`.
  public func isFlapping(at now: Timestamp) -> Bool {
    flapping.isFlapping(at: now, interval: live.force.interval)
  }
}

extension LivenessStore {
  /// The board of a workspace, in no order. Does not block.
  public func board(of workspace: Workspace.ID) -> [BoardEntry] {
    let now = clock()
    var entries = store.boards.entries(of: workspace)
    if let away = unwrittenAbsence(at: now) { entries = entries.map { $0.unobserved(away) } }
    return entries.contains { $0.hasExpired(at: now) } ? entries.map { $0.kept(at: now) } : entries
  }

  /// One row of it; `nil` for a person who is not on the board. Does not block.
  public func boardEntry(of responder: Responder.ID, in workspace: Workspace.ID) -> BoardEntry? {
    let now = clock()
    return store.boards.entry(of: responder, in: workspace)?.unobserved(unwrittenAbsence(at: now)).kept(
      at: now)
  }
}
