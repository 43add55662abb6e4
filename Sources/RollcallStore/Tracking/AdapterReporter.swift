import Rollcall
import SQL

/// The app from which a contact came.
enum ContactSource: Equatable {
  /// Rollcall's own app.
  case ourApp
  /// Another app.
  case device(Reporter)

  var reporter: Reporter? { if case .device(let reporter) = self { reporter } else { nil } }
}

/// The app whose intervals a responder is judged by, because it can do no better.
struct Reporter: Equatable {
  let device: AdapterDevice.ID
  let adapter: Adapter
  let intervals: ReportIntervals
  /// The interval it follows, if the server's answers set it; `nil` = as its user has set it up.
  let told: SentInterval?

  init(_ device: AdapterDevice, told: SentInterval? = nil) {
    self.device = device.id
    adapter = device.adapter
    intervals = device.intervals
    self.told = device.isSteered && device.ownIntervals != nil ? told : nil
  }

  /// The rule in force with the app's interval instead of the profile's. An untimed rule stays untimed.
  func adapted(_ rule: RuleInForce, duty: DutyState, at now: Timestamp) -> RuleInForce {
    guard let asked = rule.thresholds else { return rule }
    let wanted = intervals.seconds(in: duty)
    let (seconds, end) = told?.judged(wanted, at: now) ?? (wanted, nil)
    let interval = Milliseconds(seconds) * 1_000
    return RuleInForce(
      name: named(rule.name), interval: interval,
      thresholds: Self.thresholds(interval, notBelow: asked, for: rule.interval),
      until: [rule.until, end].compactMap(\.self).min())
  }

  /// How long an app may be quiet: at least as long as the profile allows its own phones at the same
  /// interval.
  private static func thresholds(
    _ interval: Milliseconds, notBelow asked: Thresholds, for askedInterval: Milliseconds?
  ) -> Thresholds {
    let (degraded, offline) = (interval / 2 * 3, interval * 3)
    guard let askedInterval, askedInterval > 0 else {
      return Thresholds(degraded: degraded, offline: offline)
    }
    // Never more than the profile's own values.
    let part = Double(min(interval, askedInterval)) / Double(askedInterval)
    return Thresholds(
      degraded: max(degraded, Milliseconds(exactly: (Double(asked.degraded) * part).rounded(.down)) ?? 0),
      offline: max(offline, Milliseconds(exactly: (Double(asked.offline) * part).rounded(.down)) ?? 0))
  }

  /// The name of such a rule.
  func named(_ rule: String) -> String { "\(rule), \(adapter.rawValue)" }

  /// The columns to read it from, after a join with ``join``.
  static let columns: Query = """
    reporter_device.id AS reporter_device, reporter_device.adapter AS reporter_adapter,
      reporter_device.on_duty_s AS reporter_on_duty_s, reporter_device.on_mission_s AS reporter_on_mission_s,
      reporter_device.takes_commands AS reporter_takes_commands, reporter_device.told_s AS reporter_told_s,
      reporter_device.told_at AS reporter_told_at, reporter_device.told_before_s AS reporter_told_before_s
    """

  /// Joins the reporter to rows of `liveness`.
  static let join: Query =
    """
    LEFT JOIN adapter_device AS reporter_device ON reporter_device.workspace_id = liveness.workspace_id
      AND reporter_device.id = liveness.reporter_id
    """

  /// From ``columns``; `nil` = none.
  init?(_ row: Row) throws {
    guard let device = try row["reporter_device"] as AdapterDevice.ID? else { return nil }
    self.device = device
    adapter = try row["reporter_adapter"]
    guard let onDuty = try row["reporter_on_duty_s"] as Int?,
      let onMission = try row["reporter_on_mission_s"] as Int?
    else {
      intervals = adapter.intervals
      told = nil
      return
    }
    told =
      adapter.obeys(try row["reporter_takes_commands"])
      ? SentInterval(
        try row["reporter_told_s"], try row["reporter_told_at"], try row["reporter_told_before_s"]) : nil
    intervals = ReportIntervals(onDuty: onDuty, onMission: onMission)
  }
}

extension ResponderState {
  /// Chooses whose intervals a responder is judged by after a contact.
  ///
  /// While they are green the stricter intervals apply: a second app with longer intervals must not keep
  /// green what the first one no longer reports. Otherwise those of the last contact apply.
  mutating func listen(to source: ContactSource, at now: Timestamp) {
    let new = source.reporter
    guard new != reporter else { return }
    let before = (reporter, rule)
    let old = live.force.thresholds
    let isSame = new?.device == reporter?.device
    reporter = new
    let offered = ruleInForce(at: now, duty: live.duty).thresholds
    if !isSame, live.status == .online, let old, let offered, offered.degraded > old.degraded {
      (reporter, rule) = before
      return
    }
    applyRule(at: now)
  }

  /// Removes an app that no longer reports.
  ///
  /// - Parameter isLast: whether the responder has no other way to report.
  mutating func lost(_ device: AdapterDevice.ID, isLast: Bool, at now: Timestamp) {
    settle(until: now)
    if reporter?.device == device {
      reporter = nil
      applyRule(at: now)
    }
    if isLast { revoked(at: now) }
  }
}
