import Rollcall

/// Chooses for whom cards are printed: people of the workspace, or a list that is pasted.
struct CardsPage: Page {
  static let template = "Access/CardsPage"

  var shell: Shell
  /// The list of people.
  var back: String
  /// The page's own path, where its forms lead.
  var path: String
  var problems: ProblemList?
  /// The filter: part of a name.
  var search: String
  /// The filter: a profile.
  var profile: [Choice]
  /// The filter: a region.
  var region: [Choice]
  /// The filter: only those who have nothing yet.
  var onlyNew: Bool
  /// The people to choose from.
  var people: [PickRow]
  var hasPeople: Bool
  /// What is said of those that are not shown; may be empty.
  var note: String
  var app: FormSelect
  /// How often it reports.
  var intervals: [FormField]
  /// The pasted list.
  var list: FormText

  /// The most cards of one sheet.
  static let limit = 500

  /// Which people are shown.
  struct Filter: Sendable {
    /// Part of a name, number or id.
    var search = ""
    /// A profile's name; empty = all.
    var profile = ""
    /// A region's name; empty = all.
    var region = ""
    /// Only those who have never reported.
    var onlyNew = false
  }

  /// The page; `form` is what was typed, `list` what was pasted.
  ///
  /// - Parameters:
  ///   - people: who matches the filter; the first ``limit`` are shown.
  init(
    shell: Shell, slug: String, filter: Filter, people: [PickRow], profiles: [String], regions: [String],
    form: ConnectForm, list: String = "", problems: [FieldProblem] = []
  ) {
    self.shell = shell
    back = Shell.Section.responders.path(slug)
    path = PagePath.cards(slug)
    self.problems = ProblemList(problems)
    search = filter.search
    profile = Choice.list(
      profiles.map { ($0, Words.capitalized($0)) }, chosen: filter.profile, all: "All profiles")
    region = Choice.list(regions.map { ($0, $0) }, chosen: filter.region, all: "All regions")
    onlyNew = filter.onlyNew
    self.people = Array(people.prefix(Self.limit))
    hasPeople = !people.isEmpty
    note =
      people.count > Self.limit
      ? "The first \(Self.limit) of \(Words.grouped(people.count)): narrow the filter for the others."
      : people.isEmpty ? "Nobody matches." : ""
    app = form.apps(problems, all: PhoneApp.allCases.filter { !$0.isCode })
    intervals = form.intervalFields(problems)
    self.list = FormText(
      "list", "Or paste a list of new people", value: list,
      hint: """
        CSV with the header name,phone,profile,region,external_id; all but name may be missing. Whoever is known by \
        external_id or phone already is not added again.
        """, problems: problems)
  }
}

/// Somebody to be ticked.
struct PickRow: PagePart {
  /// Their id.
  var id: String
  var name: String
  /// Profile and region.
  var about: String
  /// When they were last heard.
  var lastContact: Moment
  /// Whether they are ticked.
  var isPicked: Bool

  /// The row of somebody.
  init(_ responder: Responder, lastContact: Moment, isPicked: Bool) {
    id = "\(responder.id.rawValue)"
    name = responder.name
    about = [Words.capitalized(responder.profile), responder.region].compactMap { $0 }
      .joined(separator: ", ")
    self.lastContact = lastContact
    self.isPicked = isPicked
  }
}

/// A sheet of cards to be printed and cut: shown once.
struct CardSheetPage: Page {
  static let template = "Access/CardSheetPage"

  /// What surrounds it on the screen.
  var shell: Shell
  /// The page before it.
  var back: String
  /// How many there are: `12 cards for OwnTracks`.
  var title: String
  /// The workspace's name, on each card.
  var workspace: String
  /// The cards.
  var cards: [PhoneCard]

  init(shell: Shell, slug: String, app: PhoneApp, cards: [PhoneCard]) {
    self.shell = shell
    back = PagePath.cards(slug)
    let count = Words.grouped(cards.count)
    title = "\(count) \(cards.count == 1 ? "card" : "cards") for \(app.name)"
    workspace = shell.workspace
    self.cards = cards
  }
}

/// One card: for whom, the code, three lines of what to do.
struct PhoneCard: PagePart {
  /// For whom.
  var name: String
  var workspace: String
  /// The app.
  var app: String
  /// The code.
  var drawing: CodeDrawing?
  /// What to do.
  var steps: [TextLine]
}

/// What the phone's own browser shows of a device's code.
struct SetUpPage: Page {
  static let template = "Access/SetUpPage"

  /// `Set up OwnTracks`
  var title: String
  /// For whom, and where.
  var person: String
  var workspace: String
  /// How it is set up.
  var code: ConnectCode
}
