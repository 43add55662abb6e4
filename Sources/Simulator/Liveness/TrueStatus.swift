public import Rollcall

/// What a server must say of a responder, by the contract's table, if it knew the true times: told what it has really
/// heard, it says which status holds from when on.
///
/// Written for the comparison and on purpose not with the server's own state machine.
public struct TrueStatus: Equatable, Sendable {
  /// A status and since when.
  public struct Change: Equatable, Sendable {
    /// Since when.
    public var at: Timestamp
    /// The status.
    public var status: Status

    /// A change from its parts.
    public init(at: Timestamp, status: Status) {
      self.at = at
      self.status = status
    }
  }

  /// What has become true so far, in order.
  public private(set) var changes: [Change] = []
  /// The status as far as it is settled.
  public private(set) var status = Status.offDuty
  private let profile: Profile
  private var known = PhoneState()
  private var duty: DutyState
  private var limits: Thresholds?
  private var watched: Timestamp
  private var contact: Timestamp?
  private var fix: Timestamp?
  private var degradeBy: Timestamp?
  private var offlineBy: Timestamp?

  /// Somebody who logs in at `start` for the first time.
  public init(_ profile: Profile, at start: Timestamp) {
    self.profile = profile
    watched = start
    duty = .offDuty
    apply(profile.initialDuty, at: start)
  }

  /// A request that the server took at its time.
  ///
  /// - Parameter fix: When the newest position that it brought was really taken; `nil` = it brought none of worth.
  public mutating func heard(_ heard: PhoneDiary.Heard, fix new: Timestamp?) {
    let now = heard.at
    settle(until: now)
    learn(from: heard)
    if let duty = heard.duty { apply(duty, at: now) }
    limit(at: now)
    contact = now
    guard duty.isWatched else { return }
    if let new {
      if fix == nil { watched = now }
      fix = max(fix ?? new, new)
    }
    guard let limits else { return }
    offlineBy = now.advanced(by: limits.offline)
    if let new, now.since(new) <= limits.degraded {
      degradeBy = max(fix ?? new, watched).advanced(by: limits.degraded)
      become(.online, at: now)
    } else {
      if new != nil, let fix {
        degradeBy = max(degradeBy ?? now, max(fix, watched).advanced(by: limits.degraded))
      }
      guard fix != nil else { return }
      if status == .offline { become(.degraded, at: now) }
      if status == .unknown, let degradeBy, degradeBy < now { become(.degraded, at: now) }
    }
  }

  /// The server was away.
  public mutating func absent(from: Timestamp, to: Timestamp) {
    settle(until: from)
    guard duty.isWatched, let limits else { return }
    watch(from: to, limits)
    if status == .online, let fix, to.since(fix) > limits.degraded { become(.unknown, at: to) }
  }

  /// Lets the time pass.
  public mutating func settle(until now: Timestamp) {
    while duty.isWatched, fix != nil, limits != nil, let degradeBy, let offlineBy {
      let since = changes.last?.at ?? watched
      let isHeard = contact.map { $0 >= watched } ?? false
      if status == .online || (status == .unknown && isHeard) {
        let at = max(degradeBy, since)
        guard at < now else { return }
        become(.degraded, at: at)
      } else if status == .degraded || status == .unknown {
        let at = max(offlineBy, since)
        guard at < now else { return }
        become(.offline, at: at)
      } else {
        return
      }
    }
  }

  private mutating func learn(from heard: PhoneDiary.Heard) {
    for ping in heard.pings where duty.isWatched {
      known.note(ping, at: (ping.recordedAt ?? heard.at).advanced(by: -heard.ahead))
    }
    for event in heard.events { known.note(event.kind, at: event.at.advanced(by: -heard.ahead)) }
    // What a network held back tells of the time when it was sent.
    let sentAt = heard.sentAt.map { min(heard.at, $0.advanced(by: -heard.ahead)) }
    known.note(heard.telemetry, at: sentAt ?? heard.at)
  }

  private mutating func apply(_ new: DutyState, at now: Timestamp) {
    let wasWatched = duty.isWatched
    duty = new
    guard new.isWatched != wasWatched else { return }
    limits = rule?.thresholds
    guard new.isWatched else {
      (degradeBy, offlineBy) = (nil, nil)
      return become(.offDuty, at: now)
    }
    if let limits { watch(from: now, limits) }
    become(.unknown, at: now)
  }

  private mutating func watch(from instant: Timestamp, _ limits: Thresholds) {
    watched = instant
    degradeBy = max(fix ?? instant, instant).advanced(by: limits.degraded)
    offlineBy = max(contact ?? instant, instant).advanced(by: limits.offline)
  }

  /// Another rule keeps the status and moves its end.
  private mutating func limit(at now: Timestamp) {
    guard duty.isWatched, let new = rule?.thresholds, let old = limits, new != old else { return }
    limits = new
    if let end = degradeBy {
      degradeBy = Self.moved(end, old.degraded, new.degraded, max(fix ?? watched, watched), now)
    }
    if let end = offlineBy {
      offlineBy = Self.moved(end, old.offline, new.offline, max(contact ?? watched, watched), now)
    }
  }

  private static func moved(
    _ end: Timestamp, _ old: Milliseconds, _ new: Milliseconds, _ heard: Timestamp, _ now: Timestamp
  ) -> Timestamp {
    new < old ? min(end, now.advanced(by: new)) : max(end, heard.advanced(by: new))
  }

  private var rule: ProfileRule? {
    profile.rule(
      under: ReportingConditions(
        duty: duty, battery: known.battery.value, speed: known.speed.value, appState: known.appState.value,
        powerMode: known.powerMode.value))
  }

  private mutating func become(_ new: Status, at instant: Timestamp) {
    guard new != status || changes.isEmpty else { return }
    status = new
    changes.append(Change(at: instant, status: new))
  }
}
