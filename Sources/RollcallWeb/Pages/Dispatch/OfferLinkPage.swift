import Rollcall
import RollcallStore

/// An offer for a reader who came by the link of a message, without the app and without a login.
struct OfferLinkPage: Page {
  static let template = "Dispatch/OfferLinkPage"

  /// `Incident INC-214`; its state; and the action possible, or why there is none.
  var title, sentence, advice: String
  /// The rough place; may be empty.
  var area = ""
  /// Until when it can be answered, and how long that is; absent when it cannot.
  var until: Moment?
  var left = ""
  var action = ""
  /// The incident's title and directions to it; only for its responder.
  var what = ""
  /// The incident's notes; only for its responder.
  var notes = ""
  var links: [Link] = []
}

extension OfferLinkPage {
  /// The page of an offer. Before it is accepted it shows no more than the message did.
  ///
  /// - Parameter path: the page's own path.
  init(_ found: LinkedOffer, path: String, clock: PageClock) {
    let (incident, details) = (found.incident, found.incident.details)
    let name =
      incident.isDrill
      ? Words.drill(incident.id) : "\(details.kind.label) \(Words.incident(incident.id))"
    let words = incident.isDrill ? Self.drillWords(found.standing) : Self.words(found.standing)
    self.init(title: name, sentence: words.sentence, advice: words.advice)
    switch found.standing {
    case .open:
      guard let end = found.offer?.endsAt else { return }
      until = clock.time(end)
      left = max(0, end.since(clock.now)).lengthWords
      action = path
    case .theirs:
      (what, notes) = (details.title, incident.isDrill ? "" : details.notes ?? "")
      links = incident.isDrill ? [] : Self.ways(to: details.position)
    case .taken, .over: return
    }
    area = incident.isDrill ? "" : Self.area(found)
  }

  /// The page for a link that never was.
  static let unknown = OfferLinkPage(
    title: Words.OfferLinks.noSuchOffer, sentence: Words.OfferLinks.unknown,
    advice: Words.OfferLinks.unknownAdvice)

  static func words(_ standing: LinkedOffer.Standing) -> (sentence: String, advice: String) {
    switch standing {
    case .open: (Words.OfferLinks.open, Words.OfferLinks.openAdvice)
    case .theirs: (Words.OfferLinks.theirs, Words.OfferLinks.theirsAdvice)
    case .taken: (Words.OfferLinks.taken, Words.OfferLinks.nothingToDo)
    case .over:
      (Words.OfferLinks.over, Words.OfferLinks.overAdvice)
    }
  }

  private static func drillWords(_ standing: LinkedOffer.Standing) -> (sentence: String, advice: String) {
    switch standing {
    case .open: (Words.OfferLinks.drill, Words.OfferLinks.drillAdvice)
    case .theirs: (Words.OfferLinks.drillAnswered, Words.OfferLinks.drillAnsweredAdvice)
    case .taken, .over: (Words.OfferLinks.drillOver, Words.OfferLinks.nothingToDo)
    }
  }

  private static func area(_ found: LinkedOffer) -> String {
    let distance = found.offer?.distance.map(Words.OfferLinks.away)
    return [found.incident.details.region, distance].compactMap { $0 }.joined(separator: ", ")
  }

  private static func ways(to position: Position) -> [Link] {
    [Link(label: Words.coordinates(position), href: Words.geo(position))]
  }
}
