import Rollcall
import RollcallStore

/// Purges expired rows in slices, with rests between them: uploads come first.
final class RetentionRound: Sendable {
  /// The steps through the expired rows of one workspace.
  struct Walk {
    /// Reads ahead the rows of the next slice, without the writer.
    var readAhead: (PurgePace) throws -> Void
    /// Purges the next slice; `false` = there is no more.
    var take: (PurgePace) throws -> Bool
  }

  /// Its access to the outside.
  struct Acts: Sendable {
    /// The workspaces whose rows may expire.
    var workspaces: @Sendable () throws -> [Workspace.ID]
    /// Begins to purge one of them.
    var begin: @Sendable (Workspace.ID) throws -> Walk
    /// Finishes the erasures that a stop of the server, or a full disk, interrupted.
    var finishErasures: @Sendable () throws -> Void
    /// The number of writes since the start.
    var writes: @Sendable () -> UInt64
    /// Whether a job waits for the writer.
    var isAwaited: @Sendable () -> Bool
    /// Nanoseconds of a monotonic clock.
    var now: @Sendable () -> UInt64
    /// Whether purging is blocked because the clock is in doubt.
    var isClockInDoubt: @Sendable () -> Bool = { false }
    /// Reports failures, in words.
    var report: @Sendable (String) -> Void
  }

  /// Between two looks, milliseconds.
  static let between = 3_600_000
  /// A slice is followed by a rest of this many times its length: at most a fifth of the writer's time.
  static let restFactor: UInt64 = 4
  /// How long the writer is watched before each slice, milliseconds. It also limits how fast pages are
  /// written that uploads have to wait for: of each purged row, two or three pages hold no other row of the
  /// slice.
  static let watch = 100
  /// A server is calm if at most this many writes come meanwhile, its own alive marks included, and none
  /// waits: a stalled disk is not calm.
  static let calmWrites: UInt64 = 2
  /// A purge that has lasted this long takes larger slices, nanoseconds.
  static let longTime: UInt64 = 1_800_000_000_000

  private let acts: Acts

  init(_ acts: Acts) { self.acts = acts }

  /// Purges all expired rows.
  ///
  /// - Parameter rest: rests for so many milliseconds; `false` = stop here.
  func run(resting rest: (Int) -> Bool) {
    let begun = acts.now()
    // A failed erasure (full disk, a reader in the way) is not retried at once: it writes the whole file.
    var mayErase = reporting { try acts.finishErasures() } != nil
    for workspace in reporting({ try acts.workspaces() }) ?? [] {
      guard !acts.isClockInDoubt() else { return }
      // A failure in one workspace does not delay the others.
      guard reporting({ try purge(workspace, since: begun, rest) }) ?? true else { return }
      // An interrupted erasure does not wait for other workspaces' purges.
      if mayErase { mayErase = reporting { try acts.finishErasures() } != nil }
    }
  }

  /// The result of the work; `nil` = it failed, and the failure was reported.
  @discardableResult private func reporting<Result>(_ work: () throws -> Result) -> Result? {
    do { return try work() } catch {
      acts.report(Words.of(error))
      return nil
    }
  }

  private func purge(_ workspace: Workspace.ID, since begun: UInt64, _ rest: (Int) -> Bool) throws -> Bool {
    let walk = try acts.begin(workspace)
    while let pace = watch(since: begun, rest), !acts.isClockInDoubt() {
      // Reading ahead only saves time: without it the purge waits for the disk.
      reporting { try walk.readAhead(pace) }
      let start = acts.now()
      guard try walk.take(pace) else { return true }
      let length = acts.now().subtractingReportingOverflow(start).partialValue / 1_000_000
      let wanted = length.multipliedReportingOverflow(by: Self.restFactor)
      guard rest(wanted.overflow ? .max : Int(clamping: wanted.partialValue)) else { return false }
    }
    return false
  }

  /// How much to purge next, depending on the writer's other work; `nil` = stop here.
  private func watch(since begun: UInt64, _ rest: (Int) -> Bool) -> PurgePace? {
    let before = acts.writes()
    guard rest(Self.watch) else { return nil }
    if acts.writes() &- before <= Self.calmWrites, !acts.isAwaited() { return .calm }
    return acts.now() &- begun < Self.longTime ? .busy : .late
  }
}
