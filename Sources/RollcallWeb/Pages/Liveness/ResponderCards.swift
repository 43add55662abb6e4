import Rollcall
import RollcallStore

// The cards beside a person's timeline.

/// The phone's last report. `nil` = not reported.
struct LatestReport: Sendable {
  /// The latest position that counts, its radius of 68 % confidence in metres, and its effective time.
  var position: Position?
  var accuracy: Double?
  var takenAt: Timestamp?
  /// When its app last confirmed that they are still there; `nil` = never.
  var confirmedAt: Timestamp?
  var receivedAt: Timestamp?
  var phone = PhoneState()
  /// Pings waiting on the phone at the newest telemetry.
  var queueDepth: Int64?
  /// The map outside that the workspace names; empty = none.
  var mapLink = ""

  func card(_ clock: PageClock) -> FactCard {
    let battery = Words.share(phone.battery.value)
    let isLow = phone.battery.value.map { $0 < 0.15 } ?? false
    let services = phone.locationServices.value
    let queue = queueDepth.map(Words.Phone.queue)
    return FactCard(
      title: Words.Phone.latestReport, key: "report",
      facts: [
        place, Fact("Accuracy", Words.accuracy(accuracy)), Fact("Taken", clock.time(takenAt)),
        Fact("Received", clock.time(receivedAt)),
      ] + (confirmedAt.map { [Fact("Confirmed", clock.time($0))] } ?? []) + [
        Fact(
          "Battery", phone.powerMode.value == .lowPower ? Words.Phone.lowPower(battery) : battery,
          level: isLow ? "warning" : ""),
        Fact(
          "Permission", phone.permission.value?.rawValue ?? Words.none,
          level: phone.permission.value == .denied ? "danger" : ""),
        Fact(
          Words.Phone.locationServices, services.map { $0 ? "on" : "off" } ?? Words.none,
          level: services == false ? "danger" : ""),
        Fact("App", phone.appState.value?.rawValue ?? Words.none),
        Fact(Words.Phone.powerMode, phone.powerMode.value.map { Words.plain($0.rawValue) } ?? Words.none),
        Fact("Queue", queue ?? Words.none, level: (queueDepth ?? 0) > 0 ? "warning" : ""),
        Fact("Network", phone.network.value?.rawValue ?? Words.none),
      ])
  }

  private var place: Fact {
    guard let position else { return Fact("Position", Words.none) }
    return Fact(
      "Position", "",
      links: [
        Link(label: Words.coordinates(position), href: Words.geo(position, accuracy: accuracy)),
        Words.mapOutside(position, mapLink),
      ].compactMap { $0 })
  }
}

extension PersonFacts {
  /// The phone of the person's session, and the numbers of its queues.
  ///
  /// - Parameters:
  ///   - heardAt: when the person was heard last.
  ///   - origin: the address and the owner of its network, for readers who may know.
  func phoneCard(
    heardAt: Timestamp?, origin: (address: String, network: String?)?, _ clock: PageClock
  ) -> FactCard {
    guard let session else {
      return FactCard(title: "Phone", key: "phone", facts: [], note: Words.Phone.noneYet)
    }
    let (state, end) = Self.state(session, loggedOut: loggedOut, clock.now)
    let isActive = state == "active"
    let contact = heardAt.flatMap { heard in signedInAt.flatMap { $0 <= heard ? heard : nil } }
    let origins = [("Address", origin?.address), ("Network", origin?.network)]
    let seen = queues.filter { !$0.seen.ranges.isEmpty }
    let hidden = seen.count - Self.most.queues
    return FactCard(
      title: "Phone", key: "phone",
      facts: [Fact("Device", session.deviceID)] + aboutFacts + [
        Fact(Words.Phone.signedIn, clock.minute(signedInAt)),
        Fact("Session", state, level: isActive ? "" : "warning"),
        Fact(isActive ? "Ends" : "Ended", clock.minute(end)),
        Fact(Words.Lists.lastContact, clock.minute(contact)),
      ] + origins.compactMap { name, words in words.map { Fact(name, $0) } }
        + seen.prefix(Self.most.queues).flatMap { Self.facts($0, isNamed: seen.count > 1) },
      note: hidden > 0 ? Words.Phone.olderQueues(hidden) : "")
  }

  /// The most queues, and the most holes of each, that are shown.
  private static let most = (queues: 4, holes: 8)

  private static func state(
    _ session: PhoneSession, loggedOut: Bool, _ now: Timestamp
  ) -> (String, Timestamp) {
    if let revoked = session.revokedAt { return (loggedOut ? Words.Phone.signedOut : "revoked", revoked) }
    return (session.expiresAt <= now ? "expired" : "active", session.expiresAt)
  }

