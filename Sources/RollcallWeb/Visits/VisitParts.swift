import Rollcall
import RollcallStore

/// The visits of a day, part by part, each with the way to it. The ways of a part are measured when it is
/// asked for.
struct VisitParts {
  /// How many visits a part has.
  static let size = 100

  private let store: Store
  private let workspace: Workspace
  private let legs: [Visit.ID: VisitLeg]
  private var rest: ArraySlice<Visit>

  /// - Parameter visits: all of the day: a way may begin at a visit of another part.
  init(_ visits: [Visit], _ store: Store, _ workspace: Workspace) {
    (self.store, self.workspace) = (store, workspace)
    legs = Dictionary(VisitLeg.all(of: visits).map { ($0.to, $0) }, uniquingKeysWith: { first, _ in first })
    rest = visits[...]
  }

  /// Whether there is no other part.
  var isOver: Bool { rest.isEmpty }

  /// The next part; empty after the last. Blocks.
  mutating func next() throws(StoreError) -> [(visit: Visit, way: VisitLeg?)] {
    let part = rest.prefix(Self.size)
    rest = rest.dropFirst(part.count)
    let measured = try store.visits.measured(part.compactMap { legs[$0.id] }, in: workspace)
    let ways = Dictionary(measured.map { ($0.to, $0) }, uniquingKeysWith: { first, _ in first })
    return part.map { (visit: $0, way: ways[$0.id]) }
  }
}

extension VisitLeg {
  /// Seconds on the way.
  var seconds: Double? { span.map { Double($0.length) / 1_000 } }
}
