import Rollcall

/// An open offer that can be taken back.
struct OpenOffer: PagePart {
  /// The offer's id.
  var id: String
  /// To whom.
  var name: String
  /// How long it has left.
  var left: Moment
  /// How far it has come.
  var state: StatePill
  /// Where it is taken back.
  var action: String

  /// The open `offer`, made to somebody called `name`.
  init(_ offer: Offer, name: String, clock: PageClock) {
    id = String(offer.id.rawValue)
    self.name = name
    state = .offer(offer.state)
    action = ""
    left = clock.left(until: offer.endsAt)
  }
}

/// One incident: how it stands, what was done, what can be done.
struct IncidentPage: Page {
  static let template = "Dispatch/IncidentPage"
  static let fragmentTemplate: String? = "Dispatch/Incident"
  /// The id of the form to which the buttons of the ranking belong.
  static let form = "offer-form"

  var shell: Shell
  var list: String
  /// Its own address.
  var path: String
  var json: String
  var now: String
  var asOf: Moment
  var age: Moment
  var reference: String
  var title: String
  /// `Incident` or `Order`.
  var kind: String
  var state: StatePill
  /// How grave it is.
  var severity: StatePill
  /// Where it is as people say it; may be empty.
  var place: String
  /// The coordinates; empty when they are no longer kept.
  var coordinates: String
  /// The place as a `geo:` address.
  var geo: String
  /// The place on a public map.
  var map: String
  /// Its region; may be `—`.
  var region: String
  /// What the responder should know; may be empty.
  var notes: String
  var opened: Moment
  var openedBy: String
  /// The board as it was known when it was opened; empty where the reader may not.
  var pastBoard: String
  /// Where it can be put on hold; empty where the reader may not.
  var hold: String
  var notice: ActionNotice?
  /// How somebody is being found, and what happens next.
  var finding: Finding?
  /// Who has taken it.
  var assignee: Assignee?
  /// Offers without an answer.
  var openOffers: [OpenOffer]
  /// Every offer, the newest first.
  var offers: Rows<OfferRow>
  /// Whether there was none yet.
  var isNeverOffered: Bool
  /// What happened, the newest first.
  var log: Rows<LogRow>
  /// Whether it can be resolved or cancelled.
  var isRunning: Bool
  /// Where it is taken from its assignee; empty when there is none.
  var reassign: String
  /// Where it is opened again; empty when it cannot be.
  var reopen: String
  /// Whom to ask; absent when nobody needs to be.
  var ask: AskPart?
  /// The field of a note.
  var note: FormText

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
  init(
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
