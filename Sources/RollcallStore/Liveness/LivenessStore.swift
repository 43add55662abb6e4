/// Reachability, now and in the past.
public struct LivenessStore: StorePart {
  let store: Store
}

extension Store {
  /// Reachability, now and in the past.
  public var liveness: LivenessStore { LivenessStore(store: self) }
}
