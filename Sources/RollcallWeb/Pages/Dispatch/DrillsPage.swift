import Rollcall

/// A drill in the list.
public struct DrillListRow: PageRow {
  /// Its template.
  public static let template = "Dispatch/DrillListRow"

  /// The row's name in the page, `d` and the drill's id.
  public var key: String
  /// Its page.
  public var href: String
  /// What it is called.
  public var title: String
  /// `Drill 12 · North`.
  public var about: String
  /// Whether it goes on.
  public var state: StatePill
  /// When it was sent.
  public var sent: Moment
  /// How many were asked, got it, answered, accepted.
  public var asked, reached, answered, accepted: String
  /// The middle answer.
  public var median: String

  init(_ drill: DrillPage.Subject, slug: String, numbers: DrillNumbers, clock: PageClock) {
    key = "d\(drill.id.rawValue)"
    href = "\(Shell.Section.drills(slug))/\(drill.id.rawValue)"
    title = drill.title
    about = "\(Words.drill(drill.id)) · \(Words.audience(drill.region))"
    state = .drill(isOver: drill.closedAt != nil)
    sent = clock.time(drill.sentAt)
    let number = { (count: Int) in Words.grouped(Int64(count)) }
    (asked, reached) = (number(numbers.asked), number(numbers.reached))
    (answered, accepted) = (number(numbers.answered), number(numbers.count(.accepted)))
    median = Words.seconds(numbers.medianAnswer)
  }

  /// An example with every kind of content.
  public static let sample = DrillsPage.sampleRow(closedAt: nil)
}

/// The drills of the workspace, the newest first.
public struct DrillsPage: Page {
  /// Its template.
  public static let template = "Dispatch/DrillsPage"

  /// What surrounds it.
  public var shell: Shell
  /// The list of incidents.
  public var incidents: String
  /// Where a new one is sent.
  public var new: String
  /// The drills.
  public var rows: Rows<DrillListRow>
  /// What is said instead of the table.
  public var empty: EmptyState?
  /// That older ones are not shown; may be empty.
  public var more: String

  /// The list of drills.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - rows: the newest first.
  ///   - limit: how many are shown at most.
  init(shell: Shell, slug: String, rows: [DrillListRow], limit: Int) {
    self.shell = shell
    incidents = Shell.Section.incidents.path(slug)
    new = Shell.Section.drills(slug) + "/new"
    self.rows = Rows(rows)
    more = rows.count < limit ? "" : "The latest \(limit); older ones can be opened by their address."
    empty =
      rows.isEmpty
      ? EmptyState(
        title: "No drills yet.",
        advice: "A drill asks everybody on duty as an incident would, and shows who can really be reached.",
        action: Link(label: "New drill", href: new)) : nil
  }
}
