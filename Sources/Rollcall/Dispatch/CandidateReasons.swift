// The reasons for a rank in words. Made when a page needs them: thousands are ranked, dozens are read.

extension Candidates.Candidate {
  /// Reasons for and against this candidate, e.g. `1.2 km away`, `fix 12 s old`, `battery 8 %`, `position in
  /// doubt: mock`, `did not answer the last 2 offers`. Warnings come last.
  public func reasons(at now: Timestamp) -> [String] {
    var reasons = ["\(Rounded.metres(distance)) away"]
    if let fixAt = person.fixAt { reasons.append("fix \(now.since(fixAt).lengthWords) old") }
    if let accuracy = person.accuracy, accuracy >= Self.coarse {
      reasons.append("known to \(Rounded.metres(accuracy))")
    }
    if let battery = person.battery, battery < Self.lowBattery {
      reasons.append("battery \(Rounded.percent(battery))")
    }
    if person.isInDrill { reasons.append("in a drill") }
    if let answers = person.answersInWords { reasons.append(answers) }
    if let doubts = person.doubtsInWords { reasons.append(doubts) }
    return reasons
  }

  /// From this radius on, metres, the accuracy is mentioned: two streets away.
  private static let coarse = 200.0
  /// Below this level a phone may not last until the incident is over.
  private static let lowBattery = 0.15
}

extension Candidates.LeftOut {
  /// Why they are left out, e.g. `offline for 12 min`, `on another mission`, `off duty`, `holds another offer`, `assigned here`,
  /// `degraded: no fresh fix for 2 min`.
  public func reason(at now: Timestamp) -> String {
    guard person.isHere else { return words(obstacle, now) }
    return person.assignment == nil ? "holds an offer of this incident" : "assigned here"
  }

  private func words(_ obstacle: Availability.Obstacle, _ now: Timestamp) -> String {
    switch obstacle {
    case .notOffered: person.notOffered(kind)
    case .lacksSkill: Openings.words(lacking: lacking)
    case .refused: person.refusal?.words ?? ""
    case .offDuty: "off duty"
    case .onMission: "on another mission"
    case .holdsOffer: "holds another offer"
    case .offline: "offline" + time(since: person.statusSince, now)
    case .unknown:
      "unknown" + (person.fixAt == nil ? ": no position yet" : time(since: person.statusSince, now))
    case .degraded: "degraded: " + lackOfFix(at: now)
    case .noPosition: "no position yet"
    case .hearsLate:
      person.hearsWithin.map { "hears of it only within \($0.lengthWords)" } ?? "never hears of offers"
    }
  }

  /// Why a person who is heard is not online: `no fix yet`, `no fresh fix for 2 min`.
  public func lackOfFix(at now: Timestamp) -> String {
    person.fixAt == nil ? "no fix yet" : "no fresh fix" + time(since: person.fixAt, now)
  }

  private func time(since instant: Timestamp?, _ now: Timestamp) -> String {
    instant.map { " for \(now.since($0).lengthWords)" } ?? ""
  }
}

extension Openings {
  /// Why a person with these skills finds no place.
  func lackingInWords(_ keys: Set<String>) -> String { Self.words(lacking: lacking(keys)) }

  fileprivate static func words(lacking: [String]) -> String {
    guard !lacking.isEmpty else { return "no place is open" }
    return "lacks the skill\(lacking.count == 1 ? "" : "s") \(lacking.joined(separator: ", "))"
  }
}

extension Availability {
  /// Why they are not offered incidents of a kind, e.g. `profile "family" is not offered incidents`.
  public func notOffered(_ kind: Incident.Kind) -> String {
    "profile \"\(profile)\" is not offered \(kind.plural)"
  }
}

extension Availability.Refusal {
  /// The reason in words.
  public var words: String {
    switch self {
    case .declined: "declined this incident"
    case .gaveBack: "gave this incident back"
    case .withdrawn: "the dispatcher took this incident from them"
    }
  }
}

extension Availability {
  /// `position in doubt: mock, speed`; `nil` without a doubt.
  fileprivate var doubtsInWords: String? {
    doubts.isEmpty ? nil : "position in doubt: " + doubts.names.joined(separator: ", ")
  }

  /// How they dealt with their latest offers, if there is anything to report.
  fileprivate var answersInWords: String? {
    guard let last = lastAnswers.first else { return nil }
    let count = lastAnswers.prefix { $0 == last }.count
    let offers = count == 1 ? "the last offer" : "the last \(count) offers"
    switch last {
    case .accepted: return "accepted \(offers)"
    case .declined: return "declined \(offers)"
    case .undelivered: return nil
    case .expired: return "did not answer \(offers)"
    case .unreachable: return "was out of reach for \(offers)"
    case .queued, .sent, .delivered, .seen, .withdrawn: return nil
    }
  }
}
