import Rollcall
import RollcallStore

struct DrillListRow: PageRow {
  static let template = "Dispatch/DrillListRow"

  var key, href, title: String
  /// `Drill 12 · North`.
  var about: String
  var state: StatePill
  var sent: Moment
  var asked, reached, answered, accepted, median: String

  init(_ summary: DrillSummary, slug: String, clock: PageClock) {
    let (drill, numbers) = (summary.drill, summary.numbers)
    key = "d\(drill.id.rawValue)"
    href = "\(Shell.Section.drills(slug))/\(drill.id.rawValue)"
    title = drill.details.title
    about = "\(Words.drill(drill.id)) · \(Words.audience(drill.details.region))"
    (state, sent) = (.drill(isOver: summary.closedAt != nil), clock.time(drill.openedAt))
    let number = { (count: Int) in Words.grouped(count) }
    (asked, reached) = (number(numbers.asked), number(numbers.reached))
    (answered, accepted) = (number(numbers.answered), number(numbers.count(.accepted)))
    median = Words.tenths(of: numbers.medianAnswer)
  }
}

/// The drills of the workspace, the newest first.
struct DrillsPage: Page {
  static let template = "Dispatch/DrillsPage"

  var shell: Shell
  var incidents, new: String
  var rows: Rows<DrillListRow>
  var empty: EmptyState?
  /// Says that older ones are not shown; may be empty.
  var more: String

  init(_ drills: [DrillSummary], limit: Int, shell: Shell, slug: String, clock: PageClock) {
    self.shell = shell
    (incidents, new) = (Shell.Section.incidents.path(slug), Shell.Section.drills(slug) + "/new")
    rows = Rows(drills.map { DrillListRow($0, slug: slug, clock: clock) })
    more = drills.count < limit ? "" : Words.Drills.latest(limit)
    empty =
      drills.isEmpty
      ? EmptyState(
        title: Words.Drills.none,
        advice: Words.Drills.about,
        action: Link(label: Words.Drills.newDrill, href: new)) : nil
  }
}

extension Words {
  /// A drill's name on pages: `Drill 12`.
  static func drill(_ id: Incident.ID) -> String { "Drill \(id.rawValue)" }

  /// The people of a drill: a region's name, or `Everybody on duty`.
  static func audience(_ region: String?) -> String { region ?? Words.Drills.everybodyDuty }
}

extension Shell.Section {
  /// The path of the drills, which belong to the incidents.
  static func drills(_ slug: String) -> String { "/w/\(slug)/drills" }
}
