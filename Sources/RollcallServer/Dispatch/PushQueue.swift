import Rollcall
import RollcallStore

/// The messages that are with the workers or wait for one. No service keeps the others from their turn: one that does
/// not answer holds up only its own lane.
struct PushQueue {
  /// A service; servers of the responders' own choice share one.
  private enum Lane: Hashable {
    case service(PushService), chosen

    init(_ job: PushJob) { self = job.service.isChosen(job.token) ? .chosen : .service(job.service) }

    /// How many workers it may have at once, of eight.
    var limit: Int { self == .chosen ? 2 : 4 }
  }

  private var waiting: [PushJob] = []
  private var working: [Lane: Int] = [:]
  /// All that were added and have not ended.
  private(set) var known: Set<PushJob.ID> = []

  /// Adds messages that are not known.
  mutating func add(_ jobs: [PushJob]) {
    for job in jobs where known.insert(job.id).inserted { waiting.append(job) }
  }

  /// The first whose lane has room.
  mutating func take() -> PushJob? {
    guard let index = waiting.firstIndex(where: { working[Lane($0), default: 0] < Lane($0).limit }) else {
      return nil
    }
    let job = waiting.remove(at: index)
    working[Lane(job), default: 0] += 1
    return job
  }

  /// What became of it is stored.
  mutating func end(_ job: PushJob) {
    known.remove(job.id)
    working[Lane(job), default: 1] -= 1
  }
}
