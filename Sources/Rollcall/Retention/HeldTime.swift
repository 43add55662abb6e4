/// Stretches of one person's time that must not be purged.
public struct HeldTime: Equatable, Sendable {
  /// Ascending, apart from each other.
  public private(set) var spans: [TimeSpan] = []

  /// The union of `spans`, which may overlap.
  public init(_ spans: [TimeSpan] = []) {
    for span in spans.sorted(by: { $0.from < $1.from }) where span.length > 0 {
      if let last = self.spans.last, span.from <= last.to {
        self.spans[self.spans.count - 1].to = max(last.to, span.to)
      } else {
        self.spans.append(span)
      }
    }
  }

  /// Whether an instant is held.
  public func contains(_ instant: Timestamp) -> Bool {
    spans.contains { $0.from <= instant && instant < $0.to }
  }

  /// The parts of a span that are held, ascending.
  public func held(in span: TimeSpan) -> [TimeSpan] { spans.compactMap { $0.overlap(span) } }

  /// The parts of a span that are not held, ascending.
  public func free(in span: TimeSpan) -> [TimeSpan] {
    var rest: [TimeSpan] = []
    var from = span.from
    for held in held(in: span) {
      if held.from > from { rest.append(TimeSpan(from: from, to: held.from)) }
      from = held.to
    }
    if from < span.to { rest.append(TimeSpan(from: from, to: span.to)) }
    return rest
  }

  /// What remains of a span when everything before `limit` is purged unless it is held, ascending. Held and
  /// unexpired parts stay separate even where they touch.
  public func kept(in span: TimeSpan, from limit: Timestamp) -> [TimeSpan] {
    let expired = TimeSpan(from: span.from, to: min(limit, span.to))
    return held(in: expired) + [TimeSpan(from: max(span.from, limit), to: span.to)].filter { $0.length > 0 }
  }
}
