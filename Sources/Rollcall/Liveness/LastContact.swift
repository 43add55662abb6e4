extension SilenceAnalysis {
  /// Used when no cause is found: what was last heard, and what the phone said on return. People can judge
  /// from it.
  var lastHeard: [Evidence] {
    let last = before.last.map { words($0.telemetry) } ?? []
    let battery = batteries.last { $0.at <= span.from }
      .map { "battery \(EvidenceWords.percent($0.level))" }
    let said = [battery].compactMap { $0 } + last
    let heard = Evidence(at: span.from, text: sentence("last contact", said))
    guard let onReturn else { return [heard] }
    let back = words(onReturn.telemetry)
    return back.isEmpty
      ? [heard] : [heard, Evidence(at: onReturn.receivedAt, text: sentence("came back", back))]
  }

  private func sentence(_ head: String, _ parts: [String]) -> String {
    parts.isEmpty
      ? "\(head): the phone said nothing about itself" : "\(head): " + parts.joined(separator: ", ")
  }

  private func words(_ telemetry: Telemetry) -> [String] {
    [
      telemetry.powerMode == .lowPower ? "low power" : nil,
      telemetry.permission == .denied ? "location permission denied" : nil,
      telemetry.locationServices == false ? "location services off" : nil,
      telemetry.appState.map { "app in \($0.rawValue)" },
      telemetry.network.map { "network \($0.rawValue)" },
      telemetry.queueDepth.map { EvidenceWords.count($0, "ping waiting", "pings waiting") },
    ].compactMap { $0 }
  }
}
