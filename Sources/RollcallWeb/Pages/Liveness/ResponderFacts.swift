public import Rollcall

/// What the phone last reported. `nil` = not said.
public struct LatestReport: Sendable {
  /// The latest position that counts.
  public var position: Position?
  /// Its radius of 68 % confidence, metres.
  public var accuracy: Double?
  /// Its effective time.
  public var takenAt: Timestamp?
  /// When it was on disk.
  public var receivedAt: Timestamp?
  /// What is known of the phone.
  public var phone: PhoneState
  /// Pings that waited in the phone at the newest telemetry.
  public var queueDepth: Int64?

  /// A report from its parts.
  public init(
    position: Position? = nil, accuracy: Double? = nil, takenAt: Timestamp? = nil,
    receivedAt: Timestamp? = nil,
    phone: PhoneState = PhoneState(), queueDepth: Int64? = nil
  ) {
    (self.position, self.accuracy) = (position, accuracy)
    (self.takenAt, self.receivedAt) = (takenAt, receivedAt)
    (self.phone, self.queueDepth) = (phone, queueDepth)
  }

  func card(_ clock: PageClock) -> FactCard {
    let saves = phone.powerMode.value == .lowPower
    let battery = Words.battery(phone.battery.value)
    return FactCard(
      title: "Latest report", key: "report",
      facts: [
        place, Fact("Accuracy", Words.accuracy(accuracy)), Fact("Taken", clock.time(takenAt)),
        Fact("Received", clock.time(receivedAt)),
        Fact("Battery", saves ? "\(battery), low power" : battery, level: isLow ? "warning" : ""),
        Fact(
          "Permission", phone.permission.value?.rawValue ?? Words.none,
          level: phone.permission.value == .denied ? "danger" : ""),
        Fact("Location services", services, level: phone.locationServices.value == false ? "danger" : ""),
        Fact("App", phone.appState.value?.rawValue ?? Words.none),
        Fact("Power mode", phone.powerMode.value.map { Words.plain($0.rawValue) } ?? Words.none),
        Fact("Queue", queue, level: (queueDepth ?? 0) > 0 ? "warning" : ""),
        Fact("Network", phone.network.value?.rawValue ?? Words.none),
      ])
  }

  private var place: Fact {
    guard let position else { return Fact("Position", Words.none) }
    return Fact(
      "Position", "",
      links: [
        Link(label: Words.coordinates(position), href: Words.geo(position, accuracy: accuracy)),
        Link(label: "map", href: Words.webMap(position)),
      ])
  }

  private var isLow: Bool { phone.battery.value.map { $0 < 0.15 } ?? false }
  private var services: String { phone.locationServices.value.map { $0 ? "on" : "off" } ?? Words.none }
  private var queue: String {
    guard let queueDepth else { return Words.none }
    return queueDepth == 0 ? "empty" : "\(Words.grouped(queueDepth)) waiting"
  }
}

/// The phone of a responder's session, and the numbers of its queues.
public struct PhoneFacts: Sendable {
  /// One queue of pings on the phone.
  public struct Queue: Sendable {
    /// The queue's id; empty for the only one.
    public var name: String
    /// The lowest and highest sequence seen.
    public var seen: ClosedRange<Int64>
    /// The holes between them, lowest first.
    public var missing: [ClosedRange<Int64>]

    /// A queue from its parts.
    public init(name: String, seen: ClosedRange<Int64>, missing: [ClosedRange<Int64>] = []) {
      (self.name, self.seen, self.missing) = (name, seen, missing)
    }
  }

  /// The device id, or its name where one was told; `nil` when no phone was ever signed in.
  public var device: String?
  /// When the session began.
  public var signedInAt: Timestamp?
  /// `active`, `expired`, `signed out`, `revoked`.
  public var session: String
  /// When it ends or ended.
  public var endsAt: Timestamp?
  /// Its queues, the newest first.
  public var queues: [Queue]

  /// A phone from its parts.
  public init(
    device: String?, signedInAt: Timestamp? = nil, session: String = "", endsAt: Timestamp? = nil,
    queues: [Queue] = []
  ) {
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
    let facts = [
      Fact("Device", device), Fact("Signed in", clock.minute(signedInAt)),
      Fact("Session", session, level: isActive ? "" : "warning"),
      Fact(isActive ? "Ends" : "Ended", clock.minute(endsAt)),
    ]
    let shown = queues.prefix(Self.most.queues).flatMap { Self.facts($0, named: queues.count > 1) }
    let hidden = queues.count - Self.most.queues
    return FactCard(
      title: "Phone", key: "phone", facts: facts + shown,
      note: hidden > 0 ? "\(Words.grouped(Int64(hidden))) older queues: see the JSON." : "")
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

/// What became of a responder's uploads in the range shown.
public struct UploadFacts: Sendable {
  /// A reason for which values were refused.
  public struct Rejection: Sendable {
    /// The field: `lat`.
    public var field: String
    /// The rule it broke: `range`.
    public var rule: String
    /// How often.
    public var count: Int64

    /// A reason from its parts.
    public init(field: String, rule: String, count: Int64) {
      (self.field, self.rule, self.count) = (field, rule, count)
    }
  }

  /// Requests with pings.
  public var uploads: Int64
  /// Pings stored.
  public var stored: Int64
  /// Pings that had been stored before.
  public var duplicates: Int64
  /// Pings older than the retention.
  public var expired: Int64
  /// What was refused, and why.
  public var rejected: [Rejection]

  /// Uploads from their parts.
  public init(uploads: Int64, stored: Int64, duplicates: Int64, expired: Int64, rejected: [Rejection] = []) {
    (self.uploads, self.stored, self.duplicates) = (uploads, stored, duplicates)
    (self.expired, self.rejected) = (expired, rejected)
  }

  func card() -> FactCard {
    let number = { (label: String, count: Int64) in Fact(label, Words.grouped(count)) }
    let reasons = rejected.sorted { ($1.count, $0.field, $0.rule) < ($0.count, $1.field, $1.rule) }
    return FactCard(
      title: "Uploads", key: "uploads",
      facts: [
        number("Uploads", uploads), number("Pings stored", stored), number("Duplicates", duplicates),
        number("Expired", expired),
      ]
        + reasons.prefix(12).map {
          Fact("Rejected: \($0.field), \(Words.plain($0.rule))", Words.grouped($0.count), level: "warning")
        },
      note: rejected.isEmpty ? "Nothing was rejected in this range." : "")
  }
}

extension Words {
  /// The position on a map of the web. It leaves the house only when somebody follows the link.
  static func webMap(_ position: Position) -> String {
    let (latitude, longitude) = (
      decimal(position.latitude, places: 5), decimal(position.longitude, places: 5)
    )
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=16/\(latitude)/\(longitude)"
  }
}
