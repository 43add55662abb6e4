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
      until = clock.time(found.offer.endsAt)
      left = max(0, found.offer.endsAt.since(clock.now)).lengthWords
      action = path
    case .theirs:
      what = details.title
      links = incident.isDrill ? [] : Self.ways(to: details.position)
    case .taken, .over: return
    }
    area = incident.isDrill ? "" : Self.area(found)
  }

  /// The page for a link that never was.
  static let unknown = OfferLinkPage(
    title: "No such offer", sentence: "This link is not known.",
    advice: "It may have been cut off in the message. Open the app instead.")

  static func words(_ standing: LinkedOffer.Standing) -> (sentence: String, advice: String) {
    switch standing {
    case .open: ("You are asked to take this.", "Accept it only if you can go now.")
    case .theirs: ("It is yours.", "The app has the notes, and is where you say that you have arrived.")
    case .taken: ("Somebody else has taken it.", "There is nothing for you to do.")
    case .over:
      ("This offer is over.", "It was not answered in time, or it is not needed any more. Nothing to do.")
    }
  }

  private static func drillWords(_ standing: LinkedOffer.Standing) -> (sentence: String, advice: String) {
    switch standing {
    case .open: ("This is a drill.", "Accept it as you would if it were real. Nobody has to go anywhere.")
    case .theirs: ("You have answered the drill.", "There is nothing else for you to do.")
    case .taken, .over: ("The drill is over.", "There is nothing for you to do.")
    }
  }

  private static func area(_ found: LinkedOffer) -> String {
    let distance = found.offer.distance.flatMap { Int64(exactly: ($0 / 100).rounded()) }
      .map { "\($0 / 10).\($0 % 10) km away" }
    return [found.incident.details.region, distance].compactMap { $0 }.joined(separator: ", ")
  }

  private static func ways(to position: Position) -> [Link] {
    [
      Link(label: Words.coordinates(position), href: Words.geo(position)),
      Link(label: "map", href: Words.webMap(position)),
    ]
  }
}
