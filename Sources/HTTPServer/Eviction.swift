/// Which connections make room when there are too many.
enum Eviction {
  /// A connection that may be cut off.
  struct Candidate: Equatable {
    /// The network it counts for; nil once its client is authenticated.
    let network: PeerAddress?
    /// Since when it has been without an admitted request.
    let since: UInt64
  }

  /// The candidates' indices, in the order in which they are to be closed.
  ///
  /// First come unauthenticated connections beyond their network's share, so that no network crowds out the others; then
  /// the other unauthenticated ones; then idle connections of known clients. Within each kind the oldest come first.
  ///
  /// - Parameter share: unauthenticated connections that one network keeps; nil = all networks together.
  static func order(_ candidates: [Candidate], share: Int?) -> [Int] {
    var strangers: [PeerAddress: Int] = [:]
    for case let network? in candidates.map(\.network) { strangers[network, default: 0] += 1 }
    var beyond: [Int] = []
    var within: [Int] = []
    var known: [Int] = []
    for index in candidates.indices.sorted(by: { candidates[$0].since < candidates[$1].since }) {
      guard let network = candidates[index].network else {
        known.append(index)
        continue
      }
      let count = strangers[network, default: 0]
      if let share, count > share {
        strangers[network] = count - 1
        beyond.append(index)
      } else {
        within.append(index)
      }
    }
    return beyond + within + known
  }
}
