import Rollcall

/// A person's own page, opened by a link without an account: how the console sees them, why, and what they
/// can do.
struct OwnPage: Page {
  static let template = "Privacy/OwnPage"
  static let fragmentTemplate: String? = "Privacy/Own"

  var name: String
  var workspace: String
  var stamp: PageStamp
  var notice: ActionNotice?
  var status: StatusPill
  var sentence: StatusSentence
  var about: String
  var offer: OwnOfferPart?
  var troubles: [TroubleSteps]
  /// Shown when there are none; may be empty.
  var fine: String
  var facts: [Fact]
  /// The facts that their apps do not report, one line for each app.
  var missing: [TextLine]
  /// Whether they are on duty, when no app of theirs reports it; absent when one does.
  var duty: DutySwitchPart?
  var history, requests: String
  /// Whether they have asked for a copy, or to be erased.
  var hasAskedCopy, hasAskedErasure: Bool
  /// How long positions are kept, days.
  var retention: String

  struct Parts: Sendable {
    var person: ResponderNow
    var workspace: String
    var offer: OwnOfferPart?
    var troubles: [PhoneTrouble]
    /// The system of the phone that reads the page; `nil` = not known.
    var system: PhoneApp.System?
    var report: LatestReport
    /// Their other apps, the newest first.
    var devices: [DeviceFacts]
    /// Whether they are on duty, when no app of theirs reports it.
    var duty: DutySwitchPart?
    var asked: (copy: Bool, erasure: Bool)
    /// How long positions are kept, days.
    var retentionDays: Int
  }

  /// The page at `path`.
  init(_ parts: Parts, path: String, notice: ActionNotice? = nil, clock: PageClock) {
    let person = parts.person
    name = person.name
    workspace = parts.workspace
    stamp = PageStamp(clock)
    self.notice = notice
    status = StatusPill(person.status)
    sentence = person.sentence(clock)
    about = person.about
    offer = parts.offer
    troubles = parts.troubles.map { TroubleSteps($0, on: parts.system) }
    fine = parts.troubles.isEmpty ? Self.fine(person.status) : ""
    facts =
      [
        Fact(Words.Lists.lastContact, clock.age(of: person.lastContact)),
        Fact(Words.Lists.lastPosition, clock.age(of: person.latestFix)),
        Fact("Accuracy", Words.accuracy(parts.report.accuracy)),
        Fact("Battery", Words.share(parts.report.phone.battery.value)),
      ] + parts.devices.map { Fact($0.name, clock.age(of: $0.lastContact)) }
    missing = parts.devices.map { TextLine($0.missingWords) }
    duty = parts.duty
    history = "\(path)/history"
    requests = "\(path)/requests"
    (hasAskedCopy, hasAskedErasure) = parts.asked
    retention = "\(parts.retentionDays)"
  }

  private static func fine(_ status: Status) -> String {
    status == .offDuty ? Words.OwnPage.offDuty : Words.OwnPage.allWell
  }
}

/// A person's open offer or assignment, on their own page.
struct OwnOfferPart: PagePart {
  /// `Incident INC-214`, or the drill; its state, a sentence; and the actions possible.
  var title, sentence, advice: String
  /// The rough place; may be empty.
  var area: String
  /// Until when it can be answered; absent when it cannot.
  var until: Moment?
  /// The time left; may be empty.
  var left: Moment?
  /// The incident's title; only once it is theirs.
  var what: String
  /// Directions to the place; only once it is theirs.
  var links: [Link]
  /// The target of an answer, and the offer's id; empty when there is nothing to answer.
  var answerPath, id: String
  /// The target of reports, and the assignment's id; empty when it is not theirs.
  var reportPath, assignment: String
  /// Whether they can report their arrival.
  var canArrive: Bool

  /// The part of the page at `path`.
  ///
  /// - Parameter assignment: their assignment, and whether they have arrived.
  init(
    _ page: OfferLinkPage, id: Int64, expiresAt: Timestamp, assignment: (id: Int64, hasArrived: Bool)?,
    path: String, clock: PageClock
  ) {
    (title, sentence, advice, area) = (page.title, page.sentence, page.advice, page.area)
    until = page.until
    left = page.until == nil ? nil : clock.left(until: expiresAt)
    (what, links) = (page.what, page.links)
    answerPath = page.action.utf8.isEmpty ? "" : "\(path)/offers"
    self.id = "\(id)"
    reportPath = assignment == nil ? "" : "\(path)/assignment"
    self.assignment = assignment.map { "\($0.id)" } ?? ""
    canArrive = assignment.map { !$0.hasArrived } ?? false
    if assignment != nil { advice = Words.OwnPage.taskHint }
  }
}

/// A person's past positions, as they see them themselves.
struct OwnHistoryPage: Page {
  static let template = "Privacy/OwnHistoryPage"

  struct Row: PagePart {
    var taken: Moment
    /// When it arrived, if that was later; may be absent.
    var received: Moment?
    var place: Link
    /// How exact, and the battery then.
    var about: String
  }

  var name: String
  var back: String
  var path: String
  /// The day shown, the first day with kept data, and today.
  var day, firstDay, lastDay: String
  /// A problem, or a note about parts not shown; may be empty.
  var note: String
  /// The positions, in order.
  var rows: [Row]
  /// The next part of the day; empty after the last.
  var next: String

  /// The most positions of one page.
  static let limit = 200
}
