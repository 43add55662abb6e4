import Rollcall

/// What is offered to somebody who came by the link of a message, without the app and without a login.
struct OfferLinkPage: Page {
  static let template = "Dispatch/OfferLinkPage"

  /// What can be done with the offer.
  enum Standing: Sendable { case open, theirs, taken, over }

  /// What is offered.
  struct Subject: Sendable {
    let incident: Incident.ID
    let kind: Incident.Kind
    let title: String
    let region: String?
    let position: Position
    let distance: Double?
    let expiresAt: Timestamp
    let isDrill: Bool
  }

  /// `Incident INC-214`.
  var title: String
  /// How it stands, a sentence.
  var sentence: String
  /// What one can do, or why one cannot.
  var advice: String
  /// About where; may be empty.
  var area: String
  /// Until when it can be answered; absent when it cannot.
  var until: Moment?
  /// How long that is; absent when it cannot.
  var left: String
  /// Where the button leads; empty when there is nothing to accept.
  var action: String
  /// What needs somebody; only for whom it is.
  var what: String
  /// Ways to the place; only for whom it is.
  var links: [Link]

  /// The page of an offer. Before it is accepted it says no more than the message did.
  ///
  /// - Parameter path: the page's own path.
  init(_ subject: Subject, standing: Standing, path: String, clock: PageClock) {
    let isOpen = standing == .open
    let isTheirs = standing == .theirs
    title = "\(subject.kind == .order ? "Order" : "Incident") \(Words.incident(subject.incident))"
    (sentence, advice) = Self.words(standing)
    if subject.isDrill {
      title = Words.drill(subject.incident)
      (sentence, advice) = Self.drillWords(standing)
    }
    area = !subject.isDrill && (isOpen || isTheirs) ? Self.area(subject) : ""
    until = isOpen ? clock.time(subject.expiresAt) : nil
    left = isOpen ? max(0, subject.expiresAt.since(clock.now)).lengthWords : ""
    action = isOpen ? path : ""
    what = isTheirs ? subject.title : ""
    links = isTheirs && !subject.isDrill ? Self.ways(to: subject.position) : []
  }

  init() {
    title = "No such offer"
    (sentence, advice) = (
      "This link is not known.", "It may have been cut off in the message. Open the app instead."
    )
    (area, left, action, what) = ("", "", "", "")
    links = []
  }

  /// The page for a link that never was.
  static let unknown = OfferLinkPage()

  static func words(_ standing: Standing) -> (String, String) {
    switch standing {
    case .open: ("You are asked to take this.", "Accept it only if you can go now.")
    case .theirs: ("It is yours.", "The app has the notes, and is where you say that you have arrived.")
    case .taken: ("Somebody else has taken it.", "There is nothing for you to do.")
    case .over:
      ("This offer is over.", "It was not answered in time, or it is not needed any more. Nothing to do.")
    }
  }

  private static func drillWords(_ standing: Standing) -> (String, String) {
    switch standing {
    case .open: ("This is a drill.", "Accept it as you would if it were real. Nobody has to go anywhere.")
    case .theirs: ("You have answered the drill.", "There is nothing else for you to do.")
    case .taken, .over: ("The drill is over.", "There is nothing for you to do.")
    }
  }

  private static func area(_ subject: Subject) -> String {
    let distance = subject.distance.flatMap { Int64(exactly: ($0 / 100).rounded()) }
      .map { "\($0 / 10).\($0 % 10) km away" }
    return [subject.region, distance].compactMap { $0 }.joined(separator: ", ")
  }

  private static func ways(to position: Position) -> [Link] {
    [
      Link(label: Words.coordinates(position), href: Words.geo(position)),
      Link(label: "map", href: Words.webMap(position)),
    ]
  }
}
