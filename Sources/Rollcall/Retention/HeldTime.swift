/// Stretches of one person's time of which nothing is purged.
public struct HeldTime: Equatable, Sendable {
  /// Ascending, apart from each other.
  public private(set) var spans: [TimeSpan] = []

  /// What any of `spans` holds; they may overlap.
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

  /// What of a span is held, ascending.
  public func held(in span: TimeSpan) -> [TimeSpan] { spans.compactMap { $0.overlap(span) } }

  /// What of a span is not held, ascending.
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

  /// What is kept of a span when everything before `limit` goes that is not held, ascending; what is held and what has
  /// not expired are apart even where they touch.
  public func kept(in span: TimeSpan, from limit: Timestamp) -> [TimeSpan] {
    let expired = TimeSpan(from: span.from, to: min(limit, span.to))
    return held(in: expired) + [TimeSpan(from: max(span.from, limit), to: span.to)].filter { $0.length > 0 }
  }
}
