import Rollcall
import RollcallStore

/// Holds, and the data that purges take and skip.
struct HoldsPage: Page {
  static let template = "Retention/HoldsPage"

  var shell: Shell
  var audit: String
  var notice: ActionNotice?
  /// The holds, those in force first.
  var rows: [HoldRow]
  var empty: EmptyState?
  var json, csv: String
  var form: HoldFields
  var ahead: PurgeAhead
  /// The last purges, the newest first.
  var purges: [PurgeRow]
  var purgesCSV: String

  init(
    shell: Shell, slug: String, holds: [HoldRow], people: [(id: Int64, name: String)], ahead: PurgeAhead,
    purges: [PurgeRow], form: HoldForm = HoldForm(), problems: [FieldProblem] = [],
    notice: ActionNotice? = nil, clock: PageClock
  ) {
    let path = PagePath.holds(slug)
    (self.shell, audit, self.notice, rows) = (shell, Shell.Section.audit.path(slug), notice, holds)
    empty = holds.isEmpty ? Self.nothing : nil
    (json, csv, purgesCSV) = (path + ".json", path + ".csv", "/w/\(slug)/purges.csv")
    self.form = HoldFields(form, path: path, people: people, problems: problems, clock: clock)
    (self.ahead, self.purges) = (ahead, purges)
  }

  private static let nothing = EmptyState(title: Words.Holds.nothingHold, advice: Words.Holds.about)
}

/// One hold in the table.
struct HoldRow: PagePart {
  /// The row's name in the page, `h` and its number.
  var key, number: String
  var state: StatePill
  var what: Link
  /// Its span, for a person; may be empty.
  var span: String
  var reason: String
  var madeAt: Moment
  var madeBy: String
  /// When it expires, and when it was released; absent when it does not, or was not.
  var until, releasedAt: Moment?
  /// The member who released it and why; may be empty.
  var releasedBy, note: String
  /// The target of the form that releases it; empty when it has ended.
  var release: String
}

extension HoldRow {
  /// - Parameters:
  ///   - opensIncidents: whether the reader may open them: a link that would be refused is left out.
  ///   - person: a person's name.
  ///   - actor: the name of an actor of the audit.
  init(
    _ hold: Hold, slug: String, opensIncidents: Bool = true, person: (Responder.ID) -> String,
    actor: (String) -> String, clock: PageClock
  ) {
    let (what, span) =
      switch hold.subject {
      case .incident(let id):
        (
          Link(
            label: Words.incident(id),
            href: opensIncidents ? "\(Shell.Section.incidents.path(slug))/\(id.rawValue)" : ""), ""
        )
      case .person(let id, let time):
        (
          Link(label: person(id), href: Self.timeline(of: id, time, slug)),
          clock.span(time.from..<time.to)
        )
      }
    self.init(
      key: "h\(hold.id.rawValue)", number: "\(hold.id.rawValue)", state: Self.state(hold, at: clock.now),
      what: what, span: span, reason: hold.reason, madeAt: clock.time(hold.madeAt),
      madeBy: actor(hold.madeBy), until: hold.until.map { clock.minute($0) },
      releasedAt: hold.release.map { clock.time($0.at) }, releasedBy: hold.release.map { actor($0.by) } ?? "",
      note: hold.release?.note ?? "",
      release: hold.isInForce(at: clock.now) ? "\(PagePath.holds(slug))/\(hold.id.rawValue)/release" : "")
  }

  private static func timeline(of id: Responder.ID, _ span: TimeSpan, _ slug: String) -> String {
    var query = URLQuery()
    query.add("from", span.from.rfc3339)
    query.add("to", span.to.rfc3339)
    return query.link(PagePath.person(slug, id))
  }

  private static func state(_ hold: Hold, at now: Timestamp) -> StatePill {
    if hold.isInForce(at: now) { return StatePill("wait", Words.Holds.inForce, .disc) }
    return StatePill("idle", hold.release == nil ? "Ended" : "Released", .check)
  }
}

/// The fields of a new hold.
struct HoldFields: PagePart {
  var path: String
  var problems: ProblemList?
  var responder: PersonField
  var span: [SpanField]
  /// Or which incident.
  var incident: FormField
  var reason: FormField
  var until: SpanField

  init(
    _ form: HoldForm, path: String, people: [(id: Int64, name: String)], problems: [FieldProblem],
    clock: PageClock
  ) {
    (self.path, self.problems) = (path, ProblemList(problems))
    responder = PersonField(
      "responder", Words.Holds.personsTime, of: people, chosen: form.responder,
      placeholder: Words.Lists.typeName, problems: problems)
    span = [
      SpanField("from", Words.Spans.from, .from, text: form.from, clock, problems: problems),
      SpanField("to", Words.Spans.to, .to, text: form.to, clock, problems: problems),
    ]
    incident = FormField(
      "incident", Words.Holds.orIncident, value: form.incident, hint: Words.Holds.incidentHint,
      problems: problems)
    reason = FormField(
      "reason", "Why", value: form.reason, hint: Words.Holds.reasonHint(Hold.textLimit),
      isRequired: true, problems: problems)
    until = SpanField(
      "until", Words.Holds.endsItself, .to, text: form.until, hint: Words.Holds.endHint, clock,
      problems: problems)
  }
}
