/// Who can be reached, now and before.
public struct LivenessStore: StorePart {
  let store: Store
}

extension Store {
  /// Who can be reached, now and before.
  public var liveness: LivenessStore { LivenessStore(store: self) }
}
