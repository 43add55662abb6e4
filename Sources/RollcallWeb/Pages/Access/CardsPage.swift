import Rollcall

/// Chooses for whom cards are printed: people of the workspace, or a list that is pasted.
public struct CardsPage: Page {
  /// Its template.
  public static let template = "Access/CardsPage"

  /// What surrounds it.
  public var shell: Shell
  /// The list of people.
  public var back: String
  /// The page's own path, where its forms lead.
  public var path: String
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// The filter: part of a name.
  public var search: String
  /// The filter: a profile.
  public var profile: [Choice]
  /// The filter: a region.
  public var region: [Choice]
  /// The filter: only those who have nothing yet.
  public var onlyNew: Bool
  /// The people to choose from.
  public var people: [PickRow]
  /// Whether there is one.
  public var hasPeople: Bool
  /// What is said of those that are not shown; may be empty.
  public var note: String
  /// The apps to choose from.
  public var app: FormSelect
  /// How often it reports.
  public var intervals: [FormField]
  /// The pasted list.
  public var list: FormText

  /// The most cards of one sheet.
  public static let limit = 500

  /// Which people are shown.
  public struct Filter: Sendable {
    /// Part of a name, number or id.
    public var search = ""
    /// A profile's name; empty = all.
    public var profile = ""
    /// A region's name; empty = all.
    public var region = ""
    /// Only those who have never reported.
    public var onlyNew = false
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
      ? "The first \(Self.limit) of \(Words.grouped(Int64(people.count))): narrow the filter for the others."
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

  /// An example with every kind of content.
  public static let sample = CardsPage(
    shell: .example(.responders, title: "Cards"), slug: "city-rescue",
    filter: Filter(search: "nov", profile: "responder", region: "North", onlyNew: true), people: [.sample],
    profiles: ["responder"], regions: ["North"],
    form: ConnectForm(ReportIntervals(onDuty: 60, onMission: 15)), list: "name,phone\nMirela Novak,+386",
    problems: [
      FieldProblem("list", "Line 2: a phone is + and 7 to 15 digits (E.164)."),
      FieldProblem("app", "Choose an app."),
    ])
}

/// Somebody to be ticked.
public struct PickRow: PagePart {
  /// Their id.
  public var id: String
  /// Their name.
  public var name: String
  /// Profile and region.
  public var about: String
  /// When they were last heard.
  public var lastContact: Moment
  /// Whether they are ticked.
  public var isPicked: Bool

  /// The row of somebody.
  init(_ responder: Responder, lastContact: Moment, isPicked: Bool) {
    id = "\(responder.id.rawValue)"
    name = responder.name
    about = [Words.capitalized(responder.profile), responder.region].compactMap { $0 }
      .joined(separator: ", ")
    self.lastContact = lastContact
    self.isPicked = isPicked
  }

  /// An example with every kind of content.
  public static let sample = PickRow(
    Responder(
      id: Responder.ID(17), workspace: Workspace.ID(1), name: "Mirela Novak", profile: "responder",
      region: "North"), lastContact: .sample, isPicked: true)
}

/// A sheet of cards to be printed and cut: shown once.
public struct CardSheetPage: Page {
  /// Its template.
  public static let template = "Access/CardSheetPage"

  /// What surrounds it on the screen.
  public var shell: Shell
  /// The page before it.
  public var back: String
  /// How many there are: `12 cards for OwnTracks`.
  public var title: String
  /// The workspace's name, on each card.
  public var workspace: String
  /// The cards.
  public var cards: [PhoneCard]

  init(shell: Shell, slug: String, app: PhoneApp, cards: [PhoneCard]) {
    self.shell = shell
    back = PagePath.cards(slug)
    let count = Words.grouped(Int64(cards.count))
    title = "\(count) \(cards.count == 1 ? "card" : "cards") for \(app.name)"
    workspace = shell.workspace
    self.cards = cards
  }

  /// An example with every kind of content.
  public static let sample = CardSheetPage(
    shell: .example(.responders, title: "Cards"), slug: "city-rescue", app: .owntracks,
    cards: [.sample, .sample, .sample])
}

/// One card: for whom, the code, three lines of what to do.
public struct PhoneCard: PagePart {
  /// For whom.
  public var name: String
  /// The workspace.
  public var workspace: String
  /// The app.
  public var app: String
  /// The code.
  public var drawing: CodeDrawing?
  /// What to do.
  public var steps: [TextLine]

  /// An example with every kind of content.
  public static let sample = PhoneCard(
    name: "Mirela Novak", workspace: "City Rescue", app: PhoneApp.owntracks.name,
    drawing: ConnectCode.example(.owntracks).drawing, steps: PhoneApp.owntracks.steps.map(TextLine.init))
}

/// What the phone's own browser shows of a device's code.
public struct SetUpPage: Page {
  /// Its template.
  public static let template = "Access/SetUpPage"

  /// `Set up OwnTracks`
  public var title: String
  /// For whom, and where.
  public var person: String
  /// The workspace.
  public var workspace: String
  /// How it is set up.
  public var code: ConnectCode

  /// An example with every kind of content.
  public static let sample = SetUpPage(
    title: "Set up OwnTracks", person: "Mirela Novak", workspace: "City Rescue", code: .sample)
}
