import Rollcall

/// One entry of the audit.
struct AuditRow: PageRow {
  static let template = "Access/AuditRow"

  /// The row's name in the page, `a` and the entry's number.
  var key: String
  var at: Moment
  /// The entry's number.
  var number: String
  /// Who, by name.
  var who: String
  /// The audit of them alone.
  var whoHref: String
  /// From where.
  var origin: String
  /// What, in words.
  var what: String
  /// What, as the filter and the exports call it.
  var action: String
  /// To whom or what, by name; may be empty.
  var about: String
  /// The audit of that alone.
  var aboutHref: String
  /// Further facts; may be empty.
  var detail: String
  /// The values that were changed, as they had been; may be empty.
  var before: String
  /// The same values afterwards; may be empty.
  var after: String

  /// A row from an entry and the names behind its ids.
  ///
  /// - Parameters:
  ///   - who: the actor's name.
  ///   - about: the subject's name.
  ///   - filter: that of the page; the row's links narrow it.
  ///   - path: where the audit is.
  init(
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
    var narrow = filter.first
    narrow.actor = actor
    whoHref = narrow.query.link(path)
    narrow.actor = filter.actor
    narrow.subject = subject
    aboutHref = narrow.query.link(path)
  }
}
