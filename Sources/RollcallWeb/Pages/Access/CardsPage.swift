import Rollcall

/// Chooses the people whose cards are printed: people of the workspace, or a pasted list.
struct CardsPage: Page {
  static let template = "Access/CardsPage"
  /// The most cards in one print.
  static let limit = 500

  var head: FormHead
  var back: String
  /// The filter: part of a name, a profile, a region, and only people without any app.
  var search: String
  var profile, region: [Choice]
  var onlyNew: Bool
  var people: [PickRow]
  /// A note about people who are not shown; may be empty.
  var note: String
  var app: FormSelect
  var intervals: [FormField]
  var list: FormText
  /// Says that codes would lead nowhere; absent when phones can follow them.
  var lost: ActionNotice?

  struct Filter: Sendable {
    /// Part of a name, number or id; empty = all, as the names of profile and region.
    var search = "", profile = "", region = ""
    /// Only people who have never reported.
    var onlyNew = false
  }

  /// The page; `form` holds the typed values, `list` the pasted text.
  ///
  /// - Parameter people: the people who match the filter; the first ``limit`` are shown.
  init(
    shell: Shell, slug: String, filter: Filter, people: [PickRow], profiles: [String], regions: [String],
    form: ConnectForm, list: String = "", lost: ActionNotice? = nil, problems: [FieldProblem] = []
  ) {
    self.lost = lost
    head = FormHead(shell, path: PagePath.cards(slug), problems: problems)
    back = Shell.Section.responders.path(slug)
    (search, onlyNew) = (filter.search, filter.onlyNew)
    profile = Choice.list(
      profiles.map { ($0, Words.capitalized($0)) }, chosen: filter.profile, all: Words.Connect.allProfiles)
    region = Choice.names(regions, chosen: filter.region, all: Words.Connect.allRegions)
    self.people = Array(people.prefix(Self.limit))
    note =
      people.count > Self.limit
      ? Words.Connect.firstPeople(Self.limit, Words.grouped(people.count))
      : people.isEmpty ? Words.Connect.nobodyMatches : ""
    app = form.apps(problems, all: PhoneApp.allCases.filter { !$0.isCode })
    intervals = form.intervalFields(problems)
    self.list = FormText(
      "list", Words.Connect.pasteListNewPeople, value: list,
      hint: Words.Connect.listOfPeople, problems: problems)
  }
}

/// A person to tick.
struct PickRow: PagePart {
  var id, name: String
  var about: String
  var lastContact: Moment
  var isPicked: Bool
}

extension PickRow {
  init(_ responder: Responder, lastContact: Moment, isPicked: Bool) {
    let about = [Words.capitalized(responder.profile), responder.region].compactMap(\.self)
    self.init(
      id: "\(responder.id.rawValue)", name: responder.name, about: about.joined(separator: ", "),
      lastContact: lastContact, isPicked: isPicked)
  }
}

/// A sheet of cards to print and cut: shown once.
struct CardSheetPage: Page {
  static let template = "Access/CardSheetPage"

  var shell: Shell
  /// The page before it.
  var back: String
  /// How many there are: `12 cards for OwnTracks`.
  var title: String
  var workspace: String
  var cards: [PhoneCard]
  /// Where one sees the first phone.
  var board: String
  var lost: ActionNotice?

  init(shell: Shell, slug: String, app: PhoneApp, cards: [PhoneCard], lost: ActionNotice? = nil) {
    (self.shell, back, self.cards) = (shell, PagePath.cards(slug), cards)
    (board, self.lost) = (Shell.Section.board.path(slug), lost)
    title = "\(Words.count(cards.count, "card", "cards")) for \(app.name)"
    workspace = shell.workspace
  }
}

/// One card: the person, the code, three lines of instructions.
struct PhoneCard: PagePart {
  var name, workspace, app: String
  var drawing: CodeDrawing?
  var steps: [TextLine]
}

/// The page that the phone's own browser shows for a device's code.
struct SetUpPage: Page {
  static let template = "Access/SetUpPage"

  /// `Set up OwnTracks`, the person, and the workspace.
  var title, person, workspace: String
  var code: ConnectCode
}
