import Rollcall

/// The phone of a responder's session, and the numbers of its queues.
struct PhoneFacts: Sendable {
  /// One queue of pings on the phone.
  struct Queue: Sendable {
    /// The queue's id; empty for the only one.
    var name: String
    /// The lowest and highest sequence seen.
    var seen: ClosedRange<Int64>
    /// The holes between them, lowest first.
    var missing: [ClosedRange<Int64>] = []
  }

  /// The device id; `nil` when no phone was ever signed in.
  var device: String?
  /// What the phone said of itself.
  var about: PhoneDevice
  /// When it was last heard in this session; `nil` = never.
  var lastContact: Timestamp?
  /// From where, for those who may know; `nil` = not known.
  var address: String?
  /// Whose network the address belongs to and in which country, in words; `nil` = not known.
  var network: String?
  /// When the session began.
  var signedInAt: Timestamp?
  /// `active`, `expired`, `signed out`, `revoked`.
  var session: String
  /// When it ends or ended.
  var endsAt: Timestamp?
  /// Its queues, the newest first.
  var queues: [Queue]

  /// A phone from its parts.
  init(
    device: String?, about: PhoneDevice = PhoneDevice(), signedInAt: Timestamp? = nil, session: String = "",
    endsAt: Timestamp? = nil, lastContact: Timestamp? = nil, address: String? = nil, network: String? = nil,
    queues: [Queue] = []
  ) {
    (self.about, self.lastContact, self.address, self.network) = (about, lastContact, address, network)
    (self.device, self.signedInAt, self.session) = (device, signedInAt, session)
    (self.endsAt, self.queues) = (endsAt, queues)
  }

  /// The most queues, and the most holes of each, that are shown.
  private static let most = (queues: 4, holes: 8)

  func card(_ clock: PageClock) -> FactCard {
    guard let device else {
      return FactCard(title: "Phone", key: "phone", facts: [], note: "No phone has signed in yet.")
    }
    let isActive = session == "active"
    let facts =
      [Fact("Device", device)] + aboutFacts + [
        Fact("Signed in", clock.minute(signedInAt)),
        Fact("Session", session, level: isActive ? "" : "warning"),
        Fact(isActive ? "Ends" : "Ended", clock.minute(endsAt)),
        Fact("Last contact", clock.minute(lastContact)),
      ]
      + [("Address", address), ("Network", network)].compactMap { name, words in words.map { Fact(name, $0) }
      }
    let shown = queues.prefix(Self.most.queues).flatMap { Self.facts($0, named: queues.count > 1) }
    let hidden = queues.count - Self.most.queues
    return FactCard(
      title: "Phone", key: "phone", facts: facts + shown,
      note: hidden > 0 ? "\(Words.grouped(hidden)) older queues: see the JSON." : "")
  }

  private var aboutFacts: [Fact] {
    let system = [about.platform, about.osVersion].compactMap { $0 }.joined(separator: " ")
    return [("Name", about.name ?? ""), ("System", system), ("App", about.appVersion ?? "")]
      .filter { !$0.1.utf8.isEmpty }.map { Fact($0.0, $0.1) }
  }

  private static func facts(_ queue: Queue, named: Bool) -> [Fact] {
    let range = { (range: ClosedRange<Int64>, dash: String) in
      range.count == 1
        ? Words.grouped(range.lowerBound)
        : "\(Words.grouped(range.lowerBound))\(dash)\(Words.grouped(range.upperBound))"
    }
    let holes = queue.missing.prefix(most.holes).map { range($0, "–") }.joined(separator: ", ")
    let hidden = queue.missing.count - most.holes
    let missing = holes.utf8.isEmpty ? "none" : hidden > 0 ? "\(holes) and \(hidden) more" : holes
    return (named ? [Fact("Queue", queue.name)] : [])
      + [
        Fact("Sequence", range(queue.seen, " … ")),
        Fact("Missing", missing, level: queue.missing.isEmpty ? "" : "warning"),
      ]
  }
}
