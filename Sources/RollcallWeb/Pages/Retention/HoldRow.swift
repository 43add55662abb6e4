import Rollcall

/// One hold in the table.
struct HoldRow: PagePart {
  /// The row's name in the page, `h` and its number.
  var key: String
  /// `3`.
  var number: String
  var state: StatePill
  /// What is held: a person or an incident.
  var what: Link
  /// Of which time, for a person; may be empty.
  var span: String
  var reason: String
  var madeAt: Moment
  var madeBy: String
  /// When it ends by itself; absent when it does not.
  var until: Moment?
  /// When it was released; absent when it was not.
  var releasedAt: Moment?
  /// By whom it was released; may be empty.
  var releasedBy: String
  /// Why it was released; may be empty.
  var note: String
  /// Where the form that releases it leads; empty when it has ended.
  var release: String

  /// A hold as it is told.
  ///
  /// - Parameters:
  ///   - opensIncidents: whether the reader may see them: a link that would be refused is none.
  ///   - person: what somebody is called.
  ///   - actor: what an actor of the audit is called.
  init(
    _ hold: Hold, slug: String, opensIncidents: Bool = true, person: (Responder.ID) -> String,
    actor: (String) -> String, clock: PageClock
  ) {
    key = "h\(hold.id.rawValue)"
    number = "\(hold.id.rawValue)"
    state = Self.state(hold, at: clock.now)
    switch hold.subject {
    case .incident(let id):
      what = Link(
        label: Words.incident(id),
        href: opensIncidents ? "\(Shell.Section.incidents.path(slug))/\(id.rawValue)" : "")
      span = ""
    case .person(let id, let time):
      what = Link(label: person(id), href: Self.timeline(of: id, time, slug))
      span = "\(clock.minute(time.from).text) – \(clock.minute(time.to, after: time.from).text)"
    }
    reason = hold.reason
    madeAt = clock.time(hold.madeAt)
    madeBy = actor(hold.madeBy)
    until = hold.until.map { clock.minute($0) }
    releasedAt = hold.release.map { clock.time($0.at) }
    releasedBy = hold.release.map { actor($0.by) } ?? ""
    note = hold.release?.note ?? ""
    release = hold.isInForce(at: clock.now) ? "\(PagePath.holds(slug))/\(hold.id.rawValue)/release" : ""
  }

  private static func timeline(of id: Responder.ID, _ span: TimeSpan, _ slug: String) -> String {
    var query = URLQuery()
    query.add("from", span.from.rfc3339)
    query.add("to", span.to.rfc3339)
    return query.link(PagePath.person(slug, id))
  }

  private static func state(_ hold: Hold, at now: Timestamp) -> StatePill {
    if hold.isInForce(at: now) { return StatePill("wait", "In force", .disc) }
    return StatePill("idle", hold.release == nil ? "Ended" : "Released", .check)
  }
}
