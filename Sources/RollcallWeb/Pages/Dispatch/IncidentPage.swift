public import Rollcall

/// An open offer that can be taken back.
public struct OpenOffer: PagePart {
  /// The offer's id.
  public var id: String
  /// To whom.
  public var name: String
  /// How long it has left.
  public var left: Moment
  /// How far it has come.
  public var state: StatePill
  /// Where it is taken back.
  public var action: String

  /// The open `offer`, made to somebody called `name`.
  public init(_ offer: Offer, name: String, clock: PageClock) {
    id = String(offer.id.rawValue)
    self.name = name
    state = .offer(offer.state)
    action = ""
    left = clock.left(until: offer.endsAt)
  }

  /// An example with every kind of content.
  public static let sample = OpenOffer(
    IncidentPage.sampleOffer, name: "Ravi Menon", clock: PageClock.sample)
}

/// One incident: how it stands, what was done, what can be done.
public struct IncidentPage: Page {
  /// Its template.
  public static let template = "Dispatch/IncidentPage"
  /// What an open page fetches again.
  public static let fragmentTemplate: String? = "Dispatch/Incident"
  /// The id of the form to which the buttons of the ranking belong.
  static let form = "offer-form"

  /// What surrounds it.
  public var shell: Shell
  /// The list of incidents.
  public var list: String
  /// Its own address.
  public var path: String
  /// The same as JSON.
  public var json: String
  /// The instant of the page, for scripts.
  public var now: String
  /// The instant of the data.
  public var asOf: Moment
  /// How long ago that was.
  public var age: Moment
  /// `INC-214`.
  public var reference: String
  /// What it is.
  public var title: String
  /// `Incident` or `Order`.
  public var kind: String
  /// How it stands.
  public var state: StatePill
  /// How grave it is.
  public var severity: StatePill
  /// Where it is as people say it; may be empty.
  public var place: String
  /// The coordinates; empty when they are no longer kept.
  public var coordinates: String
  /// The place as a `geo:` address.
  public var geo: String
  /// The place on a public map.
  public var map: String
  /// Its region; may be `—`.
  public var region: String
  /// What the responder should know; may be empty.
  public var notes: String
  /// When it was opened.
  public var opened: Moment
  /// By whom.
  public var openedBy: String
  /// The board as it was known when it was opened; empty where the reader may not.
  public var pastBoard: String
  /// Where it can be put on hold; empty where the reader may not.
  public var hold: String
  /// What happened instead of what was asked for.
  public var notice: ActionNotice?
  /// How somebody is being found, and what happens next.
  public var finding: Finding?
  /// Who has taken it.
  public var assignee: Assignee?
  /// Offers without an answer.
  public var openOffers: [OpenOffer]
  /// Every offer, the newest first.
  public var offers: Rows<OfferRow>
  /// Whether there was none yet.
  public var isNeverOffered: Bool
  /// What happened, the newest first.
  public var log: Rows<LogRow>
  /// Whether it can be resolved or cancelled.
  public var isRunning: Bool
  /// Where it is taken from its assignee; empty when there is none.
  public var reassign: String
  /// Where it is opened again; empty when it cannot be.
  public var reopen: String
  /// Whom to ask; absent when nobody needs to be.
  public var ask: AskPart?
  /// The field of a note.
  public var note: FormText

  /// The page of `incident`.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - assignee: who has taken it.
  ///   - openOffers: offers without an answer, those that can be taken back.
  ///   - offers: every offer, the newest first.
  ///   - log: what happened, the newest first.
  ///   - finding: how somebody is being found, and what happens next.
  ///   - ask: whom to ask; `nil` when nobody needs to be.
  ///   - isDrill: whether it is an exercise, which is never opened again.
  ///   - pastBoard: the board as it was known when it was opened; empty where the reader may not.
  ///   - mayHold: whether the reader may put it on hold.
  ///   - notice: what happened instead of what was asked for, e.g. that an offer had just been accepted.
  ///   - note: a note that was refused, as typed.
  ///   - problems: what is wrong with it, under the name `note`.
  public init(
    shell: Shell, slug: String, incident: IncidentFacts, assignee: Assignee? = nil,
    openOffers: [OpenOffer] = [], offers: [OfferRow], log: [LogRow], finding: Finding? = nil,
    ask: AskPart? = nil, isDrill: Bool = false, pastBoard: String = "", mayHold: Bool = false,
    notice: ActionNotice? = nil,
    note: String = "", problems: [FieldProblem] = [], clock: PageClock
  ) {
    list = Shell.Section.incidents.path(slug)
    path = "\(list)/\(incident.id.rawValue)"
    json = path + ".json"
    self.shell = shell
    now = LocalTime.iso(clock.now)
    asOf = clock.time(clock.now)
    age = clock.age(of: clock.now)
    reference = Words.incident(incident.id)
    title = incident.title
    kind = incident.kind.label
    state = .incident(incident.state)
    severity = .severity(incident.severity)
    place = incident.place
    coordinates = incident.position.map(Words.coordinates) ?? ""
    geo = incident.position.map { Words.geo($0) } ?? ""
    map = incident.position.map(Words.webMap) ?? ""
    region = incident.region ?? Words.none
    notes = incident.notes
    opened = clock.time(incident.openedAt)
    openedBy = incident.openedBy
    hold = mayHold ? PagePath.newHold(slug, incident: Words.incident(incident.id)) : ""
    self.pastBoard = pastBoard
    self.notice = notice
    self.finding = finding
    self.assignee = assignee
    let path = path
    self.openOffers = openOffers.map { offer in
      var offer = offer
      offer.action = path + "/withdraw"
      return offer
    }
    self.offers = Rows(offers)
    isNeverOffered = offers.isEmpty
    self.log = Rows(log)
    isRunning = !incident.state.isClosed
    reassign = isRunning && assignee != nil ? path + "?reassign=1#ask" : ""
    reopen = incident.state.isClosed && !isDrill ? path + "/reopen" : ""
    self.ask = ask?.on(path)
    self.note = FormText("note", "Add a note to the log", value: note, problems: problems)
  }
}
