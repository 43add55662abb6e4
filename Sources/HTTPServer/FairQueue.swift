import DequeModule

/// Waiting jobs, each of one asker. Askers take turns, so that one with many jobs delays only itself.
struct FairQueue {
  typealias Job = @Sendable () -> Void

  /// The decision about a job.
  enum Intake: Equatable {
    case queued
    /// Too many jobs wait.
    case full
    /// This asker has too many jobs waiting or running.
    case tooMany
  }

  private struct Line {
    var jobs: Deque<Job> = []
    var running = 0
  }

  private let size: LaneSize
  private var lines: [String: Line] = [:]
  /// The askers with waiting jobs, in the order of their turns.
  private var turns: Deque<String> = []
  private var count = 0

  init(_ size: LaneSize) {
    self.size = size
  }

  /// Queues a job.
  mutating func add(_ job: @escaping Job, for asker: String) -> Intake {
    guard count < size.queue else { return .full }
    var line = lines[asker] ?? Line()
    guard line.jobs.count + line.running < size.perAsker else { return .tooMany }
    if line.jobs.isEmpty { turns.append(asker) }
    line.jobs.append(job)
    lines[asker] = line
    count += 1
    return .queued
  }

  /// The next job, which runs until ``finished(_:)``; nil when there is none that may run now.
  mutating func next() -> (asker: String, job: Job)? {
    for _ in 0..<turns.count {
      guard let asker = turns.popFirst(), var line = lines[asker] else { continue }
      guard line.running < size.atOnce, let job = line.jobs.popFirst() else {
        turns.append(asker)
        continue
      }
      line.running += 1
      count -= 1
      lines[asker] = line
      if !line.jobs.isEmpty { turns.append(asker) }
      return (asker, job)
    }
    return nil
  }

  /// Marks one of this asker's running jobs as finished.
  mutating func finished(_ asker: String) {
    guard var line = lines[asker] else { return }
    line.running -= 1
    lines[asker] = line.running > 0 || !line.jobs.isEmpty ? line : nil
  }
}
