public import Rollcall

/// One responder in the list of people.
public struct ResponderRow: PageRow {
  /// Its template.
  public static let template = "Fleet/ResponderRow"

  /// The row's name in the page, `r` and the responder's id.
  public var key: String
  /// Their name.
  public var name: String
  /// Where the name leads; empty when the reader may not follow.
  public var href: String
  /// What the operator's own system calls them; may be empty.
  public var externalID: String
  /// The profile's name.
  public var profile: String
  /// The region's name, or `—`.
  public var region: String
  /// The end of their phone number.
  public var phone: String
  /// `Active` or `Inactive`.
  public var state: String
  /// Whether they may log in and report.
  public var isActive: Bool
  /// The device of their session, or `signed out`.
  public var device: String
  /// When the phone was last heard.
  public var lastContact: Moment

  /// The row of `responder`.
  ///
  /// - Parameters:
  ///   - href: where the name leads; empty when the reader may not follow.
  ///   - device: the name of the device that is signed in, if one is.
  ///   - lastContact: when the phone was last heard.
  public init(_ responder: Responder, href: String, device: String?, lastContact: Moment) {
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

  /// An example with every kind of content.
  public static let sample = ResponderRow(
    Responder(
      id: Responder.ID(1), workspace: Workspace.ID(1), name: "Mirela Novak", phone: "+38640123456",
      profile: "responder", region: "North", externalID: "KB-017"),
    href: "/w/city-rescue/history?responder=1", device: "Pixel 7", lastContact: .sample)
}

/// The people of the workspace, whether or not they report.
public struct RespondersPage: Page {
  /// Its template.
  public static let template = "Fleet/RespondersPage"

  /// What surrounds it.
  public var shell: Shell
  /// Where the search leads.
  public var path: String
  /// The search as typed.
  public var search: String
  /// The list without search; empty when there is none.
  public var clear: String
  /// The same list as JSON.
  public var json: String
  /// Where cards that connect phones are made; empty for those who may not.
  public var cards: String
  /// The people of this page of the list.
  public var rows: Rows<ResponderRow>
  /// What is said instead of the table.
  public var empty: EmptyState?
  /// Which part of the list this is.
  public var pager: Pager

  /// The list of people.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - search: part of a name, phone number or external id.
  ///   - page: which page, from 1; 200 rows each.
  ///   - rows: the people of that page, by name.
  ///   - matching: how many match in all.
  ///   - mayConnect: whether the reader may let apps report for people.
  public init(
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

  /// An example with every kind of content.
  public static let sample = RespondersPage(
    shell: Shell(
      section: .responders, slug: "city-rescue", workspace: "City Rescue", member: "Dispatcher A.",
      role: .dispatcher, csrf: "sample-token"),
    slug: "city-rescue",
    rows: [
      .sample,
      ResponderRow(
        Responder(
          id: Responder.ID(2), workspace: Workspace.ID(1), name: "Jonas Weber", profile: "driver",
          isActive: false),
        href: "", device: nil, lastContact: .never),
    ], matching: 2, mayConnect: true)
}
