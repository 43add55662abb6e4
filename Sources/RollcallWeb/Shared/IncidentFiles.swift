import Rollcall

extension ExportWeb {
  /// The files with all dispatch records, for readers who may have them.
  func incidentFiles(of span: TimeSpan, _ visitor: Visitor) -> [Link] {
    guard visitor.role.allows(.exportHistory) else { return [] }
    return Report.ofIncidents.map { report in
      var query = URLQuery()
      query.add("from", LocalTime.iso(span.from))
      query.add("to", LocalTime.iso(span.to))
      return Link(
        label: Words.Lists.csv(of: report.title),
        href: query.link("/w/\(visitor.workspace.slug)/\(report.file)"))
    }
  }
}
