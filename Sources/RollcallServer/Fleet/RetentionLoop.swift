import Rollcall
import RollcallStore

/// Purges what has expired, an hour after the hour before, in slices with rests between them: uploads come first.
final class RetentionLoop: Sendable {
  /// The way through what has expired of one workspace.
  struct Walk {
    /// Reads what the next slice will touch, without the writer.
    var readAhead: (PurgePace) throws -> Void
    /// Takes the next slice; `false` = there is nothing left.
    var take: (PurgePace) throws -> Bool
  }

  /// What it does and sees.
  struct Acts: Sendable {
    /// Whose rows may expire.
    var workspaces: @Sendable () throws -> [Workspace.ID]
    /// Begins to purge one of them.
    var begin: @Sendable (Workspace.ID) throws -> Walk
    /// Ends the erasures that a stop of the server, or a full disk, left unfinished.
    var finishErasures: @Sendable () throws -> Void
    /// How many transactions the writer has begun since the start.
    var writes: @Sendable () -> UInt64
    /// Nanoseconds of a clock that never goes back.
    var now: @Sendable () -> UInt64
    /// Told of failures, in words.
    var report: @Sendable (String) -> Void
  }

  /// The first look after the start, milliseconds: a start has better things to do.
  static let firstLook = 60_000
  /// Between two looks, milliseconds.
  static let between = 3_600_000
  /// A slice is followed by a rest of so many times its length: at most a fifth of the writer's time.
  static let restFactor: UInt64 = 4
  /// Before each slice the writer is watched for so many milliseconds. It is also how slowly pages are written that uploads
  /// have to wait for: of each row that goes, two or three lie where no other row of the slice does.
  static let watch = 100
  /// A server is calm that writes no more transactions meanwhile: its own signs of life are among them.
  static let calmWrites: UInt64 = 2

  private let acts: Acts
  private let loop = BackgroundLoop("retention")

  init(_ acts: Acts) { self.acts = acts }

  /// Purges everything that is due.
  ///
  /// - Parameter rest: rests for so many milliseconds; `false` = stop here.
  func run(resting rest: (Int) -> Bool) {
    do { try acts.finishErasures() } catch { acts.report(Words.of(error)) }
    let due: [Workspace.ID]
    do { due = try acts.workspaces() } catch { return acts.report(Words.of(error)) }
    for workspace in due {
      // What is wrong with one workspace does not keep the others waiting.
      do {
        guard try purge(workspace, rest) else { return }
      } catch { acts.report(Words.of(error)) }
    }
  }

  private func purge(_ workspace: Workspace.ID, _ rest: (Int) -> Bool) throws -> Bool {
    let walk = try acts.begin(workspace)
    while let pace = watch(rest) {
      try walk.readAhead(pace)
      let start = acts.now()
      guard try walk.take(pace) else { return true }
      let length = acts.now().subtractingReportingOverflow(start).partialValue / 1_000_000
      let wanted = length.multipliedReportingOverflow(by: Self.restFactor)
      guard rest(wanted.overflow ? .max : Int(clamping: wanted.partialValue)) else { return false }
    }
    return false
  }

  /// How much may be taken next, by what else the writer has to do; `nil` = stop here.
  private func watch(_ rest: (Int) -> Bool) -> PurgePace? {
    let before = acts.writes()
    guard rest(Self.watch) else { return nil }
    return acts.writes() &- before <= Self.calmWrites ? .calm : .busy
  }

  /// Looks again and again on a thread of its own.
  func start() {
    loop.start(every: Self.between, first: Self.firstLook) { [self] in run(resting: loop.rest) }
  }

  /// Ends after the slice at hand; to be called once, after `start`.
  func stop() { loop.stop() }
}
