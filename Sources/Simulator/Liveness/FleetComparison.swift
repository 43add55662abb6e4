public import Rollcall

/// The comparison of a server's view of phones with what really happened to them. Added up over a fleet.
public struct FleetComparison: Equatable, Sendable {
  /// A true cause and the one that was named; `nil` = no fault of the script.
  public struct Naming: Hashable, Sendable {
    /// The true cause.
    public var truly: Cause?
    /// The cause named by the server.
    public var named: Cause

    /// Creates a naming.
    public init(truly: Cause?, named: Cause) {
      self.truly = truly
      self.named = named
    }
  }

  /// Phones.
  public var phones = 0
  /// Pings that the phones recorded.
  public var recorded = 0
  /// Requests of the phones that were answered.
  public var answered = 0
  /// Pings that reached the server, repeats included.
  public var delivered = 0
  /// Pings that the server stores.
  public var stored = 0
  /// Pings that reached the server again and were not stored twice.
  public var duplicates = 0
  /// Pings evicted from full queues; counted by the phones.
  public var evicted = 0
  /// Pings that still wait in the phones.
  public var waiting = 0
  /// Pings permanently refused by the server; kept in the phones.
  public var setAside = 0
  /// Pings deliberately lost by the script.
  public var spilt = 0
  /// Pings that are nowhere.
  public var lost = 0
  /// Pings that are stored twice.
  public var twice = 0
  /// Pings stored with a different position, or that no phone recorded.
  public var strange = 0
  /// Spans in which the server wrongly showed online, and their total length, milliseconds.
  public var wrongGreens = 0
  /// The same, milliseconds in all.
  public var wrongGreenTime: Milliseconds = 0
  /// Greens that are wrong by the true times alone: of a ping whose clock error was undetectable, which by
  /// the contract counts as of its arrival.
  public var undatableGreens = 0
  /// Instants at which a responder must become offline.
  public var offlineDue = 0
  /// Those that the server dates to the millisecond.
  public var offlineDated = 0
  /// Instants at which the server wrongly says offline.
  public var offlineUndue = 0
  /// Phones whose status was compared, not only their pings.
  public var judged = 0
  /// Silences by cause.
  public var causes: [Naming: Int] = [:]
  /// The deviations found, as text for people: without names and places.
  public var oddities: [String] = []
  /// How long after a fault began its phone was offline, milliseconds.
  public var delays: [Milliseconds] = []

  /// Nothing compared.
  public init() {}

  /// Whether nothing is wrong: no ping is lost, stored twice or changed, no responder is wrongly shown
  /// online, and all are offline at the instant that the rules demand.
  public var isRight: Bool {
    lost == 0 && twice == 0 && strange == 0 && wrongGreens == 0 && offlineDated == offlineDue
      && offlineUndue == 0
  }

  /// Silences that were judged.
  public var silences: Int { causes.values.reduce(0, +) }
  /// Silences whose cause was named correctly; those without a fault of the script do not count.
  public var causesRight: Int {
    causes.reduce(0) { $0 + (($1.key.truly ?? .unknown) == $1.key.named ? $1.value : 0) }
  }
  /// The delay from a fault to offline that this share of all did not exceed, 0…1, milliseconds; `nil` = no
  /// fault made a phone offline.
  public func delay(of share: Double) -> Milliseconds? {
    let sorted = delays.sorted()
    guard share.isFinite, !sorted.isEmpty else { return nil }
    // The nearest rank: at least the first, at most the last.
    let rank = Int((min(1, max(0, share)) * Double(sorted.count)).rounded(.up))
    return sorted[max(1, rank) - 1]
  }

  /// Adds one phone.
  ///
  /// - Parameters:
  ///   - end: The end of the comparison.
  ///   - seen: The views of the board, and whether each showed the phone online.
  public mutating func add(
    _ truth: PhoneTruth, _ view: ServerView, until end: Timestamp,
    seen: [(at: Timestamp, isOnline: Bool)] = []
  ) {
    (phones, judged) = (phones + 1, judged + 1)
    addPings(truth, view)
    let status = truth.status(until: end)
    let trusting = truth.status(until: end, trustsArrivals: true)
    addGreens(
      Self.spans(of: .online, in: status, until: end),
      trusting: Self.spans(of: .online, in: trusting, until: end),
      view, until: end, seen)
    addOffline(status, view, truth)
    addCauses(truth, view, until: end)
  }