  private var aboutFacts: [Fact] {
    let system = [device.platform, device.osVersion].compactMap { $0 }.joined(separator: " ")
    return [("Name", device.name ?? ""), ("System", system), ("App", device.appVersion ?? "")]
      .filter { !$0.1.utf8.isEmpty }.map { Fact($0.0, $0.1) }
  }

  private static func facts(_ queue: Queue, isNamed: Bool) -> [Fact] {
    let (ranges, missing) = (queue.seen.ranges, queue.seen.missing)
    let range = { (first: Int64, last: Int64, dash: String) in
      first == last ? Words.grouped(first) : "\(Words.grouped(first))\(dash)\(Words.grouped(last))"
    }
    let holes = missing.prefix(most.holes).map { range($0.lowerBound, $0.upperBound, "–") }
      .joined(separator: ", ")
    let hidden = missing.count - most.holes
    return (isNamed ? [Fact("Queue", queue.name)] : []) + [
      Fact("Sequence", range(ranges.first?.lowerBound ?? 0, ranges.last?.upperBound ?? 0, " … ")),
      Fact(
        "Missing", holes.utf8.isEmpty ? "none" : hidden > 0 ? Words.Phone.more(holes, hidden) : holes,
        level: missing.isEmpty ? "" : "warning"),
    ]
  }
}

extension PersonFacts.Uploads {
  var card: FactCard {
    let reasons = rejected.map { reason, count in
      let parts = reason.split(separator: ":", maxSplits: 1).map { $0.drop { $0 == " " } }
      return (field: String(parts.first ?? ""), rule: parts.count > 1 ? String(parts[1]) : "", count: count)
    }.sorted { ($1.count, $0.field, $0.rule) < ($0.count, $1.field, $1.rule) }
    return FactCard(
      title: "Uploads", key: "uploads",
      facts: [
        Fact("Uploads", Words.grouped(requests)), Fact(Words.Uploads.stored, Words.grouped(stored)),
        Fact("Duplicates", Words.grouped(duplicates)), Fact("Expired", Words.grouped(expired)),
      ]
        + reasons.prefix(12).map {
          Fact(Words.Uploads.rejected($0.field, $0.rule), Words.grouped($0.count), level: "warning")
        }, note: rejected.isEmpty ? Words.Uploads.noneRejected : "")
  }
}

extension FactCard {
  /// How often each flag was raised in the range, and further facts about doubts.
  static func doubts(_ flags: [Timeline.Flag], beside: [Fact]) -> FactCard {
    let counts = Dictionary(flags.map { ($0.flag, 1) }, uniquingKeysWith: +)
    let raised = DoubtFlags.words.compactMap { flag in
      counts[flag.word].map { count in
        let mark = FlagMark(flag.word)
        return Fact(Words.capitalized(mark.label), Words.grouped(count), level: mark.level)
      }
    }
    return FactCard(
      title: Words.Doubts.title, key: "doubt", facts: raised + beside,
      note: raised.isEmpty ? Words.Doubts.noneInRange : Words.Doubts.byReason)
  }

  /// A person's visits of today; `nil` when there are none.
  static func visits(_ visits: [Visit], slug: String, of id: Responder.ID, clock: PageClock) -> FactCard? {
    guard !visits.isEmpty else { return nil }
    var facts = visits.map { visit in
      let state = StatePill.visit(visit.state(at: clock.now)).word
      guard let come = visit.checkIn else {
        return Fact(visit.outlet.name, "\(state), \(clock.minute(visit.planned.from).text)")
      }
      let verdict = come.verdict.word
      return Fact(
        visit.outlet.name,
        "\(state), \(clock.minute(come.at).text), \(StatePill.verdict(verdict).word.lowercased())",
        level: verdict == .verified ? "" : verdict == .doubtful ? "warning" : "danger")
    }
    let all = Link(label: "All", href: VisitFilter().with(\.responder, "\(id.rawValue)").link(slug))
    facts[facts.count - 1].links = [all]
    return FactCard(title: Words.Visits.today, key: "visits", facts: facts)
  }

  /// How many crossings the card shows; the CSV has all.
  private static let crossingLimit = 10

  /// The newest crossings of regions and outlets in the range; `nil` when there are none.
  static func crossings(_ crossings: [CrossingEntry], clock: PageClock) -> FactCard? {
    guard !crossings.isEmpty else { return nil }
    let facts = crossings.suffix(crossingLimit).reversed().map { entry in
      Fact(
        Words.Person.passage(entry.place, isEntry: entry.crossing.isEntry),
        clock.minute(entry.crossing.at).text)
    }
    return FactCard(title: Words.Person.crossings, key: "crossings", facts: facts)
  }
}
