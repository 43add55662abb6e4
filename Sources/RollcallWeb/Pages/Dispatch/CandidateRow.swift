public import Rollcall

/// One responder who can be reached and is free, in the order of the ranking.
public struct CandidateRow: PagePart {
  /// Their place in the ranking, from 1.
  public var rank: String
  /// Their id: what the button sends.
  public var id: String
  /// Whether they are ticked, to be asked with others.
  public var isTicked: Bool
  /// The form to which button and tick belong.
  public var form: String
  /// Their name.
  public var name: String
  /// Their page; empty when the reader may not follow.
  public var href: String
  /// How far away they are.
  public var distance: String
  /// How old the fix is by which that was measured.
  public var fix: Moment
  /// Their status.
  public var status: StatusPill
  /// `38 %`.
  public var battery: String
  /// Reasons to doubt the fix.
  public var flags: [FlagMark]
  /// Why they stand here, in words; may be empty.
  public var reason: String

  /// An example with every kind of content.
  public static let sample = CandidateRow(
    rank: "4", id: "7", isTicked: true, form: "incident", name: "Lucía Torres",
    href: "/w/city-rescue/responders/7",
    distance: "260 m", fix: .sample, status: StatusPill(.online), battery: "77 %", flags: [.sample],
    reason: "position in doubt: mock")
}

extension CandidateRow {
  /// The row of `candidate`.
  ///
  /// - Parameters:
  ///   - rank: their place in the ranking, from 1.
  ///   - confirmedFalse: when positions were last confirmed to be false; `nil` = never.
  ///   - href: their page; empty when the reader may not follow.
  public init(
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
public struct LeftOutRow: PagePart {
  /// Their id: what the button sends.
  public var id: String
  /// Whether they can be asked by hand all the same.
  public var canBeAsked: Bool
  /// Whether they are ticked, to be asked with others.
  public var isTicked: Bool
  /// The form to which button and tick belong.
  public var form: String
  /// Their name.
  public var name: String
  /// Their page; empty when the reader may not follow.
  public var href: String
  /// Their status.
  public var status: StatusPill
  /// How far away they were last seen; `—` when that is not known.
  public var distance: String
  /// Why, e.g. `offline for 12 min`.
  public var reason: String

  /// An example with every kind of content.
  public static let sample = LeftOutRow(
    id: "3", canBeAsked: true, isTicked: true, form: "incident", name: "Mirela Novak",
    href: "/w/city-rescue/responders/3", status: .sample, distance: "890 m",
    reason: "offline for 12 min")
}

extension LeftOutRow {
  /// Somebody who is left out.
  ///
  /// - Parameter href: their page; empty when the reader may not follow.
  public init(_ leftOut: Candidates.LeftOut, href: String, clock: PageClock) {
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
