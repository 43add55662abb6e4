import Rollcall

/// Purges what has expired, an hour after the hour before, in slices with rests between them: uploads come first.
final class RetentionLoop: Sendable {
  /// Takes the next slice; `false` = there is nothing left.
  typealias Slice = () throws -> Bool

  /// What it does and sees.
  struct Acts: Sendable {
    /// Whose rows may expire.
    var workspaces: @Sendable () throws -> [Workspace.ID]
    /// Begins to purge one of them.
    var begin: @Sendable (Workspace.ID) throws -> Slice
    /// Ends the erasures that a stop of the server, or a full disk, left unfinished.
    var finishErasures: @Sendable () throws -> Void
    /// Whether the writer has nothing else to do.
    var isIdle: @Sendable () -> Bool
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
  /// The shortest rest, milliseconds.
  static let shortestRest = 20
  /// How often a busy writer is asked again before a slice is taken all the same, and how long that takes each time,
  /// milliseconds: a server that is never idle must keep its promise, too.
  static let patience = (times: 20, wait: 50)

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
    let slice = try acts.begin(workspace)
    while true {
      for _ in 0..<Self.patience.times where !acts.isIdle() {
        guard rest(Self.patience.wait) else { return false }
      }
      let start = acts.now()
      let goesOn = try slice()
      let length = acts.now().subtractingReportingOverflow(start).partialValue / 1_000_000
      let wanted = length.multipliedReportingOverflow(by: Self.restFactor)
      guard rest(max(Self.shortestRest, wanted.overflow ? .max : Int(clamping: wanted.partialValue))) else {
        return false
      }
      if !goesOn { return true }
    }
  }

  /// Looks again and again on a thread of its own.
  func start() {
    loop.start { [self] in
      var wait = Self.firstLook
      while loop.rest(wait) {
        run(resting: loop.rest)
        wait = Self.between
      }
    }
  }

  /// Ends after the slice at hand; to be called once, after `start`.
  func stop() { loop.stop() }
}
