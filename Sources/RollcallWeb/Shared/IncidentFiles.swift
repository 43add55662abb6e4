import Rollcall

extension ExportWeb {
  /// Where the whole of what dispatch did can be had, for those who may.
  func incidentFiles(of span: TimeSpan, _ visitor: Visitor) -> [Link] {
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
