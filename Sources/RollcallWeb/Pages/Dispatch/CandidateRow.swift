import Rollcall

/// One responder who can be reached and is free, in the order of the ranking.
struct CandidateRow: PagePart {
  /// Their place in the ranking, from 1.
  var rank: String
  /// Their id: what the button sends.
  var id: String
  /// Whether they are ticked, to be asked with others.
  var isTicked: Bool
  /// The form to which button and tick belong.
  var form: String
  var name: String
  var href: String
  /// How far away they are.
  var distance: String
  /// How old the fix is by which that was measured.
  var fix: Moment
  var status: StatusPill
  var battery: String
  /// Reasons to doubt the fix.
  var flags: [FlagMark]
  /// Why they stand here, in words; may be empty.
  var reason: String
}

extension CandidateRow {
  /// The row of `candidate`.
  ///
  /// - Parameters:
  ///   - rank: their place in the ranking, from 1.
  ///   - confirmedFalse: when positions were last confirmed to be false; `nil` = never.
  ///   - href: their page; empty when the reader may not follow.
  init(
    _ candidate: Candidates.Candidate, rank: Int, confirmedFalse: Timestamp? = nil, href: String,
    clock: PageClock
  ) {
    let person = candidate.person
    self.rank = String(rank)
    id = String(person.id.rawValue)
    (isTicked, form) = (false, "")
    name = person.name
    self.href = href
    distance = Words.distance(candidate.distance)
    fix = clock.age(of: person.fixAt)
    status = StatusPill(person.status)
    battery = Words.battery(person.battery)
    flags = person.flags.names.map(FlagMark.init)
    // The ranking stays as it is: whoever decides should know.
    let doubt = confirmedFalse.map { "positions confirmed false on \(clock.local($0).dayAndMonth)" }
    reason = ([doubt].compactMap(\.self) + Self.reasons(candidate, at: clock.now)).joined(separator: " · ")
  }

  /// The reasons that no column tells already.
  private static func reasons(_ candidate: Candidates.Candidate, at now: Timestamp) -> [String] {
    candidate.reasons(at: now).filter { !$0.hasSuffix(" away") && !$0.hasPrefix("fix ") }
  }
}

/// Somebody who is not asked, and why.
struct LeftOutRow: PagePart {
  /// Their id: what the button sends.
  var id: String
  /// Whether they can be asked by hand all the same.
  var canBeAsked: Bool
  /// Whether they are ticked, to be asked with others.
  var isTicked: Bool
  /// The form to which button and tick belong.
  var form: String
  var name: String
  var href: String
  var status: StatusPill
  /// How far away they were last seen; `—` when that is not known.
  var distance: String
  /// Why, e.g. `offline for 12 min`.
  var reason: String
}

extension LeftOutRow {
  /// Somebody who is left out.
  ///
  /// - Parameter href: their page; empty when the reader may not follow.
  init(_ leftOut: Candidates.LeftOut, href: String, clock: PageClock) {
    id = String(leftOut.person.id.rawValue)
    canBeAsked = leftOut.canBeAskedByHand
    (isTicked, form) = (false, "")
    name = leftOut.person.name
    self.href = href
    status = StatusPill(leftOut.person.status)
    distance = Words.distance(leftOut.distance)
    var reasons = leftOut.reasons(at: clock.now)
    if let incident = leftOut.person.assignment, leftOut.obstacles.first == .onMission {
      reasons = ["on another mission: \(Words.incident(incident))"] + reasons.dropFirst()
    }
    reason = reasons.joined(separator: ", ")
  }
}
