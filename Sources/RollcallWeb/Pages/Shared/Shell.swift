public import Rollcall

/// What surrounds every page of the console: where one is, where one can go, who one is.
public struct Shell: PagePart {
  /// The page's name in the browser's tab.
  public var title: String
  /// The workspace's name.
  public var workspace: String
  /// The workspaces to which this member may switch; empty when there is only this one.
  public var workspaces: [Link]
  /// The pages that exist and that this member may see.
  public var pages: [Link]
  /// The member's name.
  public var member: String
  /// The token of every form.
  public var csrf: String

  /// A page of the console as the bar at the top names it.
  public enum Section: String, CaseIterable, Sendable {
    case board, responders, history

    /// What a member needs to see it.
    public var permission: Permission { self == .history ? .viewHistory : .viewLiveMap }

    /// The word for people.
    public var label: String {
      switch self {
      case .board: "Board"
      case .responders: "Responders"
      case .history: "History"
      }
    }

    /// Its path in the workspace `slug`.
    public func path(_ slug: String) -> String { "/w/\(slug)/\(rawValue)" }
  }

  /// The surroundings of `section` for a member with `role`.
  ///
  /// - Parameter others: the slug and name of every workspace of the member, this one included.
  public init(
    section: Section, title: String? = nil, slug: String, workspace: String,
    others: [(slug: String, name: String)] = [], member: String, role: Role, csrf: String
  ) {
    self.title = title ?? section.label
    self.workspace = workspace
    workspaces =
      others.count < 2
      ? []
      : others.map { Link(label: $0.name, href: "/w/\($0.slug)", isCurrent: $0.slug == slug) }
    pages = Section.allCases.filter { role.allows($0.permission) }.map {
      Link(label: $0.label, href: $0.path(slug), isCurrent: $0 == section)
    }
    self.member = member
    self.csrf = csrf
  }

  /// An example with every kind of content.
  public static let sample = Shell(
    section: .board, slug: "city-rescue", workspace: "City Rescue",
    others: [("city-rescue", "City Rescue"), ("harbour", "Harbour Pilots")], member: "Dispatcher A.",
    role: .dispatcher, csrf: "sample-token")
}
