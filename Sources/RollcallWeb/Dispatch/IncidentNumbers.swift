import HTTPServer
import Rollcall
import RollcallStore

extension Web {
  /// The numbers below the list of incidents. A poll does not ask for them: they are those of the page's opening.
  func numbers(
    _ filter: IncidentFilter, _ asked: ConsoleRequest, _ clock: PageClock
  ) throws(StoreError) -> NumbersPart? {
    guard asked.request.query["fragment"] == nil else { return nil }
    let visitor = asked.visitor
    let workspace = visitor.workspace
    // Half-open: one past now, so that what was opened this very millisecond is there.
    let end = clock.now.advanced(by: 1)
    let span = TimeSpan(from: end.advanced(by: -filter.numbers.length), to: end)
    let answers = try store.answerNumbers(of: workspace.id, in: span)
    let names = answers.isEmpty ? [:] : try store.names(of: workspace.id)
    let mayFollow = visitor.role.allows(.viewHistory)
    return NumbersPart(
      try store.dispatchNumbers(of: workspace.id, in: span),
      people: answers.map { id, numbers in
        (
          name: names[id] ?? "Responder \(id.rawValue)",
          href: mayFollow ? ResponderPage.path(workspace.slug, id) : "", numbers: numbers
        )
      }, ranges: Self.ranges(filter, workspace), files: files(of: span, visitor), clock: clock)
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

  /// Where the whole of it can be had, for those who may.
  private func files(of span: TimeSpan, _ visitor: Visitor) -> [Link] {
    guard visitor.role.allows(.exportHistory) else { return [] }
    return [ReportKind.incidents, .answers].map { kind in
      var query = URLQuery()
      query.add("from", LocalTime.iso(span.from))
      query.add("to", LocalTime.iso(span.to))
      return Link(
        label: "\(kind.title) as CSV", href: query.link("/w/\(visitor.workspace.slug)/\(kind.file)"))
    }
  }
}
