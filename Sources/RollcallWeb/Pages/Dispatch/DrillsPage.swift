import Rollcall

/// A drill in the list.
struct DrillListRow: PageRow {
  static let template = "Dispatch/DrillListRow"

  /// The row's name in the page, `d` and the drill's id.
  var key: String
  var href: String
  var title: String
  /// `Drill 12 · North`.
  var about: String
  var state: StatePill
  /// When it was sent.
  var sent: Moment
  /// How many were asked, got it, answered, accepted.
  var asked, reached, answered, accepted: String
  /// The middle answer.
  var median: String

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
}

/// The drills of the workspace, the newest first.
struct DrillsPage: Page {
  static let template = "Dispatch/DrillsPage"

  var shell: Shell
  var incidents: String
  /// Where a new one is sent.
  var new: String
  /// The drills.
  var rows: Rows<DrillListRow>
  var empty: EmptyState?
  /// That older ones are not shown; may be empty.
  var more: String

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
