public import Rollcall

/// The status that a server must show for a responder by the contract's table, computed from what it really
/// received with the true times.
///
/// Written for the comparison, deliberately independent of the server's state machine.
public struct TrueStatus: Equatable, Sendable {
  /// A status and since when.
  public struct Change: Equatable, Sendable {
    /// Since when.
    public var at: Timestamp
    /// The status.
    public var status: Status

    /// Creates a change.
    public init(at: Timestamp, status: Status) {
      self.at = at
      self.status = status
    }
  }

  /// An accepted request, with the true times of its contents.
  public struct Request: Sendable {
    /// When the server took it.
    public var at: Timestamp
    /// Its duty; `nil` = none, or one that no longer counts.
    public var duty: DutyState?
    /// Its valid pings, with their recording times.
    public var pings: [(ping: Ping, at: Timestamp)] = []
    /// Its events, with their times.
    public var events: [(kind: DeviceEvent.Kind, at: Timestamp)] = []
    /// Its telemetry, with its sending time.
    public var telemetry: (told: Telemetry, at: Timestamp)?
    /// When its newest position was taken; `nil` = it has no valid one.
    public var fix: Timestamp?

    /// A request that told nothing.
    public init(at: Timestamp) { self.at = at }
  }

  /// The shortest downtime of the server that begins a new watch, milliseconds.
  private static let longAbsence: Milliseconds = 30_000

  /// The changes so far, in order.
  public private(set) var changes: [Change] = []
  /// The settled status.
  public private(set) var status = Status.offDuty
  private let profile: Profile
  private var known = PhoneState()
  private var duty: DutyState
  private var limits: Thresholds?
  /// When watching began.
  private var watched: Timestamp
  /// The end of the server's last downtime.
  private var resumed = Timestamp.distantPast
  private var contact: Timestamp?
  /// The first contact since the later of these two.
  private var heardSince: Timestamp?
  private var fix: Timestamp?
  /// When a green ends, when a fix is due from a responder who was heard, and when a contact is due.
  private var greenBy: Timestamp?
  private var watchBy: Timestamp?
  private var offlineBy: Timestamp?
  /// Whether the last change came from a deadline: of those at the same instant only the last is written.
  private var isByDeadline = false

  /// A responder who logs in at `start` for the first time.
  public init(_ profile: Profile, at start: Timestamp) {
    self.profile = profile
    watched = start
    duty = .offDuty
    apply(profile.initialDuty, at: start)
  }

  /// Applies an accepted request at its time.
  public mutating func heard(_ request: Request) {
    let now = request.at
    settle(until: now)
    learn(from: request)
    if let duty = request.duty { apply(duty, at: now) }
    limit(at: now)
    contact = now
    guard duty.isWatched else { return }
    heardSince = heardSince ?? now
    if let new = request.fix {
      if fix == nil { watch(from: now) }
      fix = max(fix ?? new, new)
    }
    guard let limits else { return }
    offlineBy = now.advanced(by: limits.offline)
    guard let fix else { return }
    if let new = request.fix {
      let end = fix.advanced(by: limits.degraded)
      if now.since(new) < limits.degraded {
        greenBy = end
        return become(.online, at: now)
      }
      greenBy = max(greenBy ?? end, end)
    }
    if status == .offline { become(.degraded, at: now) }
  }

  /// The server was away.
  public mutating func absent(from: Timestamp, to: Timestamp) {
    settle(until: from)
    resumed = to
    heardSince = nil
    guard duty.isWatched, let limits else { return }
    let length = to.since(from)
    if length >= Self.longAbsence, contact.map({ $0 >= watched }) ?? false {
      watched = to
      offlineBy = to.advanced(by: limits.offline)
    } else {
      offlineBy = offlineBy?.advanced(by: length)
    }
    watchBy = to.advanced(by: limits.degraded)
  }

  /// Lets the time pass.
  public mutating func settle(until now: Timestamp) {
    while let due, due.at < now {
      if isByDeadline, changes.last?.at == due.at { changes.removeLast() }
      become(due.to, at: due.at)
      isByDeadline = true
    }
  }

  /// The next row of the table that time alone makes true.
  private var due: (at: Timestamp, to: Status)? {
    guard duty.isWatched, let fix, limits != nil, let greenBy, let watchBy, let offlineBy else { return nil }
    let since = changes.last?.at ?? watched
    let offline = (at: max(offlineBy, since), to: Status.offline)
    switch status {
    case .online:
      guard fix < resumed else { return (max(greenBy, since), .degraded) }
      return (max(greenBy, resumed, since), .unknown)
    case .unknown:
      guard let heardSince else { return offline }
      let degraded = max(watchBy, heardSince, since)
      return degraded < offline.at ? (degraded, .degraded) : offline
    case .degraded: return offline
    case .offline, .offDuty: return nil
    }
  }

  private mutating func learn(from request: Request) {
    for (ping, at) in request.pings where duty.isWatched { known.record(ping, at: at) }
    for (kind, at) in request.events { known.record(kind, at: at) }
    if let (told, at) = request.telemetry { known.record(told, at: min(request.at, at)) }
  }

  private mutating func apply(_ new: DutyState, at now: Timestamp) {
    let wasWatched = duty.isWatched
    duty = new
    guard new.isWatched != wasWatched else { return }
    limits = rule?.thresholds
    guard new.isWatched else {
      (greenBy, watchBy, offlineBy) = (nil, nil, nil)
      return become(.offDuty, at: now)
    }
    watch(from: now)
    greenBy = watchBy
    become(.unknown, at: now)
  }

  private mutating func watch(from instant: Timestamp) {
    watched = instant
    heardSince = instant
    watchBy = limits.map { instant.advanced(by: $0.degraded) }
    offlineBy = limits.map { instant.advanced(by: $0.offline) }
  }

  /// A different rule keeps the status and moves its end.
  private mutating func limit(at now: Timestamp) {
    guard duty.isWatched, let new = rule?.thresholds, let old = limits, new != old else { return }
    limits = new
    let anchor = max(watched, resumed)
    greenBy = greenBy.map { Self.moved($0, old.degraded, new.degraded, fix ?? anchor, now) }
    watchBy = watchBy.map { Self.moved($0, old.degraded, new.degraded, anchor, now) }
    offlineBy = offlineBy.map {
      Self.moved($0, old.offline, new.offline, max(contact ?? watched, watched), now)
    }
  }

  private static func moved(
    _ end: Timestamp, _ old: Milliseconds, _ new: Milliseconds, _ heard: Timestamp, _ now: Timestamp
  ) -> Timestamp {
    if new == old { return end }
    return new < old ? min(end, now.advanced(by: new)) : max(end, heard.advanced(by: new))
  }

  private var rule: ProfileRule? {
    profile.rule(
      under: ReportingConditions(
        duty: duty, battery: known.battery.value, speed: known.speed.value, appState: known.appState.value,
        powerMode: known.powerMode.value))
  }

  private mutating func become(_ new: Status, at instant: Timestamp) {
    isByDeadline = false
    guard new != status || changes.isEmpty else { return }
    status = new
    changes.append(Change(at: instant, status: new))
  }
}
