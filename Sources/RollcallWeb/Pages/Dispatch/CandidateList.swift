import Rollcall

/// Who can be asked to take an incident, and who cannot.
struct CandidateList: PagePart {
  /// The instant for which the ranking holds.
  var asOf: Moment
  /// The candidates, the first to ask on top.
  var rows: [CandidateRow]
  /// The form to which the list belongs.
  var form: String
  /// `The nearest 20 of 312.`; empty when all are shown.
  var more: String
  /// What is said when nobody can be asked.
  var nobody: EmptyState?
  /// Whether those left out are listed without being asked for.
  var isOpen: Bool
  /// Those who are not asked, first those whom a little would make a candidate.
  var leftOut: [LeftOutRow]
  /// Whether anybody can be ticked.
  var canTick: Bool
  /// `Left out: 4`.
  var leftOutTitle: String
  /// `The first 50 are listed. In all: 300 off duty, 62 offline.`; empty when all are.
  var leftOutMore: String
}

extension CandidateList {
  /// The ranking as of the clock's instant.
  ///
  /// - Parameters:
  ///   - limit: how many candidates are listed at most.
  ///   - leftOutLimit: how many of the others are listed at most; all are counted.
  ///   - confirmedFalse: who was confirmed to have sent false positions, and when that was decided.
  ///   - href: the page of a responder; empty when the reader may not follow.
  init(
    _ candidates: Candidates, limit: Int = 20, leftOutLimit: Int = 50,
    confirmedFalse: [Responder.ID: Timestamp] = [:], href: (Responder.ID) -> String, clock: PageClock
  ) {
    let (ranked, others) = (candidates.ranked, candidates.leftOut)
    asOf = clock.time(clock.now)
    form = ""
    rows = ranked.prefix(max(0, limit)).enumerated().map { index, candidate in
      CandidateRow(
        candidate, rank: index + 1, confirmedFalse: confirmedFalse[candidate.person.id],
        href: href(candidate.person.id), clock: clock)
    }
    more =
      ranked.count > rows.count ? "The first \(rows.count) of \(Words.grouped(Int64(ranked.count)))." : ""
    nobody = ranked.isEmpty ? Self.nobody(others.count) : nil
    isOpen = ranked.isEmpty
    leftOut = others.prefix(max(0, leftOutLimit)).map {
      LeftOutRow($0, href: href($0.person.id), clock: clock)
    }
    canTick = !rows.isEmpty || leftOut.contains(where: \.canBeAsked)
    leftOutTitle = others.isEmpty ? "" : "Left out: \(Words.grouped(Int64(others.count)))"
    leftOutMore =
      others.count > leftOut.count
      ? "The first \(leftOut.count) are listed. In all: \(Self.summary(others))." : ""
  }

  /// How many are left out for which reason, the strongest of each: `300 off duty, 62 offline`.
  private static func summary(_ others: [Candidates.LeftOut]) -> String {
    Availability.Obstacle.allCases.compactMap { obstacle in
      let count = others.count { $0.obstacles.first == obstacle }
      return count == 0 ? nil : "\(Words.grouped(Int64(count))) \(words(obstacle))"
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

  /// The same list, whose buttons belong to the form called `form`.
  ///
  /// - Parameter isOpen: whether those left out are listed without being asked for.
  func inForm(_ form: String, isOpen: Bool) -> CandidateList {
    var list = self
    list.isOpen = isOpen || list.isOpen
    list.form = form
    for index in list.rows.indices { list.rows[index].form = form }
    for index in list.leftOut.indices { list.leftOut[index].form = form }
    return list
  }

  /// The same list with these ticked.
  func ticking(_ picks: Set<Responder.ID>) -> CandidateList {
    var list = self
    for index in list.rows.indices {
      list.rows[index].isTicked = picks.contains { String($0.rawValue) == list.rows[index].id }
    }
    for index in list.leftOut.indices {
      list.leftOut[index].isTicked = picks.contains { String($0.rawValue) == list.leftOut[index].id }
    }
    return list
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
