import GRDB
import Rollcall

/// On what somebody was heard.
enum Speaker: Equatable {
  /// The session of our own app.
  case ourApp
  /// A foreign app.
  case device(Reporter)

  var reporter: Reporter? { if case .device(let reporter) = self { reporter } else { nil } }
}

/// A foreign app by whose intervals somebody is judged: it cannot do better than it can.
struct Reporter: Equatable {
  let device: AdapterDevice.ID
  let adapter: Adapter
  let intervals: ReportIntervals

  init(_ device: AdapterDevice) {
    self.device = device.id
    adapter = device.adapter
    intervals = device.intervals
  }

  /// The rule in force with the app's interval in the place of the profile's. What is not timed stays so.
  func adapted(_ rule: RuleInForce, duty: DutyState) -> RuleInForce {
    guard rule.thresholds != nil else { return rule }
    let interval = Milliseconds(intervals.seconds(in: duty)) * 1_000
    return RuleInForce(
      name: named(rule.name), interval: interval,
      thresholds: Thresholds(degraded: interval / 2 * 3, offline: interval * 3), until: rule.until)
  }

  /// What such a rule is called.
  func named(_ rule: String) -> String { "\(rule), \(adapter.rawValue)" }

  /// The columns from which it is read, after a join with ``join``.
  static let columns = """
    reporter_device.id, reporter_device.adapter, reporter_device.on_duty_s, reporter_device.on_mission_s
    """

  /// Brings the reporter to rows of `liveness`.
  static let join = "LEFT JOIN adapter_device AS reporter_device ON reporter_device.id = liveness.reporter_id"

  /// The reporter in the next five columns, the first of which is `liveness.reporter_id` itself; `nil` = none.
  init?(_ row: inout RowReader) {
    let (_, device, word) = (row.integer(), row.integer(), row.text())
    let (onDuty, onMission) = (row.integer(), row.integer())
    guard let device, let adapter = word.flatMap(Adapter.init(rawValue:)) else { return nil }
    self.device = AdapterDevice.ID(device)
    self.adapter = adapter
    guard let onDuty, let onMission else {
      intervals = adapter.intervals
      return
    }
    intervals = ReportIntervals(onDuty: Int(clamping: onDuty), onMission: Int(clamping: onMission))
  }
}

extension ResponderState {
  /// Chooses by whose intervals somebody is judged once they were heard on something.
  ///
  /// While they are green the stricter ones hold: a second app with longer intervals must not keep green what the first
  /// one no longer shows. Once they are not, those of whoever was heard last hold.
  mutating func listen(to speaker: Speaker, at now: Timestamp) {
    let new = speaker.reporter
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

  /// A foreign app does not report any more.
  ///
  /// - Parameter isLast: whether nothing of theirs is left that could.
  mutating func lost(_ device: AdapterDevice.ID, isLast: Bool, at now: Timestamp) {
    settle(until: now)
    if reporter?.device == device {
      reporter = nil
      applyRule(at: now)
    }
    if isLast { revoked(at: now) }
  }
}
