/// Feature switches: the share of a workspace's people for whom each newer behaviour is on.
public struct Rollout: Equatable, Sendable {
  /// A behaviour that can be switched.
  public enum Flag: String, CaseIterable, Sendable {
    /// Off: the profile's last rule always applies, whatever is reported.
    case adaptiveIntervals = "adaptive_intervals"
    /// Off: the thresholds of the imported profile apply, whatever was edited.
    case serverThresholds = "server_thresholds"
    /// Off: the app uses the platform's own location API.
    case nativeFallback = "native_fallback"
  }

  /// Percent of the people for whom a flag is on, 0…100; 100 for a flag that is not set.
  public private(set) var percent: [Flag: Int]

  /// Creates a rollout; percentages out of range are clamped.
  public init(percent: [Flag: Int] = [:]) { self.percent = percent.mapValues { min(100, max(0, $0)) } }

  /// Whether a flag is on for a responder. Stable: a responder who has it keeps it while the share grows.
  public func isOn(_ flag: Flag, for responder: Responder.ID) -> Bool {
    Self.place(of: responder, flag) < percent[flag, default: 100]
  }

  /// A number 0…99 that depends on the person and the flag alone (FNV-1a).
  private static func place(of responder: Responder.ID, _ flag: Flag) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(flag.rawValue):\(responder.rawValue)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return Int((hash >> 32) % 100)
  }
}
