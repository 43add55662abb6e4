extension Liveness {
  /// The length of our absence is unknown: people who are online become `unknown` until a fresh fix comes.
  public mutating func ageUnknown(at now: Timestamp) -> [Transition] {
    var found = settle(until: now)
    guard status == .online, degradeBy != nil else { return found }
    restartedAt = now
    degradeBy = now
    found += settle(until: now.advanced(by: 1))
    return found
  }
}
