import Rollcall
import RollcallWire

/// What waits in a phone until the server has it: changes of duty, then events, then pings, each oldest first.
struct PhoneOutbox: Sendable {
  /// What a phone keeps when its profile does not say.
  static let defaultLimit = 10_000

  /// The name of its queue.
  let name: String
  private let limit: Int
  private var duties: [DutyRequest] = []
  private var events: [DeviceEvent] = []
  private(set) var pings: [Ping] = []
  /// How many of the pings were sent without an answer.
  private var tried: Int?
  private var lastSequence: Int64 = -1
  private var lastID = 0

  init(name: String, limit: Int?) {
    self.name = name
    self.limit = max(1, limit ?? Self.defaultLimit)
  }

  var isEmpty: Bool { duties.isEmpty && events.isEmpty && pings.isEmpty }

  mutating func add(_ state: DutyState, at: Timestamp, order: String?) {
    duties.append(DutyRequest(state: state, at: at, id: nextID(), order: order))
  }

  mutating func add(_ kind: DeviceEvent.Kind, at: Timestamp) {
    events.append(DeviceEvent(id: nextID(), kind: kind, at: at))
    events.removeFirst(max(0, events.count - limit))
  }

  /// Numbers a ping and keeps it, unless it is lost on the way; a full queue loses its oldest, but none of an upload
  /// under way: what is sent again must be the same.
  mutating func add(_ ping: Ping, isLost: Bool = false) {
    lastSequence += 1
    guard !isLost else { return }
    var ping = ping
    ping.sequence = lastSequence
    pings.append(ping)
    if pings.count > limit { pings.remove(at: min(tried ?? 0, pings.count - 1)) }
  }

  /// What to send first; an upload without telemetry.
  mutating func next() -> PhoneAction? {
    if let duty = duties.first { return .duty(duty) }
    if !events.isEmpty { return .events(Array(events.prefix(DeviceEvent.limit))) }
    guard !pings.isEmpty else { return nil }
    let count = tried ?? min(pings.count, Batch.limit)
    tried = count
    return .upload(Batch(pings: Array(pings.prefix(count)), queueID: name))
  }

  /// Forgets what the server has taken, or will never take.
  mutating func remove(_ action: PhoneAction) {
    switch action {
    case .duty(let duty): duties.removeAll { $0.id == duty.id }
    case .events(let told):
      let ids = Set(told.map(\.id))
      events.removeAll { ids.contains($0.id) }
    case .upload(let batch):
      let sent = Set(batch.pings.map(\.sequence))
      pings.removeAll { sent.contains($0.sequence) }
      tried = nil
    }
  }

  private mutating func nextID() -> String {
    lastID += 1
    return "\(name)-\(lastID)"
  }
}
