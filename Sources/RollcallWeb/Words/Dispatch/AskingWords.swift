import Rollcall

extension Words {
  enum Asking {
    static let title = "Offer to somebody"
    static let inOrder = "Offer in order"
    static let inOrderAgain = "Offer in order again"
    static let reassign = "Reassign"
    static let reassignInOrder = "Reassign, offer in order"
    static func takesFrom(_ name: String) -> String {
      """
      Takes the incident from \u{2068}\(name)\u{2069}, whose phone is told at its next contact, and offers \
      it to others. When nobody of those you choose can be asked, nothing changes.
      """
    }
    static let reasonHint = "May be empty. It stands in the log."
    static let reasonTooLong = "A reason is \(NameLimits.words(upTo: 500))."
    static let within = "Answer within"
    static func withinHint(_ standard: String) -> String {
      "From 15 to 600 seconds. If you leave it empty: \(standard), as the settings say."
    }
    static let wrongAnswerTime = "The time to answer is 15 to 600 seconds."
    static let choose = "Choose whom to offer it to."
    static let nobodySelected = "Nobody is selected."
    static let noSuchPerson = "There is no such responder."
  }

  enum Candidates {
    static let noPeople = "Nobody can be asked: this workspace has no responders."
    static let noPeopleAdvice = "Call by telephone. Whoever manages people adds them under People."
    static let nobody = "Nobody can be asked now."
    static let nobodyAdvice = """
      Nobody who is offered this kind of incident is online, on duty and free. Offered in order, it goes at \
      once to the first who becomes available. Call by telephone meanwhile: the reasons stand below.
      """
    static func first(_ shown: Int, of all: Int) -> String { "The first \(shown) of \(grouped(all))." }
    static func unavailable(_ count: Int) -> String { "Unavailable (\(grouped(count)))" }
    static func listed(_ shown: Int, inAll summary: String) -> String {
      "The first \(shown) are listed. In all: \(summary)."
    }
    /// `responder · Centre · medic · hears of it in 5 s · ≈ 7 min`.
    ///
    /// - Parameter distance: to the place, metres; `nil` = the way does not matter.
    static func about(_ person: Availability, distance: Double?, on day: CivilDate) -> String {
      let skills = person.skills.skills.filter { $0.counts(on: day) }.map(\.word)
      let facts: [String?] = [
        person.profile, person.region, skills.isEmpty ? nil : skills.joined(separator: ", "),
        hears(person.hearsWithin), distance.flatMap { person.reach($0) }.map(minutes),
      ]
      return facts.compactMap(\.self).joined(separator: " · ")
    }

    private static func hears(_ within: Milliseconds?) -> String {
      within.map { "hears of it in \(exactly($0))" } ?? "never hears of it"
    }

    private static func minutes(_ seconds: Double) -> String {
      "≈ \(grouped(Int(min(max(1, (seconds / 60).rounded()), 1_000_000)))) min"
    }

    static func confirmedFalse(_ day: String) -> String { "positions confirmed false on \(day)" }
    static func onMission(_ incident: Incident.ID) -> String {
      "on another mission: \(Words.incident(incident))"
    }

    /// `limited: no fresh fix for 2 min`.
    static func limited(_ why: String) -> String { "\(word(.degraded)): \(why)" }

    /// `300 off duty`.
    static func count(_ count: Int, _ obstacle: Availability.Obstacle) -> String {
      "\(grouped(count)) \(word(obstacle))"
    }

    private static func word(_ obstacle: Availability.Obstacle) -> String {
      switch obstacle {
      case .notOffered: "by a profile that is not offered this kind"
      case .lacksSkill: "without the skills"
      case .refused: "who refused it before"
      case .offDuty: "off duty"
      case .onMission: "on another mission"
      case .holdsOffer: "with another offer"
      case .offline: "offline"
      case .unknown: "unknown"
      case .degraded: "limited"
      case .noPosition: "without a position"
      case .hearsLate: "who hear of it too late"
      }
    }
  }
}
