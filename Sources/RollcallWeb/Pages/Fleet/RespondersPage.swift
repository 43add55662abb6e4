import Rollcall

/// One responder in the list of people.
struct ResponderRow: PageRow {
  static let template = "Fleet/ResponderRow"

  /// The row's name in the page, `r` and the responder's id.
  var key: String
  var name: String
  /// Where the name leads; empty when the reader may not follow.
  var href: String
  /// What the operator's own system calls them; may be empty.
  var externalID: String
  /// The profile's name.
  var profile: String
  /// The region's name, or `—`.
  var region: String
  /// The end of their phone number.
  var phone: String
  /// `Active` or `Inactive`.
  var state: String
  /// Whether they may log in and report.
  var isActive: Bool
  /// The device of their session, or `signed out`.
  var device: String
  var lastContact: Moment

  /// The row of `responder`.
  ///
  /// - Parameters:
  ///   - href: where the name leads; empty when the reader may not follow.
  ///   - device: the name of the device that is signed in, if one is.
  ///   - lastContact: when the phone was last heard.
  init(_ responder: Responder, href: String, device: String?, lastContact: Moment) {
    key = "r\(responder.id.rawValue)"
    name = responder.name
    self.href = href
    externalID = responder.externalID ?? ""
    profile = Words.capitalized(responder.profile)
    region = responder.region ?? Words.none
    phone = Words.masked(phone: responder.phone)
    state = responder.isActive ? "Active" : "Inactive"
    isActive = responder.isActive
    self.device = device ?? "signed out"
    self.lastContact = lastContact
  }
}

/// The people of the workspace, whether or not they report.
struct RespondersPage: Page {
  static let template = "Fleet/RespondersPage"

  var shell: Shell
  /// Where the search leads.
  var path: String
  var search: String
  /// The list without search; empty when there is none.
  var clear: String
  /// The same list as JSON.
  var json: String
  /// Where cards that connect phones are made; empty for those who may not.
  var cards: String
  /// The people of this page of the list.
  var rows: Rows<ResponderRow>
  var empty: EmptyState?
  var pager: Pager

  /// The list of people.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - search: part of a name, phone number or external id.
  ///   - page: which page, from 1; 200 rows each.
  ///   - rows: the people of that page, by name.
  ///   - matching: how many match in all.
  ///   - mayConnect: whether the reader may let apps report for people.
  init(
    shell: Shell, slug: String, search: String = "", page: Int = 1, rows: [ResponderRow], matching: Int,
    mayConnect: Bool = false
  ) {
    let path = Shell.Section.responders.path(slug)
    let isNarrow = !search.utf8.isEmpty
    self.shell = shell
    self.path = path
    self.search = search
    clear = isNarrow ? path : ""
    json = Self.query(search, page: 1).link(path + ".json")
    cards = mayConnect ? PagePath.cards(slug) : ""
    self.rows = Rows(rows)
    empty = rows.isEmpty ? Self.emptyState(isNarrow: isNarrow, slug: slug, path: path) : nil
    pager = Pager(
      shown: rows.count, page: page, size: Pager.longPage, matching: matching
    ) { Self.query(search, page: $0).link(path) }
  }

  private static func query(_ search: String, page: Int) -> URLQuery {
    var query = URLQuery()
    query.add("q", search)
    query.add("page", page > 1 ? String(page) : "")
    return query
  }

  private static func emptyState(isNarrow: Bool, slug: String, path: String) -> EmptyState {
    guard !isNarrow else {
      return EmptyState(
        title: "Nobody is called that.", advice: "Try a part of the name, of the phone number, or of the id.",
        action: Link(label: "Show everybody", href: path))
    }
    return EmptyState(
      title: "No responders yet.", advice: "Add the first one on the server, or import a list.",
      command: "rollcall responder import \(slug) people.csv")
  }
}
