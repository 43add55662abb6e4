/// The parts of a span outside our own absences: only these count against a person.
struct ObservedSpan {
  /// The pieces, ascending, apart, none empty.
  let pieces: [TimeSpan]

  /// - Parameter absences: in any order; they may overlap.
  init(_ span: TimeSpan, outside absences: [TimeSpan]) {
    let ours = absences.compactMap { $0.overlap(span) }.sorted { $0.from < $1.from }
    var pieces: [TimeSpan] = []
    var reached = span.from
    for absence in ours {
      if absence.from > reached { pieces.append(TimeSpan(from: reached, to: absence.from)) }
      reached = max(reached, absence.to)
    }
    if span.to > reached { pieces.append(TimeSpan(from: reached, to: span.to)) }
    self.pieces = pieces
  }

  /// The total, milliseconds; at most `Int64.max`.
  var length: Milliseconds {
    var sum = Timestamp(milliseconds: 0)
    for piece in pieces { sum = sum.advanced(by: piece.length) }
    return sum.milliseconds
  }

  /// The instant until which `duration` of it has passed; `nil` when there is not more than that.
  func instant(after duration: Milliseconds) -> Timestamp? {
    var left = max(duration, 0)
    for piece in pieces {
      if piece.length > left { return piece.from.advanced(by: left) }
      left -= piece.length
    }
    return nil
  }
}
