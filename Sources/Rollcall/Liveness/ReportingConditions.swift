/// The newest reported values on which a profile's rules are judged.
public struct ReportingConditions: Equatable, Sendable {
  /// The duty state.
  public var duty: DutyState
  /// 0…1; `nil` = never reported.
  public var battery: Double?
  /// Metres per second; `nil` = never reported.
  public var speed: Double?
  /// `nil` = never reported.
  public var appState: Telemetry.AppState?
  /// `nil` = never reported.
  public var powerMode: Telemetry.PowerMode?
  /// Minutes since midnight in the workspace's time zone, 0…1,439.
  public var minuteOfDay: Int

  /// Conditions from their parts.
  public init(
    duty: DutyState, battery: Double? = nil, speed: Double? = nil, appState: Telemetry.AppState? = nil,
    powerMode: Telemetry.PowerMode? = nil, minuteOfDay: Int = 0
  ) {
    self.duty = duty
    self.battery = battery
    self.speed = speed
    self.appState = appState
    self.powerMode = powerMode
    self.minuteOfDay = minuteOfDay
  }
}

extension ProfileRule.Condition {
  /// Whether every condition holds; a condition on a value never reported does not.
  func holds(under now: ReportingConditions) -> Bool {
    if let duty, duty != now.duty.rawValue { return false }
    if let batteryBelow { guard let battery = now.battery, battery < batteryBelow else { return false } }
    if let speedAbove { guard let speed = now.speed, speed > speedAbove else { return false } }
    if let appState, appState != now.appState?.rawValue { return false }
    if let powerMode, powerMode != now.powerMode?.rawValue { return false }
    if let between {
      guard let span = Self.minutes(between), Self.contains(span, now.minuteOfDay) else { return false }
    }
    return true
  }

  /// The problems of the conditions of the rule called `rule`, in words.
  func problems(in rule: String) -> [String] {
    var found: [String] = []
    if let duty, DutyState(rawValue: duty) == nil { found.append("\(rule): unknown duty \(duty)") }
    if let batteryBelow, !(0...1).contains(batteryBelow) { found.append("\(rule): battery_below 0 to 1") }
    if let speedAbove, !(0...1_000).contains(speedAbove) {
      found.append("\(rule): speed_above_mps 0 to 1000")
    }
    if let appState, Telemetry.AppState(rawValue: appState) == nil {
      found.append("\(rule): unknown app_state \(appState)")
    }
    if let powerMode, Telemetry.PowerMode(rawValue: powerMode) == nil {
      found.append("\(rule): unknown power_mode \(powerMode)")
    }
    if let between, Self.minutes(between) == nil { found.append("\(rule): between needs two times HH:MM") }
    return found
  }

  /// The times of day at which the condition may begin or cease to hold, minutes since midnight.
  var timesOfDay: [Int] {
    between.flatMap(Self.minutes).map { [$0.from, $0.until] } ?? []
  }

  private static func minutes(_ times: [String]) -> (from: Int, until: Int)? {
    guard times.count == 2, let from = minute(times[0]), let until = minute(times[1]) else { return nil }
    return (from, until)
  }

  private static func minute(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
      let hour = number(bytes[0], bytes[1]), let minute = number(bytes[3], bytes[4]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  /// Two digits; `Int("+1")` would take a sign.
  private static func number(_ tens: UInt8, _ ones: UInt8) -> Int? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard digits.contains(tens), digits.contains(ones) else { return nil }
    return Int(tens - digits.lowerBound) * 10 + Int(ones - digits.lowerBound)
  }

  private static func contains(_ span: (from: Int, until: Int), _ minute: Int) -> Bool {
    span.from <= span.until
      ? minute >= span.from && minute < span.until
      : minute >= span.from || minute < span.until
  }
}

extension Profile {
  /// The rule in force under `conditions`; `nil` only for a profile without rules.
  public func rule(under conditions: ReportingConditions) -> ProfileRule? {
    rules.first { $0.when?.holds(under: conditions) ?? true } ?? rules.last
  }

  /// The rule in force in a duty state while the phone has reported nothing else.
  public func rule(while duty: DutyState) -> ProfileRule? { rule(under: ReportingConditions(duty: duty)) }
}
