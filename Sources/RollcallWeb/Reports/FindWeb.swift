import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// The auditor's way: find, who looked, verify.
struct FindWeb: WebPart {
  let web: Web

  var routes: [Route] {
    [
      door.console(.get, "/w/{ws}/find", .exportHistory, find),
      door.console(.get, "/w/{ws}/verify", .viewAudit, verify),
      door.console(.get, "/w/{ws}/responders/{id}/looks", .viewAudit, looks),
      door.console(.get, "/w/{ws}/responders/{id}/looks.json", .viewAudit, looksJSON),
    ]
  }
}

extension FindWeb {
  /// `GET /w/{ws}/find`; with an answer chosen it leads to the statement.
  @Sendable func find(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (workspace, query) = (asked.visitor.workspace, asked.request.query)
    guard Self.isAsked(query) else { return try page(asked, error: "") }
    let incident = query["incident"] ?? ""
    let (from, to) = (query["from"] ?? "", query["to"] ?? "")
    let root = "/w/\(workspace.slug)"
    var link = URLQuery()
    if !incident.utf8.isEmpty {
      guard let id = Self.incident(incident) else {
        return try page(asked, error: Words.Find.wrongIncident)
      }
      do { _ = try store.dispatch.incident(id, in: workspace.id) } catch {
        guard case .notFound = error else { throw error }
        return try page(asked, error: Words.Find.noSuchIncident)
      }
      if !from.utf8.isEmpty || !to.utf8.isEmpty {
        guard let span = span(from, to, workspace) else {
          return try page(asked, error: Words.Find.wrongHours)
        }
        link.add("from", span.from.rfc3339)
        link.add("to", span.to.rfc3339)
      }
      return .redirect(to: link.link(statement(of: id, root)))
    }
    guard !from.utf8.isEmpty || !to.utf8.isEmpty else { return try page(asked, error: Words.Find.needsHours) }
    guard let span = span(from, to, workspace) else { return try page(asked, error: Words.Find.wrongHours) }
    link.add("from", span.from.rfc3339)
    link.add("to", span.to.rfc3339)
    let who = query["who"] ?? ""
    guard !who.utf8.isEmpty else { return .redirect(to: link.link("\(root)/shift/statement")) }
    guard let id = Int64(who) else { return try page(asked, error: Words.Lists.notOnePerson(who)) }
    return .redirect(to: link.link(PagePath.person(workspace.slug, Responder.ID(id)) + Self.ending))
  }

  /// Whether the form was sent: an empty one has no other field.
  private static func isAsked(_ query: FormFields) -> Bool {
    ["asked", "who", "incident"].contains { query[$0] != nil }
  }

  private static let ending = "/statement"

  private func statement(of id: Incident.ID, _ root: String) -> String {
    root + "/incidents/" + String(id.rawValue) + Self.ending
  }

  private func span(_ from: String, _ to: String, _ workspace: Workspace) -> TimeSpan? {
    let ends = AskedEnds(from: from, to: to, Zone(workspace.timeZone))
    guard let from = ends.first, let to = ends.last, from < to else { return nil }
    return TimeSpan(from: from, to: to)
  }

  /// `INC-7` or `7`.
  static func incident(_ text: String) -> Incident.ID? {
    let trimmed = text.utf8.filter { $0 != UInt8(ascii: " ") }
    let digits = trimmed.drop { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let word = String(decoding: trimmed.prefix(trimmed.count - digits.count), as: UTF8.self).uppercased()
    guard word.utf8.isEmpty || word == "INC-" || word == "INC" else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self)).map { Incident.ID($0) }
  }

  private func page(_ asked: ConsoleRequest, error: String) throws(StoreError) -> Response {
    let (visitor, workspace) = (asked.visitor, asked.visitor.workspace)
    let query = asked.request.query
    let now = store.clock()
    let clock = Zone.pageClock(workspace.timeZone, now: now, isTicking: false)
    let people = try store.fleet.names(of: workspace.id).sorted {
      ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue)
    }
    let slug = workspace.slug
    func text(_ name: String, _ usual: Timestamp) -> String {
      query[name] ?? (Self.isAsked(query) ? "" : clock.local(usual).field)
    }
    let mayIncidents = visitor.role.allows(.viewIncidents)
    let newest =
      mayIncidents ? try store.dispatch.incidents(of: workspace.id, limit: Self.newest).incidents : []
    let page = FindPage(
      shell: web.shell(.reports, visitor, title: Words.Find.title), path: FindPage.path(slug),
      who: PersonField(
        "who", Words.Find.who, of: people.map { ($0.key.rawValue, $0.value) }, chosen: query["who"] ?? "",
        placeholder: Words.Find.anybody),
      incident: query["incident"] ?? "",
      times: [
        SpanField(
          "from", Words.Spans.from, .from, text: text("from", clock.start(of: clock.local(now).date)), clock),
        SpanField("to", Words.Spans.to, .to, text: text("to", now), clock),
      ], error: error, places: places(visitor),
      incidents: newest.map { found in
        let id = found.incident.id.rawValue
        return Link(
          label:
            "INC-\(id) · \(found.incident.details.title) · \(clock.minute(found.incident.openedAt).text)",
          href: statement(of: found.incident.id, "/w/" + slug))
      })
    return web.html(pages.render(page), status: error.utf8.isEmpty ? .ok : .badRequest)
  }

  private static let newest = 12

  /// Board and map as they were just now: there the moment is chosen.
  private func past(_ visitor: Visitor) -> [Link] {
    let board = LivenessWeb.pastBoard(at: LivenessWeb.latestPast(store.clock()), BoardFilter(), visitor)
    guard !board.utf8.isEmpty else { return [] }
    let map = board.replacing("/board?", with: "/map?")
    return [Link(label: Words.Find.pastBoard, href: board), Link(label: Words.Find.pastMap, href: map)]
  }

  /// The pages of this reader that tell of the past.
  private func places(_ visitor: Visitor) -> [Link] {
    let slug = visitor.workspace.slug
    let sections: [Shell.Section] = [
      .responders, .incidents, .alerts, .history, .suspicious, .reports, .audit,
    ]
    return sections.filter { visitor.role.allows($0.permission) }.map {
      Link(label: $0.label, href: $0.path(slug))
    }
      + past(visitor)
      + (visitor.role.allows(.viewAudit)
        ? [Link(label: Words.Verify.title, href: VerifyPage.path(slug))] : [])
  }
}
