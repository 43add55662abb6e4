public import Rollcall

extension PhoneTruth {
  /// The true state of a phone at an instant, whatever the server knows.
  public enum State: CaseIterable, Sendable {
    /// It could report its position.
    case located
    /// It could answer, but not report its position.
    case reachable
    /// It could not be reached.
    case unreachable
  }

  /// The true states of the phone in a span, in order.
  public func states(in span: TimeSpan) -> [(span: TimeSpan, state: State)] {
    let edges =
      script.spells.flatMap { [$0.from, $0.until] }
      + script.drains.flatMap { [$0.until, $0.charged ?? .max] } + [script.usedFrom ?? .min]
    let cuts = Set(edges.filter { $0 > span.from.since(start) && $0 < span.to.since(start) })
    let instants = [span.from] + cuts.sorted().map(start.advanced(by:)) + [span.to]
    var found: [(span: TimeSpan, state: State)] = []
    for (from, to) in zip(instants, instants.dropFirst()) {
      let state = state(at: from.since(start))
      if found.last?.state == state {
        found[found.count - 1].span.to = to
      } else {
        found.append((TimeSpan(from: from, to: to), state))
      }
    }
    return found
  }

  private func state(at elapsed: Milliseconds) -> State {
    let isHeard =
      script.isReachable(at: elapsed) && script.mayLocate(at: elapsed)
      && !script.suffers(.session, at: elapsed)
    guard isHeard else { return .unreachable }
    return script.findsPosition(at: elapsed) ? .located : .reachable
  }
}
