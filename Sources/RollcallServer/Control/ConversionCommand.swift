import RollcallStore

/// `rollcall convert`: moves a database of an earlier layout into a new file, with the server stopped.
public enum ConversionCommand {
  /// Converts. Blocks.
  ///
  /// - Parameter tell: gets a line for a person from time to time.
  public static func run(
    _ old: String, to new: String, tell: @escaping (String) -> Void = { _ in }
  ) -> CommandOutcome {
    let begun = ContinuousClock.now
    var told: ContinuousClock.Instant?
    var phase: ConversionProgress.Phase?
    var options = Conversion.Options()
    options.tell = { progress in
      let now = ContinuousClock.now
      guard progress.phase != phase || told.map({ now - $0 > .seconds(2) }) ?? true else { return }
      (told, phase) = (now, progress.phase)
      tell(line(progress, after: now - begun))
    }
    do {
      let made = try Conversion.run(old, to: new, options: options)
      return CommandOutcome(
        .object([
          "file": .string(new), "positions": .integer(made.positions), "rows": .integer(made.rows),
          "bytes": .integer(made.bytes),
        ]),
        text: """
          \(new): \(made.positions) positions and \(made.rows) other rows, the same as in \(old), and checked.
          Other files beside \(old), such as its key, go by its name: move it away with its -wal and -shm, and give \
          \(new) its name.
          """)
    } catch { return .failure(Words.of(error)) }
  }

  /// How far it has come, and how long it will take.
  static func line(_ progress: ConversionProgress, after elapsed: Duration) -> String {
    let words =
      switch progress.phase {
      case .copying: "copying rows"
      case .packing: "packing positions"
      case .comparing: "comparing both files"
      case .checking: "checking the new file"
      }
    guard progress.all > 0 else { return words }
    let counts = "\(words): \(progress.done) of \(progress.all)"
    let rest = Double(progress.left) / Double(progress.worked) * (elapsed / .seconds(60))
    guard progress.worked > 0, let minutes = Int64(exactly: rest.rounded(.up)) else { return counts }
    return counts + ", about \(minutes) min left"
  }
}
