public import Rollcall

/// What somebody sees of themselves by a link, without an account: how the console sees them, why, and what they can do.
public struct OwnPage: Page {
  /// Its template.
  public static let template = "Privacy/OwnPage"
  /// What is fetched again while the page is open.
  public static let fragmentTemplate: String? = "Privacy/Own"

  /// Their name.
  public var name: String
  /// The workspace.
  public var workspace: String
  /// The instant at which the page was made, RFC 3339: the script's clock.
  public var now: String
  /// The instant of the data.
  public var asOf: Moment
  /// Its age.
  public var age: Moment
  /// What happened.
  public var notice: ActionNotice?
  /// The status as the console shows it.
  public var status: StatusPill
  /// One sentence on it, with the rule.
  public var sentence: StatusSentence
  /// Profile, region and duty.
  public var about: String
  /// What they are asked to take, or have taken.
  public var offer: OwnOfferPart?
  /// What is wrong, and what to do about it.
  public var troubles: [OwnTrouble]
  /// Said instead; may be empty.
  public var fine: String
  /// What the console knows of their phone.
  public var facts: [Fact]
  /// What their apps do not tell, one line for each app.
  public var missing: [TextLine]
  /// Whether they are on duty, where no app of theirs says so; absent where one does.
  public var duty: DutySwitchPart?
  /// Their history.
  public var history: String
  /// Where a request leads.
  public var requests: String
  /// Whether they have asked for a copy.
  public var hasAskedCopy: Bool
  /// Whether they have asked to be erased.
  public var hasAskedErasure: Bool
  /// How long positions are kept, days.
  public var retention: String

  /// What the page is made of.
  public struct Parts: Sendable {
    /// Who they are and what is so now.
    public var person: ResponderNow
    /// The workspace's name.
    public var workspace: String
    /// What they are asked to take.
    public var offer: OwnOfferPart?
    /// What is wrong.
    public var troubles: [PhoneTrouble]
    /// The system of the phone that reads the page; `nil` = not known.
    public var system: PhoneApp.System?
    /// What the phone last reported.
    public var report: LatestReport
    /// Their other apps, the newest first.
    public var devices: [DeviceFacts]
    /// Whether they are on duty, where no app of theirs says so.
    public var duty: DutySwitchPart?
    /// What they have asked for already.
    public var asked: (copy: Bool, erasure: Bool)
    /// How long positions are kept, days.
    public var retentionDays: Int
  }

  /// The page at `path`.
  init(_ parts: Parts, path: String, notice: ActionNotice? = nil, clock: PageClock) {
    let person = parts.person
    name = person.name
    workspace = parts.workspace
    (now, asOf, age) = (LocalTime.iso(clock.now), clock.time(clock.now), clock.age(of: clock.now))
    self.notice = notice
    status = StatusPill(person.status)
    sentence = person.sentence(clock)
    about = person.about
    offer = parts.offer
    troubles = parts.troubles.map { OwnTrouble($0, on: parts.system) }
    fine = parts.troubles.isEmpty ? Self.fine(person.status) : ""
    facts =
      [
        Fact("Last contact", clock.age(of: person.lastContact)),
        Fact("Last position", clock.age(of: person.latestFix)),
        Fact("Accuracy", Words.accuracy(parts.report.accuracy)),
        Fact("Battery", Words.battery(parts.report.phone.battery.value)),
      ] + parts.devices.map { Fact($0.name, clock.age(of: $0.lastContact)) }
    missing = parts.devices.map { TextLine($0.missingWords) }
    duty = parts.duty
    history = "\(path)/history"
    requests = "\(path)/requests"
    (hasAskedCopy, hasAskedErasure) = parts.asked
    retention = "\(parts.retentionDays)"
  }

  private static func fine(_ status: Status) -> String {
    status == .offDuty
      ? "You are off duty: nobody watches your phone, and you get no offers." : "All is well with your phone."
  }

  /// Changes when what the page shows changes, and not because time passes: for an `ETag`.
  public var version: String { LiveVersion.of(self) }

  /// An example with every kind of content.
  public static let sample: OwnPage = {
    var page = OwnPage(
      Parts(
        person: .ownSample, workspace: "City Rescue", offer: .sample,
        troubles: [.silent, .powerSaving], system: .android,
        report: LatestReport(accuracy: 9), devices: [.sample],
        duty: DutySwitchPart(
          .offDuty, label: "Off duty", on: "I am on duty now", off: "I am off duty now", path: "/me/x/duty"),
        asked: (true, false), retentionDays: 90),
      path: PagePath.own("2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM"), notice: .sample,
      clock: PageClock.sample)
    page.fine = "All is well with your phone."
    return page
  }()
}

