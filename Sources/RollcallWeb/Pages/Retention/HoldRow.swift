import Rollcall

/// One hold in the table.
public struct HoldRow: PagePart {
  /// The row's name in the page, `h` and its number.
  public var key: String
  /// `3`.
  public var number: String
  /// How it stands.
  public var state: StatePill
  /// What is held: a person or an incident.
  public var what: Link
  /// Of which time, for a person; may be empty.
  public var span: String
  /// Why.
  public var reason: String
  /// Since when.
  public var madeAt: Moment
  /// By whom.
  public var madeBy: String
  /// When it ends by itself; absent when it does not.
  public var until: Moment?
  /// When it was released; absent when it was not.
  public var releasedAt: Moment?
  /// By whom it was released; may be empty.
  public var releasedBy: String
  /// Why it was released; may be empty.
  public var note: String
  /// Where the form that releases it leads; empty when it has ended.
  public var release: String

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

  /// An example with every kind of content.
  public static let sample = {
    var row = HoldRow(
      HoldsPage.sampleHolds[2], slug: "city-rescue", person: { _ in "أحمد بن عبد الرحمن" }, actor: { $0 },
      clock: PageClock.sample)
    row.release = "/w/city-rescue/holds/1/release"
    row.until = .sample
    row.span = "20 Nov 11:52 – 13:10"
    return row
  }()
}
