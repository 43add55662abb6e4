extension SilenceAnalysis {
  /// The app may not read the position. That alone does not stop contact, but systems end an app whose
  /// permission is revoked, and it has nothing to send.
  func permissionRevoked(_ stage: Stage) -> [Evidence]? {
    let values = told(
      event: { if case .permission(let value) = $0 { value } else { nil } }, report: \.permission)
    return switchedOff(values, is: .denied, stage, "location permission denied")
  }

  /// Location services are off for the whole phone: the same as without permission.
  func locationOff(_ stage: Stage) -> [Evidence]? {
    let values = told(
      event: { if case .locationServices(let value) = $0 { value } else { nil } }, report: \.locationServices)
    return switchedOff(values, is: false, stage, "location services off")
  }

  /// At the beginning the newest value counts: a setting that was corrected before the silence counted as
  /// offline explains nothing. Later, any such value counts, also one reported on return.
  private func switchedOff<Value: Equatable>(
    _ values: [(value: Value, at: Timestamp)], is off: Value, _ stage: Stage, _ text: String
  ) -> [Evidence]? {
    let speaking =
      stage == .onset
      ? values.last { $0.at <= onset && !isReturn($0.at) }.flatMap { $0.value == off ? $0 : nil }
      : values.first { $0.value == off && ($0.at > onset || isReturn($0.at)) }
    return speaking.map { [Evidence(at: $0.at, text: text + (isReturn($0.at) ? " on return" : ""))] }
  }

  /// The battery was at 5 % or less when the phone stopped, and not rising; or at 10 % or less, and the phone
  /// was restarted before it came back. A phone that showed life all the time had power.
  func batteryEmpty() -> [Evidence]? {
    guard phoneStopped else { return nil }
    let readings = batteries.filter { $0.at <= pause.from }
    guard let newest = readings.last else { return nil }
    let isCharging = readings.dropLast().last.map { $0.level < newest.level } ?? false
    guard !isCharging else { return nil }
    let level = Evidence(at: newest.at, text: "battery \(EvidenceWords.percent(newest.level))")
    if newest.level <= CauseRules.emptyBattery { return [level] + [restart].compactMap { $0 } }
    guard newest.level <= CauseRules.lowBattery, let restart else { return nil }
    return [level, restart]
  }

  /// Low power mode is on, and the phone slowed down: the mode came with the silence, or the interval grew,
  /// or fixes became rarer than D. Low power alone explains nothing, as many phones report well with it. A
  /// phone that keeps its pace lacks network, not power.
  func powerSaving(_ stage: Stage) -> [Evidence]? {
    let values = told(event: { if case .power(let value) = $0 { value } else { nil } }, report: \.powerMode)
    let until = values.lastIndex { $0.at <= limit(of: stage) && !isReturn($0.at) }
    guard let until, values[until].value == .lowPower, !keptItsPace else { return nil }
    let lastNormal = values[..<until].lastIndex { $0.value != .lowPower }
    let on = values[lastNormal.map { $0 + 1 } ?? 0]
    let wasSwitched = lastNormal != nil || events.contains { $0.at == on.at && $0.kind == .power(.lowPower) }
    let text = wasSwitched ? "low power mode switched on" : "low power mode on"
    let mode = Evidence(at: on.at, text: text)
    if let slower = slowerInterval ?? slowerFixes { return [mode, slower] }
    return wasSwitched && on.at >= shortlyBefore(span.from) ? [mode] : nil
  }

  /// The mean time between the fixes that were taken; `nil` when there were none or the phone stopped.
  private var pace: Milliseconds? {
    facts.fixes.count > 0 && !phoneStopped ? span.length / Int64(facts.fixes.count + 1) : nil
  }

  private var keptItsPace: Bool { pace.map { $0 <= thresholds.degraded } ?? false }

  /// The interval that a phone reported right before or on return, when it had grown or is longer than D.
  private var slowerInterval: Evidence? {
    for report in [before.last, onReturn].compactMap({ $0 }) {
      guard let interval = Self.interval(report) else { continue }
      let earlier = before.filter { $0.receivedAt < report.receivedAt }.compactMap(Self.interval)
      if let usual = earlier.min(), usual < interval {
        let text =
          "interval grew from \(EvidenceWords.duration(usual)) to \(EvidenceWords.duration(interval))"
        return Evidence(at: report.receivedAt, text: text)
      }
      if interval > thresholds.degraded {
        return Evidence(at: report.receivedAt, text: "interval \(EvidenceWords.duration(interval))")
      }
    }
    return nil
  }

  private static func interval(_ report: SilenceFacts.Report) -> Milliseconds? {
    report.telemetry.interval.flatMap { Milliseconds.seconds($0) }
  }

  /// Fixes that continued through the silence, but rarely.
  private var slowerFixes: Evidence? {
    guard let first = facts.fixes.first, let pace, pace > thresholds.degraded else { return nil }
    let fixes = EvidenceWords.count(facts.fixes.count, "fix was", "fixes were")
    return Evidence(at: first, text: "\(fixes) taken in \(EvidenceWords.duration(span.length))")
  }
}
