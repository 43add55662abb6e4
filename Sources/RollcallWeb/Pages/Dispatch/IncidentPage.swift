import Rollcall
import RollcallStore

/// An offer that can be withdrawn: it has no answer yet.
struct OpenOffer: PagePart {
  var id, name: String
  var left: Moment
  var state: StatePill
  var action: String
}

/// An assignee of an incident, and whether they can be reached now.
struct Assignee: PagePart {
  var id, name, href: String
  var call: CallLink?
  /// Their status and how long they have been in it; absent for readers who may not know it.
  var status: StatusPill?
  var since: Moment?
  var accepted: Moment
  /// When they set off and arrived; absent when not reported.
  var onTheWay, arrived: Moment?
  /// How far away they were when the offer was made.
  var distance: String
}

/// One incident: its state, its log, and the actions possible.
struct IncidentPage: Page {
  static let template = "Dispatch/IncidentPage"
  static let fragmentTemplate: String? = "Dispatch/Incident"
  /// The id of the form to which the buttons of the ranking belong.
  static let form = "offer-form"

  var shell: Shell
  var list, path, json: String
  var now: String
  var asOf, age: Moment
  var reference, title, kind: String
  var state, severity: StatePill
  /// The place in words; may be empty.
  var place: String
  var coordinates, geo, region: String
  /// The place on the map outside that the workspace names; `nil` = it names none.
  var map: Link?
  var notes: String
  var opened: Moment
  var openedBy: String
  /// The board as known then, and the form that puts the incident on hold; empty when the reader may not.
  var pastBoard, hold: String
  var notice: ActionNotice?
  var finding: Finding?
  var assignees: [Assignee]
  /// Where those who have it or are asked are now; absent when nobody is, or the reader may not know.
  var helpers: HelpersPart?
  /// Those who had it, the earliest first.
  var former: [FormerRow]
  /// The lines of people needed, when it is more than one person without skills.
  var needs: [NeedLine]
  var openOffers: [OpenOffer]
  /// All offers, and the log, the newest first.
  var offers: Rows<OfferRow>
  var isNeverOffered: Bool
  var log: Rows<LogRow>
  /// Whether the reader may end it now.
  var mayEnd: Bool
  /// The pages that replace the assignee, and that reopen it; empty when that is not possible.
  var reassign, reopen: String
  var ask: AskPart?
  /// Which parts an open page would have if it were loaded now, besides those that are kept up to date: the people to ask, and
  /// the people to call, with which edition of their numbers.
  var parts: String
  /// What can be done about the assignees; none when the reader may not.
  var forms: [AssigneeForms]
  /// The form that changes the needs; absent when the reader may not.
  var needsForm: NeedsForm?
  /// The form that changes what is known; absent when the reader may not.
  var edit: EditForm?
  /// The form that writes down a call; absent when the reader may not.
  var call: CallForm?
  /// Whom to call, the nearest first, while nobody has accepted.
  var callList: [CandidateRow]
  var note: FormText
  /// Whether the reader may add a note.
  var mayNote: Bool

  /// The facts of the page besides the store's.
  struct Beside {
    var finding: Finding?
    var assignees: [Assignee] = []
    var helpers: HelpersPart?
    var ask: AskPart?
    /// The numbers of the people who have offers, for readers who may see them.
    var calls: [Responder.ID: CallLink] = [:]
    /// Everybody with a number, for readers who may see it.
    var callable: [(id: Int64, name: String)] = []
    /// Which edition of people's numbers it is; 0 for readers who may not see them.
    var numbers = 0
    var pastBoard = ""
    var mayHold = false
    /// The map outside that the workspace names; empty = none.
    var mapLink = ""
    /// Whether the reader may act on the incident.
    var mayAct = true
    /// The outcome, if the request was not carried out.
    var notice: ActionNotice?
    /// A note that was refused, as typed.
    var note = ""
    /// A call that was refused, as typed.
    var call = CallForm.Typed()
    /// Needs that were refused, as typed.
    var needs: NeedsInput?
    /// A change that was refused, as typed.
    var edit: EditForm.Typed?
    /// The map for picking another place.
    var map = MapAddresses()
    var problems: [FieldProblem] = []
    /// What members are called who have a name, by their addresses.
    var members: [String: String] = [:]
  }

