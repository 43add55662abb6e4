public import Rollcall

/// One entry of the audit.
public struct AuditRow: PageRow {
  /// Its template.
  public static let template = "Access/AuditRow"

  /// The row's name in the page, `a` and the entry's number.
  public var key: String
  /// When.
  public var at: Moment
  /// The entry's number.
  public var number: String
  /// Who, by name.
  public var who: String
  /// The audit of them alone.
  public var whoHref: String
  /// From where.
  public var origin: String
  /// What, in words.
  public var what: String
  /// What, as the filter and the exports call it.
  public var action: String
  /// To whom or what, by name; may be empty.
  public var about: String
  /// The audit of that alone.
  public var aboutHref: String
  /// Further facts; may be empty.
  public var detail: String
  /// The values that were changed, as they had been; may be empty.
  public var before: String
  /// The same values afterwards; may be empty.
  public var after: String

  /// A row from an entry and the names behind its ids.
  ///
  /// - Parameters:
  ///   - who: the actor's name.
  ///   - about: the subject's name.
  ///   - filter: that of the page; the row's links narrow it.
  ///   - path: where the audit is.
  public init(
    number: Int64, at: Timestamp, who: String, actor: String, origin: String, action: String, about: String,
    subject: String, detail: String = "", before: String = "", after: String = "", filter: AuditPageFilter,
    path: String, clock: PageClock
  ) {
    key = "a\(number)"
    self.at = clock.time(at)
    self.number = Words.grouped(number)
    self.who = who
    self.origin = origin
    what = AuditWords.action(action)
    self.action = action
    self.about = about
    (self.detail, self.before, self.after) = (detail, before, after)
    var narrow = filter.with(cursor: "")
    narrow.actor = actor
    whoHref = narrow.query.link(path)
    narrow.actor = filter.actor
    narrow.subject = subject
    aboutHref = narrow.query.link(path)
  }

  /// An example with every kind of content.
  public static let sample = AuditRow(
    number: 4_211, at: PageClock.sampleNow.advanced(by: -73_000), who: "dora@example.org", actor: "member:7",
    origin: "192.0.2.7", action: "workspace.set", about: "The workspace", subject: "workspace",
    detail: "by form", before: "retention_days 90", after: "retention_days 30", filter: AuditPageFilter(),
    path: "/w/city-rescue/audit", clock: PageClock.sample)
}
