/// A person as docs/incidents.md speaks of them: the facts by which it is decided whether and when they are asked.
/// Instants and lengths of time are seconds.
///
/// This target restates that page in the plainest way, and knows nothing of the program.
package struct PlainPerson: Sendable {
  /// A message to their present address.
  package struct Message: Sendable {
    package var at: Double
    package var answeredAt: Double?
    /// An upload told of its offer before the answer.
    package var wasTold = false
    package var withdrawnAt: Double?

    package init(at: Double) { self.at = at }
  }

  /// How an offer of an incident that they had before ended.
  package struct Past: Sendable {
    package var at: Double
    package var end: String
    package var isDelivered: Bool
    /// Only the gateway of text messages said that it was delivered.
    package var isByReceipt: Bool

    package init(at: Double, end: String, isDelivered: Bool = true, isByReceipt: Bool = false) {
      (self.at, self.end, self.isDelivered, self.isByReceipt) = (at, end, isDelivered, isByReceipt)
    }
  }

  /// A flag of one of their positions, and when the position was taken.
  package struct Doubt: Sendable {
    package var flag: String
    package var at: Double
    package var isCleared: Bool

    package init(flag: String, at: Double, isCleared: Bool = false) {
      (self.flag, self.at, self.isCleared) = (flag, at, isCleared)
    }
  }

  package var id: Int64
  /// The kinds of incident that their profile is offered.
  package var kinds: Set<String> = ["incident"]
  /// Their skills, each with the first instant at which it counts no more.
  package var skills: [String: Double] = [:]
  package var status = "online"
  package var duty = "on_duty"
  /// Whether an incident is assigned to them.
  package var hasIncident = false
  /// Whether they hold an open offer of an incident; one of a drill gives way.
  package var holdsOffer = false
  /// Metres to each place; `nil` = their position is not known.
  package var distances: [Double]?
  /// Metres per second.
  package var speed = 30 / 3.6
  package var doubts: [Doubt] = []
  /// Messages to the address that their app registered last, the oldest first.
  package var pushes: [Message] = []
  /// Text messages to their number, the oldest first.
  package var texts: [Message] = []
  /// Whether their app registered an address, and whether they have a number.
  package var hasAddress = false
  package var hasNumber = false
  /// When offers to them ended undelivered.
  package var undelivered: [Double] = []
  /// How often their own app reports; `nil` = another app reports for them.
  package var interval: Double? = 60
  /// The offers that they had, the oldest first.
  package var past: [Past] = []
  /// When they had their last offer.
  package var lastOfferAt: Double?

  package init(id: Int64) { self.id = id }

  package func keys(at now: Double) -> Set<String> { Set(skills.filter { now < $0.value }.keys) }
}

extension PlainPerson {
  /// Within how many seconds they hear of an offer; `nil` = never.
  package func hears(at now: Double) -> Double? {
    if isWoken(at: now) { return 5 }
    if isProved(by: texts, within: 120, at: now) { return 30 }
    return interval
  }

  /// Whether it is proved that a message to their app wakes their phone.
  package func isWoken(at now: Double) -> Bool { isProved(by: pushes, within: 30, at: now) }

  /// Whether the newest message that was answered, or has had its time, was answered in it: in the last 30 days, not
  /// after an upload had told of the offer, and with no offer undelivered since. A message is left aside when its
  /// offer was withdrawn while it had time, before any answer.
  private func isProved(by messages: [Message], within limit: Double, at now: Double) -> Bool {
    let counted = messages.filter { message in
      guard let withdrawnAt = message.withdrawnAt else { return true }
      return withdrawnAt > message.at + limit || message.answeredAt.map { $0 <= withdrawnAt } ?? false
    }
    let newest = counted.last { $0.answeredAt != nil || now - $0.at > limit }
    guard let newest, let answeredAt = newest.answeredAt, answeredAt - newest.at <= limit, !newest.wasTold
    else { return false }
    return now - answeredAt <= 30 * 86_400 && !undelivered.contains { $0 >= answeredAt }
  }

  /// Whether one of their positions of the last 24 hours is doubtful.
  package func isDoubted(at now: Double) -> Bool {
    doubts.contains { doubt in
      ["mock", "speed", "frozen", "network_country", "network_type"].contains(doubt.flag) && !doubt.isCleared
        && now - doubt.at <= 86_400
    }
  }

  /// How many of their last three delivered offers of the last 7 days they declined or let expire.
  package func setbacks(at now: Double) -> Int {
    past.filter { $0.isDelivered && !$0.isByReceipt }.suffix(3)
      .filter { now - $0.at <= 7 * 86_400 && ["declined", "expired"].contains($0.end) }.count
  }

  /// Seconds until they can be at a place; `nil` = never.
  package func reach(place: Int, at now: Double) -> Double? {
    guard let hears = hears(at: now), let distances else { return nil }
    return hears + 60 * Double(setbacks(at: now)) + distances[place] / speed
  }
}