  /// - Parameter person: a person's page; empty when the reader may not open it.
  init(
    _ file: IncidentFile, _ beside: Beside = Beside(), shell: Shell, slug: String,
    person: (Responder.ID) -> String, clock: PageClock
  ) {
    let (incident, details) = (file.summary.incident, file.summary.incident.details)
    let path = "\(Shell.Section.incidents.path(slug))/\(incident.id.rawValue)"
    (self.shell, list) = (shell, Shell.Section.incidents.path(slug))
    (self.path, json, now) = (path, path + ".json", LocalTime.iso(clock.now))
    (asOf, age) = (clock.time(clock.now), clock.age(of: clock.now))
    (reference, title, kind) = (Words.incident(incident.id), details.title, details.kind.label)
    (state, severity) = (.incident(incident.state), .severity(details.severity))
    (place, region, notes) = (file.summary.place, details.region ?? Words.none, details.notes ?? "")
    coordinates = Words.coordinates(details.position)
    geo = Words.geo(details.position)
    map = Words.mapOutside(details.position, beside.mapLink)
    let openedBy = Words.actor(incident.openedBy)
    (opened, self.openedBy) = (clock.time(incident.openedAt), beside.members[openedBy] ?? openedBy)
    pastBoard = beside.pastBoard
    hold = beside.mayHold ? PagePath.newHold(slug, incident: Words.incident(incident.id)) : ""
    (notice, finding, assignees) = (beside.notice, beside.finding, beside.assignees)
    helpers = beside.helpers
    former = file.former.enumerated().map { number, former in
      FormerRow(former, number: number, href: person(former.responder), clock: clock)
    }
    needs = NeedLine.all(of: file.dispatch)
    openOffers = file.summary.holders.filter { $0.offer.state.isOpen }.map {
      OpenOffer(
        id: String($0.offer.id.rawValue), name: $0.name, left: clock.left(until: $0.offer.endsAt),
        state: .offer($0.offer.state), action: path + "/withdraw")
    }
    offers = Rows(
      file.offers.map {
        OfferRow(
          $0, history: Words.Outcomes.sentence($0.offer.id, in: file), href: person($0.offer.responder),
          call: beside.calls[$0.offer.responder], clock: clock)
      })
    isNeverOffered = file.offers.isEmpty
    log = Rows(file.log.map { LogRow($0, members: beside.members, clock: clock) })
    mayEnd = beside.mayAct && !incident.state.isClosed
    reassign = mayEnd && assignees.count == 1 ? path + "?reassign=1#ask" : ""
    reopen = beside.mayAct && incident.state.isClosed && !incident.isDrill ? path + "/reopen" : ""
    ask = beside.ask?.on(path)
    let names = Dictionary(beside.assignees.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    forms =
      !mayEnd
      ? []
      : file.assignments.map { held in
        AssigneeForms(
          held, name: names[String(held.responder.rawValue)] ?? "",
          isReplaced: file.dispatch.assignment(of: held.responder)?.isReplaced ?? false, path: path,
          clock: clock)
      }
    edit =
      mayEnd && !incident.isDrill
      ? EditForm(
        file, typed: beside.edit, map: beside.map, path: path, slug: slug, problems: beside.problems) : nil
    needsForm =
      mayEnd && !incident.isDrill
      ? NeedsForm(beside.needs ?? NeedsInput(details.needs), path: path, problems: beside.problems) : nil
    call =
      mayEnd && !incident.isDrill
      ? CallForm(
        Self.callable(file, beside, ask), path: path, typed: beside.call,
        held: Int64(beside.call.person).flatMap { file.assigned(to: Responder.ID($0)) }.map {
          DoneSoFar($0, clock: clock)
        }, problems: beside.problems)
      : nil
    let isInVain = incident.state == .unassigned || file.dispatch.vainSince != nil
    callList = isInVain ? ask?.candidates.callList ?? [] : []
    let isSought = beside.mayAct && !incident.state.isClosed && file.dispatch.sought > 0
    parts = isSought ? "\(isInVain ? "ask,call" : "ask"),\(beside.numbers)" : ""
    note = FormText("note", Words.Incidents.addNote, value: beside.note, problems: beside.problems)
    mayNote = beside.mayAct
  }

  /// The people who may have been called: the assignees, those who had an offer, the candidates, those left out, and
  /// everybody else with a number.
  private static func callable(
    _ file: IncidentFile, _ beside: Beside, _ ask: AskPart?
  ) -> [(id: Int64, name: String)] {
    let held = beside.assignees.map { (Int64($0.id), $0.name) }
    let offered = file.offers.map { (Int64?($0.offer.responder.rawValue), $0.name) }
    let listed =
      ask.map { ($0.candidates.rows + $0.candidates.leftOut).map { (Int64($0.id), $0.name) } } ?? []
    let involved = (held + offered + listed).compactMap { id, name in id.map { (id: $0, name: name) } }
    var seen: Set<Int64> = []
    return (involved + beside.callable).filter { seen.insert($0.id).inserted }
  }
}

/// One offer of an incident to one responder.
struct OfferRow: PageRow {
  static let template = "Dispatch/OfferRow"

  var key, name, href: String
  var call: CallLink?
  /// The number of the asking to which it belongs.
  var round: String
  /// How far away they were when it was made.
  var distance: String
  var state: StatePill
  /// What came of it once it was accepted: `accepted, arrived, released`; empty before.
  var history: String
  /// How long it has left; absent when it has ended.
  var left: Moment?
  var reason: String
  var queued, sent, delivered, seen, answered, ended: Moment

  init(_ named: NamedOffer, history: String, href: String, call: CallLink?, clock: PageClock) {
    let offer = named.offer
    self.history = history
    let time = { (instant: Timestamp?) in instant.map { clock.time($0) } ?? .none }
    (key, name, self.href, self.call) = ("o\(offer.id.rawValue)", named.name, href, call)
    (round, distance) = (String(offer.round), Words.distance(offer.distance))
    (state, reason) = (.offer(offer.state), offer.reason ?? "")
    left = offer.state.isOpen ? clock.left(until: offer.endsAt) : nil
    (queued, sent, delivered) = (clock.time(offer.queuedAt), time(offer.sentAt), time(offer.deliveredAt))
    (seen, answered, ended) = (time(offer.seenAt), time(offer.answeredAt), time(offer.endedAt))
  }
}

/// One entry of the log of an incident or an alert.
struct LogRow: PageRow {
  static let template = "Dispatch/LogRow"

  var key: String
  var at: Moment
  var who, what: String
  /// Words that a person wrote; may be empty.
  var words: String

  init(id: Int64, at: Timestamp, who: String, what: String, words: String = "", clock: PageClock) {
    (key, self.at) = ("l\(id)", clock.time(at))
    (self.who, self.what, self.words) = (who, what, words)
  }
}
