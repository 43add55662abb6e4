import Rollcall

extension ExportWeb {
  /// The files of the incidents opened in a time that was asked for; none without such a time.
  func incidentFiles(in ends: AskedEnds, _ visitor: Visitor, now: Timestamp) -> [Link] {
    guard ends.isSpan, ends.problems.isEmpty else { return [] }
    let span = TimeSpan(from: ends.first ?? Timestamp(milliseconds: 0), to: ends.last ?? now.advanced(by: 1))
    // What begins later than now has none.
    return span.length > 0 ? incidentFiles(of: span, visitor) : []
  }

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
