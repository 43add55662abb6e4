/// How a reachable lane adds up.
public struct LaneTotals: Equatable, Sendable {
  /// How long the person was on watch while the server could hear, milliseconds.
  public private(set) var watched: Milliseconds = 0
  /// How long of that they were in contact.
  public private(set) var reachable: Milliseconds = 0
  /// How long they were on watch while the server itself was away.
  public private(set) var notObserved: Milliseconds = 0
  /// The stretches in which they were overdue or out of reach, ascending, divided by our own absences.
  public private(set) var silent: [TimeSpan] = []

  /// The totals of a lane without holes, ascending.
  public init(_ lane: [Lanes.Piece<Lanes.Reachable>]) {
    for piece in lane {
      switch piece.level {
      case .none: continue
      case .notObserved: notObserved = Self.sum(notObserved, piece.span.length)
      case .green: reachable = Self.sum(reachable, piece.span.length)
      case .amber, .red: record(piece.span)
      }
    }
    watched = silent.reduce(reachable) { Self.sum($0, $1.length) }
  }

  /// The longest stretch; `nil` = there was none.
  public var longest: TimeSpan? { silent.max { $0.length < $1.length } }

  /// How long they were overdue or out of reach, milliseconds.
  public var silentLength: Milliseconds { watched - reachable }

  private mutating func record(_ span: TimeSpan) {
    if let last = silent.last, last.to == span.from {
      silent[silent.count - 1].to = span.to
    } else {
      silent.append(span)
    }
  }

  private static func sum(_ first: Milliseconds, _ second: Milliseconds) -> Milliseconds {
    first.addingReportingOverflow(second).partialValue
  }
}
