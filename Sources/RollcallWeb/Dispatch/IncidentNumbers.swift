import HTTPServer
import Rollcall
import RollcallStore

extension IncidentWeb {
  /// The numbers below the list of incidents. A poll leaves them out: they stay as when the page was opened.
  func numbers(
    _ filter: IncidentFilter, _ asked: ConsoleRequest, _ clock: PageClock
  ) throws(StoreError) -> NumbersPart? {
    guard asked.request.query["fragment"] == nil else { return nil }
    let visitor = asked.visitor
    let workspace = visitor.workspace
    // Half-open: one past now, to include incidents of this very millisecond.
    let end = clock.now.advanced(by: 1)
    let span = TimeSpan(from: end.advanced(by: -filter.numbers.length), to: end)
    let answers = try store.dispatch.answerNumbers(of: workspace.id, in: span)
    let names = answers.isEmpty ? [:] : try store.fleet.names(of: workspace.id)
    let mayFollow = visitor.role.allows(.viewHistory)
    return NumbersPart(
      try store.dispatch.dispatchNumbers(of: workspace.id, in: span),
      people: answers.map { id, numbers in
        (
          name: names[id] ?? "Responder \(id.rawValue)",
          href: mayFollow ? PagePath.person(workspace.slug, id) : "", numbers: numbers
        )
      }, ranges: Self.ranges(filter, workspace), files: web.exports.incidentFiles(of: span, visitor),
      clock: clock)
  }

  private static func ranges(_ filter: IncidentFilter, _ workspace: Workspace) -> [Link] {
    NumbersSpan.allCases.map { span in
      var other = filter
      other.numbers = span
      return Link(
        label: span.label, href: other.query.link(Shell.Section.incidents.path(workspace.slug)) + "#numbers",
        isCurrent: span == filter.numbers)
    }
  }
}
