extension SilenceAnalysis {
  /// The phone reported that it had no network, or it went on taking fixes that arrived when it was back.
  ///
  /// A phone that stopped for the larger part was not held back by the network, even if it had queued fixes
  /// before.
  func noNetwork(_ stage: Stage) -> [Evidence]? {
    let values = told(event: { if case .network(let value) = $0 { value } else { nil } }, report: \.network)
    let dead = networkGone(values, stage)
    let queued = fixesThatWaited
    guard dead != nil || queued != nil else { return nil }
    return [dead, queued].compactMap { $0 }
  }

  private func networkGone(_ values: [(value: Telemetry.Network, at: Timestamp)], _ stage: Stage) -> Evidence?
  {
    // A value from long before the last contact is disproved by that contact.
    let recent = shortlyBefore(span.from)
    let speaking =
      stage == .onset
      ? values.last { $0.at <= onset && !isReturn($0.at) }.flatMap {
        $0.value == .none && $0.at >= recent ? $0 : nil
      }
      : values.first { $0.value == .none && $0.at > onset && $0.at < span.to }
    return speaking.map { Evidence(at: $0.at, text: "network none") }
  }

  private var fixesThatWaited: Evidence? {
    guard !isOpen, !phoneStopped, let arrived = facts.fixes.newestReceivedAt, arrived >= span.to else {
      return nil
    }
    let fixes = EvidenceWords.count(facts.fixes.count, "fix was", "fixes were")
    return Evidence(at: arrived, text: "\(fixes) queued and arrived")
  }

  /// The phone said that the app was ended; or the app was last in the background, took no more fixes, and
  /// came back only when the user opened it or started the phone.
  func appKilled(_ stage: Stage) -> [Evidence]? {
    guard phoneStopped else { return nil }
    let until = stage == .onset ? pause.from.advanced(by: thresholds.offline) : pause.to
    let killed = events.last {
      $0.kind == .lifecycle(.killed) && $0.at <= until
        && $0.at >= shortlyBefore(pause.from)
    }
    if let killed, !isRevived(after: killed.at, until: pause.from) {
      return [Evidence(at: killed.at, text: "the app was ended")]
    }
    let states = told(event: Self.appState, report: \.appState)
    guard let last = states.last(where: { $0.at <= pause.from && !isReturn($0.at) }),
      last.value == .background,
      let back = restart ?? opened
    else { return nil }
    let quiet = Evidence(
      at: pause.from,
      text: "no fixes taken from here on for \(EvidenceWords.duration(pause.length))")
    return [Evidence(at: last.at, text: "last state background"), quiet, back]
  }

  /// The phone was started again at the end of the silence.
  var restart: Evidence? {
    revival(.boot).map { Evidence(at: $0, text: "the phone was started") }
  }

  /// The user opened the app at the end of the silence.
  private var opened: Evidence? {
    let told =
      revival(.foreground) ?? onReturn.flatMap { $0.telemetry.appState == .foreground ? $0.receivedAt : nil }
    return told.map { Evidence(at: $0, text: "came back in foreground") }
  }

  /// The first such step between the phone's stop and its return.
  private func revival(_ step: DeviceEvent.Lifecycle) -> Timestamp? {
    guard !isOpen else { return nil }
    return events.first { $0.kind == .lifecycle(step) && $0.at > pause.from && $0.at <= lastEvent }?.at
  }

  private func isRevived(after instant: Timestamp, until end: Timestamp) -> Bool {
    events.contains { event in
      guard event.at > instant, event.at <= end, case .lifecycle(let step) = event.kind else { return false }
      return step != .killed
    }
  }

  private static func appState(_ event: DeviceEvent.Kind) -> Telemetry.AppState? {
    switch event {
    case .lifecycle(.foreground): .foreground
    case .lifecycle(.background): .background
    default: nil
    }
  }
}