  private mutating func addCauses(_ truth: PhoneTruth, _ view: ServerView, until end: Timestamp) {
    for silence in view.silences where silence.worst != nil {
      let truly = truth.cause(from: silence.from, to: silence.to ?? end)
      causes[Naming(truly: truly, named: silence.cause), default: 0] += 1
      if truly ?? .unknown != silence.cause {
        record(
          "a silence from \(silence.from.rfc3339) to \(silence.to?.rfc3339 ?? "now"): \(truly?.rawValue ?? "none") was named \(silence.cause.rawValue)"
        )
      }
    }
  }

  private mutating func record(_ words: String) { oddities.append("phone \(phones): \(words)") }

  /// Adds a phone's pings and the causes of its silences, if the times of the server's requests are not known
  /// to the millisecond. Its statuses are not judged.
  public mutating func addStored(_ truth: PhoneTruth, _ view: ServerView, until end: Timestamp) {
    phones += 1
    addPings(truth, view)
    addCauses(truth, view, until: end)
  }

  private mutating func addPings(_ truth: PhoneTruth, _ view: ServerView) {
    let own = view.stored.filter { $0.queue == truth.queue }
    let distinct = Set(own.map(\.sequence))
    let brought = truth.heard.reduce(0) { $0 + $1.pings.count }
    let positions = Dictionary(truth.recorded.map { ($0.sequence, $0.position) }) { first, _ in first }
    let missing = truth.recorded.filter {
      !$0.isSpilt && !distinct.contains($0.sequence) && !truth.counts.waiting.contains($0.sequence)
    }
    let explained = truth.counts.evicted + truth.counts.setAside
    if missing.count > explained, let first = missing.first {
      record("\(missing.count - explained) lost; missing from \(first.at.rfc3339), number \(first.sequence)")
    }
    answered += truth.heard.count
    recorded += truth.recorded.count
    spilt += truth.recorded.count(where: \.isSpilt)
    delivered += brought
    stored += own.count
    duplicates += brought - Set(truth.heard.flatMap { $0.pings.compactMap(\.sequence) }).count
    evicted += truth.counts.evicted
    waiting += truth.counts.waiting.subtracting(distinct).count
    setAside += truth.counts.setAside
    lost += max(0, missing.count - explained)
    twice += own.count - distinct.count
    strange += own.count { positions[$0.sequence] != $0.position } + view.stored.count - own.count
  }

  private mutating func addGreens(
    _ allowed: [TimeSpan], trusting: [TimeSpan], _ view: ServerView, until end: Timestamp,
    _ seen: [(at: Timestamp, isOnline: Bool)]
  ) {
    for green in Self.spans(of: .online, in: view.changes, until: end) {
      let wrong = Self.outside(green, allowed)
      guard wrong > 0 else { continue }
      guard Self.outside(green, trusting) > 0 else {
        undatableGreens += 1
        continue
      }
      (wrongGreens, wrongGreenTime) = (wrongGreens + 1, wrongGreenTime + wrong)
      record("\(wrong) ms too green from \(green.from.rfc3339) to \(green.to.rfc3339)")
    }
    for look in seen where look.isOnline {
      // The display may be a second old.
      let grace = TimeSpan(from: look.at.advanced(by: -1_000), to: look.at)
      guard !(allowed + trusting).contains(where: { $0.from <= grace.to && $0.to >= grace.from }) else {
        continue
      }
      wrongGreens += 1
      record("green on the board at \(look.at.rfc3339)")
    }
  }

  private mutating func addOffline(_ status: [TrueStatus.Change], _ view: ServerView, _ truth: PhoneTruth) {
    let dated = Set(view.changes.filter { $0.status == .offline }.map(\.at))
    let due = Set(status.filter { $0.status == .offline }.map(\.at))
    for at in dated.subtracting(due).sorted() {
      offlineUndue += 1
      record("offline at \(at.rfc3339) is in the log and must not be")
    }
    for change in status where change.status == .offline {
      offlineDue += 1
      guard dated.contains(change.at) else {
        record("offline at \(change.at.rfc3339) is not in the log")
        continue
      }
      offlineDated += 1
      if let delay = truth.delay(at: change.at) { delays.append(delay) }
    }
  }

  /// The spans in which a status held.
  static func spans(of status: Status, in changes: [TrueStatus.Change], until end: Timestamp) -> [TimeSpan] {
    changes.indices.compactMap { index in
      guard changes[index].status == status else { return nil }
      let next = changes.indices.contains(index + 1) ? changes[index + 1].at : end
      return TimeSpan(from: changes[index].at, to: max(changes[index].at, next))
    }
  }

  /// How much of a span lies in none of the others, which are in order and apart. Milliseconds.
  static func outside(_ span: TimeSpan, _ others: [TimeSpan]) -> Milliseconds {
    others.reduce(span.length) { left, other in
      left - max(0, min(span.to, other.to).since(max(span.from, other.from)))
    }
  }
}
