public import HTTPServer
import HTTPTypes
import Rollcall

extension Web {
  /// All routes of the product, subject by subject.
  public var routes: [Route] {
    let subjects: [[Route]] = [
      status.routes, accounts.routes, members.routes, connecting.routes, uploads.routes, ingest.routes,
      liveness.routes, fleet.routes, history.routes, doubts.routes, map.routes, incidents.routes,
      DispatchSettingsWeb(web: self).routes, IncidentProgramWeb(web: self).routes, DutyWeb(web: self).routes,
      people.routes, PeopleWeb(web: self).routes, ManyPeopleWeb(web: self).routes, MergeWeb(web: self).routes,
      ServerWeb(web: self).routes, ChecklistWeb(web: self).routes, drills.routes,
      EventChangeWeb(web: self).routes, SiteWeb(web: self).routes,
      TemplateWeb(web: self).routes, offers.routes, events.routes,
      visits.routes, VisitProgramWeb(web: self).routes, ProfileCopyWeb(web: self).routes,
      reports.routes, StatementWeb(web: self).routes, ReplayWeb(web: self).routes, FindWeb(web: self).routes,
      retention.routes, privacy.routes, notices.routes, PrintStyle(web: self).routes,
      SearchWeb(web: self).routes, PlaceWeb(web: self).routes,
      [door.console(.get, "/w/{ws}/settings", .manageWorkspace, SettingsIndex(web: self).show)],
    ]
    return subjects.joined() + files.routes(under: "/assets") + mapFiles.routes
  }
}
