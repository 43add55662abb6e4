import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// Reports, exports, schedules and alerts.
struct ReportWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    reportRoutes + alertRoutes
  }

  /// Each report with its page and its file, and the log of exports.
  private var reportRoutes: [Route] {
    [
      door.console(.get, "/w/{ws}/reports", .exportHistory, reports),
      door.console(.get, "/w/{ws}/reports/exports", .viewAudit, exports),
      door.console(.get, "/w/{ws}/reports/exports.json", .viewAudit, exportsJSON),
      door.console(.get, "/w/{ws}/reports/schedules", .exportHistory, schedules),
      door.console(
        .post, "/w/{ws}/reports/schedules", .exportHistory, body: .form(limit: Door.formLimit), addSchedule
      ),
      door.console(
        .post, "/w/{ws}/reports/schedules/{id}", .exportHistory, body: .form(limit: Door.formLimit),
        changeSchedule),
      door.console(.get, "/w/{ws}/reports/history.csv", .exportHistory, historyReport),
      door.console(.get, "/w/{ws}/responders/{id}/track.gpx", .exportHistory, trackGPX),
      door.console(.get, "/w/{ws}/responders/{id}/track.geojson", .exportHistory, trackGeoJSON),
    ]
      + Report.all.filter { !$0.hasOwnPage }.flatMap { report -> [Route] in
        let file: ConsoleHandler = { [self] asked throws(StoreError) in try reportFile(report, asked) }
        let page: ConsoleHandler = { [self] asked throws(StoreError) in try reportPage(report, asked) }
        let routes = [
          door.console(.get, "/w/{ws}/\(report.page)", report.permission, lane: .slow, page),
          door.console(.get, "/w/{ws}/\(report.file)", report.permission, file),
        ]
        guard report.address != report.name else { return routes }
        return routes + [
          door.console(.get, "/w/{ws}/reports/\(report.name)", report.permission) {
            asked throws(StoreError) in
            .moved(to: "/w/\(asked.visitor.workspace.slug)/\(report.page)", asked.request)
          },
          door.console(.get, "/w/{ws}/reports/\(report.name).csv", report.permission, file),
        ]
      }
  }
}

extension Web {
  var reports: ReportWeb { ReportWeb(web: self) }
}
