/// How far a conversion has come.
public struct ConversionProgress: Equatable, Sendable {
  /// What it does, in this order.
  public enum Phase: Sendable, CaseIterable {
    /// Carries over what is not positions.
    case copying
    /// Packs positions.
    case packing
    /// Compares everything in the two files.
    case comparing
    /// Checks the new file as `rollcall verify` does.
    case checking
  }

  /// What it does now.
  public internal(set) var phase = Phase.copying
  /// Rows or positions of this phase that are done.
  public internal(set) var done: Int64 = 0
  /// How many this phase has.
  public internal(set) var all: Int64
  /// Those that this run has done, in all phases.
  public internal(set) var worked: Int64 = 0
  /// Those that are left, in all phases.
  public internal(set) var left: Int64
}

/// Counts what a conversion has done, and tells it.
final class ConversionMeter {
  private var progress: ConversionProgress
  private let sizes: [ConversionProgress.Phase: Int64]
  private let tell: (ConversionProgress) throws -> Void

  init(_ source: ConversionSource, tell: @escaping (ConversionProgress) throws -> Void) {
    let rows = source.rows.values.reduce(0, +)
    sizes = [.copying: rows, .packing: source.positions, .comparing: rows + source.positions]
    progress = ConversionProgress(all: rows, left: 2 * (rows + source.positions))
    self.tell = tell
  }

  /// Begins a phase, of which some is done already.
  func begin(_ phase: ConversionProgress.Phase, after done: Int64 = 0) throws {
    (progress.phase, progress.all, progress.done) = (phase, sizes[phase] ?? 0, done)
    progress.left -= done
    try tell(progress)
  }

  /// Counts rows.
  func add(_ rows: Int64) throws {
    guard rows > 0 else { return }
    progress.done += rows
    progress.worked += rows
    progress.left -= rows
    try tell(progress)
  }
}