extension ResponderNow {
  /// Somebody who has not been heard for some minutes.
  static let ownSample = ResponderNow(
    id: Responder.ID(17), name: "Mirela Novak", profile: "responder", region: "North", duty: "On duty",
    status: .offline, since: PageClock.sampleNow.advanced(by: -720_000),
    rule: "responder/on_duty: no contact for 180 s",
    lastContact: PageClock.sampleNow.advanced(by: -900_000),
    latestFix: PageClock.sampleNow.advanced(by: -900_000))
}

/// Something that is wrong with somebody's phone, and what they can do.
public struct OwnTrouble: PagePart {
  /// What is the case, a sentence.
  public var sentence: String
  /// What to do, by system.
  public var advice: [SystemAdvice]

  /// A trouble; the advice for one system where it is known, else for each.
  init(_ trouble: PhoneTrouble, on system: PhoneApp.System?) {
    sentence = trouble.sentence
    let systems = system.map { [$0] } ?? PhoneApp.System.allCases
    advice = systems.map { system in
      var part = SystemAdvice(system, trouble.advice(on: system))
      if ![.silent, .noFix, .neverReported].contains(trouble) { part.makers = [] }
      part.isOnly = systems.count == 1
      return part
    }
  }

  /// An example with every kind of content.
  public static let sample = OwnTrouble(.silent, on: nil)
}

/// What somebody is asked to take, or has taken, on their own page.
public struct OwnOfferPart: PagePart {
  /// `Incident INC-214`, or the drill.
  public var title: String
  /// How it stands, a sentence.
  public var sentence: String
  /// What one can do.
  public var advice: String
  /// About where; may be empty.
  public var area: String
  /// Until when it can be answered; absent when it cannot.
  public var until: Moment?
  /// How long that is; may be empty.
  public var left: Moment?
  /// What needs somebody; only once it is theirs.
  public var what: String
  /// Ways to the place; only once it is theirs.
  public var links: [Link]
  /// Where an answer leads; empty when there is nothing to answer.
  public var answerPath: String
  /// The offer's id.
  public var id: String
  /// Where what becomes of it leads; empty when it is not theirs.
  public var reportPath: String
  /// The assignment's id.
  public var assignment: String
  /// Whether they can say that they have arrived.
  public var canArrive: Bool

  /// The part of the page at `path`.
  ///
  /// - Parameter assignment: what is theirs, and whether they have arrived.
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
    if assignment != nil { advice = "Say here when you have arrived, and when it is done." }
  }

  /// An example with every kind of content.
  public static let sample: OwnOfferPart = {
    var part = OwnOfferPart(
      .sample, id: 91, expiresAt: PageClock.sampleNow.advanced(by: 24_000), assignment: (7, false),
      path: "/me/x", clock: PageClock.sample)
    part.advice = OfferLinkPage.sample.advice
    return part
  }()
}

/// Where somebody was, as they see it themselves.
public struct OwnHistoryPage: Page {
  /// Its template.
  public static let template = "Privacy/OwnHistoryPage"

  /// One position.
  public struct Row: PagePart {
    /// When it was taken.
    public var taken: Moment
    /// When it came, if that was later; may be absent.
    public var received: Moment?
    /// Where, with a link to a map.
    public var place: Link
    /// How exact, and the battery then.
    public var about: String

    /// An example with every kind of content.
    public static let sample = Row(taken: .sample, received: .sample, place: .sample, about: "9 m, 83 %")
  }

  /// Their name.
  public var name: String
  /// Their own page.
  public var back: String
  /// The page's path, where the day's form leads.
  public var path: String
  /// The day shown.
  public var day: String
  /// The first day of which something is kept.
  public var firstDay: String
  /// Today.
  public var lastDay: String
  /// What is wrong, or not shown; may be empty.
  public var note: String
  /// The positions, in order.
  public var rows: [Row]
  /// Whether there is one.
  public var hasRows: Bool
  /// The next part of the day; empty after the last.
  public var next: String

  /// The most positions of one page.
  static let limit = 200

  /// An example with every kind of content.
  public static let sample = OwnHistoryPage(
    name: "Mirela Novak", back: "/me/x", path: "/me/x/history", day: "2026-11-21", firstDay: "2026-08-23",
    lastDay: "2026-11-21", note: "The newest 200 of the day.", rows: [.sample], hasRows: true,
    next: "?day=2026-11-21&cursor=5.7")
}
