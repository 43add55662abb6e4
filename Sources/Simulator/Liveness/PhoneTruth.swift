public import Rollcall

/// What really happened to one phone, for the comparison.
public struct PhoneTruth: Sendable {
  /// How the phone reports.
  public var profile: Profile
  /// The script that it went through.
  public var script: PhoneBehaviour
  /// The origin of the script's times.
  public var start: Timestamp
  /// The name of the phone's queue.
  public var queue: String
  /// The pings that it recorded.
  public var recorded: [PhoneDiary.Recorded]
  /// What the server has accepted from it.
  public var heard: [PhoneDiary.Heard]
  /// Its events that the app was told of.
  public var events: [PhoneDiary.Event]
  /// The counts of its pings.
  public var counts: PhoneDiary.Counts
  /// When the server was away.
  public var absences: [ServerAbsence]

  /// The truth from its parts.
  public init(
    profile: Profile, script: PhoneBehaviour, start: Timestamp, queue: String,
    recorded: [PhoneDiary.Recorded], heard: [PhoneDiary.Heard], counts: PhoneDiary.Counts,
    absences: [ServerAbsence], events: [PhoneDiary.Event] = []
  ) {
    self.profile = profile
    self.script = script
    self.start = start
    self.queue = queue
    self.recorded = recorded
    self.heard = heard
    self.counts = counts
    self.absences = absences
    self.events = events
  }

  /// The statuses that a server with the true times would show until `end`.
  ///
  /// - Parameter trustsArrivals: Whether a ping counts as taken at its arrival if the contract dates it so,
  ///   because the phone's clock is more than five minutes ahead.
  public func status(until end: Timestamp, trustsArrivals: Bool = false) -> [TrueStatus.Change] {
    guard let first = heard.first else { return [] }
    var status = TrueStatus(profile, at: first.at)
    var absences = absences[...]
    for request in requests(trustsArrivals: trustsArrivals) {
      while let absence = absences.first, absence.until <= request.at {
        status.absent(from: absence.from, to: absence.until)
        absences.removeFirst()
      }
      status.heard(request)
    }
    for absence in absences { status.absent(from: absence.from, to: absence.until) }
    status.settle(until: end)
    return status.changes
  }

  /// How far ahead of its arrival a ping may be dated, milliseconds.
  private static let furthestAhead: Milliseconds = 300_000

  /// The accepted requests with the true times of their contents: a waiting item is dated by the clock's
  /// error at its recording, not at its sending.
  private func requests(trustsArrivals: Bool) -> [TrueStatus.Request] {
    let recorded = Dictionary(recorded.map { ($0.sequence, $0) }, uniquingKeysWith: { first, _ in first })
    var duty: (latest: Timestamp, known: Set<Int64>) = (.distantPast, [])
    var clock = ClockEstimate()
    var keys: Set<String> = []
    return heard.map { heard in
      clock.record(heard)
      var request = TrueStatus.Request(at: heard.at)
      let isReplay = heard.key.map { !keys.insert($0).inserted } ?? false
      // A repeated upload is a contact, and says nothing about the present.
      let valid = isReplay ? [] : heard.pings.filter { ($0.accuracy ?? 0) >= 0 }
      let kept = valid.compactMap { ping in ping.sequence.flatMap { recorded[$0] }.map { (ping, $0) } }
      request.pings = kept.map { ($0, $1.at) }
      request.fix = kept.map { $1.at.advanced(by: -$1.age) }.max()
      if trustsArrivals, let last = kept.last, last.0.sequence == heard.pings.last?.sequence,
        (heard.telemetry.queueDepth ?? 0) == 0, let raw = last.0.recordedAt,
        raw.advanced(by: clock.offset).since(heard.at) > Self.furthestAhead
      {
        request.fix = max(request.fix ?? heard.at, heard.at.advanced(by: -last.1.age))
      }
      request.events = heard.events.map { event in
        (event.kind, happened(event, before: heard.at) ?? event.at)
      }
      if !isReplay { request.telemetry = (heard.telemetry, heard.sent ?? heard.at) }
      if let state = heard.duty {
        let dated = heard.dutyAt ?? heard.at
        // Among changes that may arrive in any order the phone's own time decides, however wrong its clock
        // is.
        let at = min(heard.at, dated.advanced(by: clock.offset))
        // A repeat changes nothing, and neither does a change older than the present one.
        if duty.known.insert(dated.milliseconds).inserted, at >= duty.latest {
          (request.duty, duty.latest) = (state, at)
        }
      }
      return request
    }
  }

  /// The true time of an event with this date by the phone's clock.
  private func happened(_ event: DeviceEvent, before instant: Timestamp) -> Timestamp? {
    events.last { $0.dated == event.at && $0.kind == event.kind && $0.at <= instant }?.at
  }

  /// How long ago the newest fault that was active at an instant began, milliseconds; `nil` = none was
  /// active.
  func delay(at instant: Timestamp) -> Milliseconds? {
    let now = instant.since(start)
    let faults =
      script.spells.filter { $0.trouble.cause != nil }.map { (from: $0.from, until: $0.until) }
      + script.drains.map { (from: $0.until, until: $0.charged ?? .max) }
    return faults.filter { $0.from <= now && now < $0.until }.map(\.from).max().map { now - $0 }
  }

  /// What kept the phone from being heard between two instants: the fault that lasted longest; `nil` = none
  /// of the script.
  public func cause(from: Timestamp, to: Timestamp) -> Cause? {
    var lengths: [(cause: Cause, length: Milliseconds)] = []
    func record(_ cause: Cause, _ begin: Timestamp, _ end: Timestamp) {
      let length = min(end, to).since(max(begin, from))
      if length > 0 { lengths.append((cause, length)) }
    }
    for spell in script.spells {
      guard let cause = spell.trouble.cause else { continue }
      let tail = spell.trouble == .lateDelivery ? PhoneLink.longestDelay : 0
      let until = spell.until < .max ? start.advanced(by: spell.until + tail) : Timestamp(milliseconds: .max)
      record(cause, start.advanced(by: spell.from), until)
    }
    for drain in script.drains {
      let charged = drain.charged.map(start.advanced(by:)) ?? Timestamp(milliseconds: .max)
      record(.batteryEmpty, start.advanced(by: drain.until), charged)
    }
    for absence in absences { record(.notObserved, absence.from, absence.until) }
    return lengths.max { $0.length < $1.length }?.cause
  }
}

extension PhoneFault {
  /// The cause of a silence from this fault; `nil` = it causes none.
  var cause: Cause? {
    switch self {
    // A phone that receives no answer cannot renew its token, and then cannot be heard.
    case .network, .tunnel, .captivePortal, .handover, .lateDelivery, .lostAnswers: .noNetwork
    case .permission: .permissionRevoked
    case .location: .locationOff
    case .killed: .appKilled
    // An app that hangs never reports it, so the cause cannot be known.
    case .silent: .unknown
    case .session: .sessionExpired
    case .lowPower: .powerSaving
    case .duplicates, .clockSkew, .noFix, .mock, .frozen, .leap, .nullIsland, .invalidFix,
      .lostPings:
      nil
    }
  }
}
