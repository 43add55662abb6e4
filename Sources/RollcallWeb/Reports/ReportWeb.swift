import HTTPServer

/// Reports, exports, schedules and alerts.
struct ReportWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    reportRoutes + alertRoutes
  }
}

extension Web {
  var reports: ReportWeb { ReportWeb(web: self) }
}
