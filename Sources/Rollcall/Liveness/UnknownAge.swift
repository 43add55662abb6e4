extension Liveness {
  /// Nobody knows for how long we were away: whoever is online is `unknown` from now on, until a fresh fix comes.
  public mutating func ageUnknown(at now: Timestamp) -> [Transition] {
    var found = settle(until: now)
    guard status == .online, degradeBy != nil else { return found }
    restartedAt = now
    degradeBy = now
    found += settle(until: now.advanced(by: 1))
    return found
  }
}
