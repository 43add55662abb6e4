import Rollcall

/// One responder who can be reached and is free, in the order of the ranking.
struct CandidateRow: PagePart {
  /// Their place in the ranking, from 1.
  var rank: String
  var id: String
  var isTicked = false
  /// The form to which button and tick belong.
  var form = ""
  var name, href, distance: String
  /// How old the fix is by which that was measured.
  var fix: Moment
  var status: StatusPill
  var battery: String
  /// Reasons to doubt the fix.
  var flags: [FlagMark]
  /// Why they stand here, in words; may be empty.
  var reason: String

  /// - Parameter confirmedFalse: when positions were last confirmed to be false; `nil` = never.
  init(
    _ candidate: Candidates.Candidate, rank: Int, confirmedFalse: Timestamp? = nil, href: String,
    clock: PageClock
  ) {
    let person = candidate.person
    (self.rank, id) = (String(rank), String(person.id.rawValue))
    (name, self.href, distance) = (person.name, href, Words.distance(candidate.distance))
    (fix, status) = (clock.age(of: person.fixAt), StatusPill(person.status))
    (battery, flags) = (Words.battery(person.battery), person.flags.names.map(FlagMark.init))
    // The ranking stays as it is: whoever decides should know.
    let doubt = confirmedFalse.map { "positions confirmed false on \(clock.local($0).dayAndMonth)" }
    // What a column tells already is left out.
    let reasons = candidate.reasons(at: clock.now).filter { !$0.hasSuffix(" away") && !$0.hasPrefix("fix ") }
    reason = ([doubt].compactMap(\.self) + reasons).joined(separator: " · ")
  }
}

/// Somebody who is not asked, and why.
struct LeftOutRow: PagePart {
  var id: String
  /// Whether they can be asked by hand all the same.
  var canBeAsked: Bool
  var isTicked = false
  /// The form to which button and tick belong.
  var form = ""
  var name, href: String
  var status: StatusPill
  var distance: String
  /// Why, e.g. `offline for 12 min`.
  var reason: String

  init(_ leftOut: Candidates.LeftOut, href: String, clock: PageClock) {
    let person = leftOut.person
    (id, canBeAsked) = (String(person.id.rawValue), leftOut.canBeAskedByHand)
    (name, self.href, status) = (person.name, href, StatusPill(person.status))
    distance = Words.distance(leftOut.distance)
    var reasons = leftOut.reasons(at: clock.now)
    if let incident = person.assignment, leftOut.obstacles.first == .onMission {
      reasons = ["on another mission: \(Words.incident(incident))"] + reasons.dropFirst()
    }
    reason = reasons.joined(separator: ", ")
  }
}

/// Who can be asked to take an incident, and who cannot.
struct CandidateList: PagePart {
  /// The instant for which the ranking holds.
  var asOf: Moment
  /// The candidates, the first to ask on top.
  var rows: [CandidateRow]
  /// The form to which the list belongs.
  var form = ""
  /// `The first 20 of 312.`; empty when all are shown.
  var more: String
  /// What is said when nobody can be asked.
  var nobody: EmptyState?
  /// Whether those left out are listed without being asked for.
  var isOpen: Bool
  /// Those who are not asked, first those whom a little would make a candidate.
  var leftOut: [LeftOutRow]
  /// Whether anybody can be ticked.
  var canTick: Bool
  /// `Left out: 4`, and how many of them are listed; each may be empty.
  var leftOutTitle, leftOutMore: String
}

extension CandidateList {
  /// The ranking as of the clock's instant; all are counted, the first are listed.
  ///
  /// - Parameters:
  ///   - confirmedFalse: who was confirmed to have sent false positions, and when that was decided.
  ///   - href: the page of a responder; empty when the reader may not follow.
  init(
    _ candidates: Candidates, limit: Int = 20, leftOutLimit: Int = 50,
    confirmedFalse: [Responder.ID: Timestamp] = [:], href: (Responder.ID) -> String, clock: PageClock
  ) {
    let (ranked, others) = (candidates.ranked, candidates.leftOut)
    asOf = clock.time(clock.now)
    rows = ranked.prefix(max(0, limit)).enumerated().map { index, candidate in
      CandidateRow(
        candidate, rank: index + 1, confirmedFalse: confirmedFalse[candidate.person.id],
        href: href(candidate.person.id), clock: clock)
    }
    more =
      ranked.count > rows.count ? "The first \(rows.count) of \(Words.grouped(ranked.count))." : ""
    nobody = ranked.isEmpty ? Self.nobody(others.count) : nil
    isOpen = ranked.isEmpty
    leftOut = others.prefix(max(0, leftOutLimit)).map {
      LeftOutRow($0, href: href($0.person.id), clock: clock)
    }
    canTick = !rows.isEmpty || leftOut.contains(where: \.canBeAsked)
    leftOutTitle = others.isEmpty ? "" : "Left out: \(Words.grouped(others.count))"
    leftOutMore =
      others.count > leftOut.count
      ? "The first \(leftOut.count) are listed. In all: \(Self.summary(others))." : ""
  }

  /// The same list, whose buttons belong to the form called `form`.
  func inForm(_ form: String, isOpen: Bool) -> CandidateList {
    var list = self
    (list.form, list.isOpen) = (form, isOpen || self.isOpen)
    for index in rows.indices { list.rows[index].form = form }
    for index in leftOut.indices { list.leftOut[index].form = form }
    return list
  }

  /// The same list with these ticked.
  func ticking(_ picks: Set<Responder.ID>) -> CandidateList {
    let ids = Set(picks.map { String($0.rawValue) })
    var list = self
    for index in rows.indices { list.rows[index].isTicked = ids.contains(rows[index].id) }
    for index in leftOut.indices { list.leftOut[index].isTicked = ids.contains(leftOut[index].id) }
    return list
  }

  /// How many are left out for which reason, the strongest of each: `300 off duty, 62 offline`.
  private static func summary(_ others: [Candidates.LeftOut]) -> String {
    Availability.Obstacle.allCases.compactMap { obstacle in
      let count = others.count { $0.obstacles.first == obstacle }
      return count == 0 ? nil : "\(Words.grouped(count)) \(words(obstacle))"
    }.joined(separator: ", ")
  }

  private static func words(_ obstacle: Availability.Obstacle) -> String {
    switch obstacle {
    case .notOffered: "by a profile that is not offered this kind"
    case .refused: "who refused it before"
    case .offDuty: "off duty"
    case .onMission: "on another mission"
    case .holdsOffer: "with another offer"
    case .offline: "offline"
    case .unknown: "unknown"
    case .degraded: "degraded"
    case .noPosition: "without a position"
    }
  }

  private static func nobody(_ leftOut: Int) -> EmptyState {
    guard leftOut > 0 else {
      return EmptyState(
        title: "Nobody can be asked: this workspace has no responders.",
        advice: "Call by telephone. Responders are added on the server or from a list.")
    }
    return EmptyState(
      title: "Nobody can be asked now.",
      advice:
        "Nobody who is offered this kind of incident is online, on duty and free. Asked down the ranking, the first who becomes available is "
        + "asked at once. Call by telephone meanwhile: the reasons stand below.")
  }
}
