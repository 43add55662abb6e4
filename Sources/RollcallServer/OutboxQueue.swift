/// A message of an outbox.
protocol OutboxJob: Identifiable, Sendable where ID: Sendable {
  /// What may hold up its own messages, and none of the others.
  associatedtype Lane: Hashable, Sendable

  /// The lane it goes by.
  var lane: Lane { get }
  /// How many workers that lane may have at once, of eight.
  var laneLimit: Int { get }
  /// Whether another one becomes due when this one has ended.
  var hasFollowers: Bool { get }
}

/// What became of handing a message over.
protocol OutboxOutcome: Sendable {
  /// Whether it is to be tried again.
  var isRetry: Bool { get }
}

/// The messages that are with the workers or wait for one. No lane keeps the others from their turn: one that does not
/// answer holds up only its own.
struct OutboxQueue<Job: OutboxJob> {
  private var waiting: [Job] = []
  private var working: [Job.Lane: Int] = [:]
  /// All that were added and have not ended.
  private(set) var known: Set<Job.ID> = []

  /// Adds messages that are not known.
  mutating func add(_ jobs: [Job]) {
    for job in jobs where known.insert(job.id).inserted { waiting.append(job) }
  }

  /// The first whose lane has room.
  mutating func take() -> Job? {
    guard let index = waiting.firstIndex(where: { working[$0.lane, default: 0] < $0.laneLimit }) else {
      return nil
    }
    let job = waiting.remove(at: index)
    working[job.lane, default: 0] += 1
    return job
  }

  /// What became of it is stored.
  mutating func end(_ job: Job) {
    known.remove(job.id)
    let left = working[job.lane, default: 1] - 1
    working[job.lane] = left > 0 ? left : nil
  }
}
