import Rollcall

/// Purges what has expired, an hour after the hour before, in slices with rests between them: uploads come first.
final class RetentionLoop: Sendable {
  /// Takes the next slice, a short one unless the server is calm; `false` = there is nothing left.
  typealias Slice = (_ isCalm: Bool) throws -> Bool

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
  /// How often the writer is looked at before each slice, and how long it takes each time, milliseconds: a calm server is
  /// found idle by every look. It is also how slowly pages are written that uploads have to wait for: of each row that
  /// goes, two or three lie where no other row of the slice does.
  static let looks = (times: 6, wait: 25)

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
    while let isCalm = watch(rest) {
      let start = acts.now()
      guard try slice(isCalm) else { return true }
      let length = acts.now().subtractingReportingOverflow(start).partialValue / 1_000_000
      let wanted = length.multipliedReportingOverflow(by: Self.restFactor)
      guard rest(wanted.overflow ? .max : Int(clamping: wanted.partialValue)) else { return false }
    }
    return false
  }

  /// Whether the writer has nothing else to do for a while; `nil` = stop here.
  private func watch(_ rest: (Int) -> Bool) -> Bool? {
    var isCalm = true
    for _ in 0..<Self.looks.times {
      guard rest(Self.looks.wait) else { return nil }
      isCalm = acts.isIdle() && isCalm
    }
    return isCalm
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
