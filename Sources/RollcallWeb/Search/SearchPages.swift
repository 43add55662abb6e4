import Rollcall
import RollcallStore

/// The pages and actions that a search finds.
extension SearchHit {
  /// What the visitor may do.
  static func actions(_ visitor: Visitor) -> [SearchHit] {
    let slug = visitor.workspace.slug
    let all: [(Permission, String, String)] = [
      (.manageIncidents, Words.NewIncident.title, PagePath.newIncident(slug)),
      (.manageIncidents, Words.Drills.newDrill, Shell.Section.drills(slug) + "/new"),
      (.manageResponders, Words.People.new, PagePath.newPerson(slug)),
      (.manageResponders, Words.People.importTitle, PagePath.importPeople(slug)),
      (.manageResponders, Words.Search.connectPhones, PagePath.cards(slug)),
      (.manageWorkspace, Words.Search.importSites, PagePath.settings(slug, SettingsGroup.outlets.rawValue)),
      (.manageWorkspace, Words.Search.importRegions, PagePath.settings(slug, SettingsGroup.regions.rawValue)),
      (.manageWorkspace, Words.Search.inviteMember, PagePath.settings(slug, SettingsGroup.members.rawValue)),
    ]
    return all.filter { visitor.role.allows($0.0) }.map { SearchHit(kind: .action, label: $0.1, href: $0.2) }
  }

  /// The pages of the menu that the visitor may see.
  static func menu(_ visitor: Visitor, now: Timestamp) -> [SearchHit] {
    let slug = visitor.workspace.slug
    return Shell.Section.allCases.filter { visitor.role.allows($0.permission) }.map {
      SearchHit(kind: .page, label: $0.label, href: $0.href(slug, now: now))
    }
  }

  /// The pages behind those of the menu that the visitor may see.
  static func behindMenu(_ visitor: Visitor, ownsServer: Bool) -> [SearchHit] {
    let (slug, role) = (visitor.workspace.slug, visitor.role)
    let reports = Shell.Section.reports.path(slug)
    let pages: [(Permission, String, String)] = [
      (.manageIncidents, Words.Search.drills, Shell.Section.drills(slug)),
      (.manageResponders, Words.Duty.title, PagePath.dutyRule(slug)),
      (.exportHistory, Words.Find.title, PagePath.find(slug)),
      (.viewAudit, Words.Verify.title, VerifyPage.path(slug)),
      (.exportHistory, Words.Statement.ofShift, "/w/\(slug)/shift/statement"),
      (.exportHistory, Words.Schedules.scheduledReports, reports + "/schedules"),
      (.exportHistory, Words.Statement.Mail.list, reports + "/statements"),
      (.viewAudit, Words.Lists.exportedFiles, reports + "/exports"),
    ]
    var found = pages.filter { role.allows($0.0) }.map { SearchHit(kind: .page, label: $0.1, href: $0.2) }
    if role.allows(.manageWorkspace) {
      found += SettingsGroup.allCases.map { group in
        SearchHit(
          kind: .page, label: group.label, detail: Shell.Section.settings.label,
          href: PagePath.settings(slug, group.rawValue))
      }
    }
    found += Report.all.filter { !$0.hasOwnPage && role.allows($0.permission) }.map { report in
      SearchHit(
        kind: .page, label: report.title, detail: Shell.Section.reports.label,
        href: "/w/\(slug)/\(report.page)")
    }
    if visitor.account != nil {
      found.append(SearchHit(kind: .page, label: Words.Search.account, href: "/account"))
    }
    if ownsServer {
      found.append(
        SearchHit(kind: .page, label: Words.Server.title, detail: Words.Server.about, href: ServerWeb.path))
    }
    return found
  }

  /// How well it fits by its label, or else by its label and its detail.
  func rank(_ sought: SearchText) -> Int? { sought.rank(label) ?? sought.rank("\(label) \(detail)") }
}
