import Rollcall

/// Somebody for whom a changed profile would change something now.
struct ProfileChangeRow: PageRow {
  static let template = "Fleet/ProfileChangeRow"

  /// What is in force for a person.
  struct Side: Sendable {
    /// The name of the rule.
    var rule: String
    /// Its thresholds; `nil` = not timed.
    var thresholds: Thresholds?
    var status: StatusPill
  }

  /// The row's name in the page, `c` and the person's id.
  var key: String
  var name: String
  var href: String
  /// The rule now.
  var ruleNow: String
  /// The rule then; empty when it stays.
  var ruleThen: String
  /// The thresholds now.
  var thresholdsNow: String
  /// The thresholds then; empty when they stay.
  var thresholdsThen: String
  /// The status now.
  var statusNow: StatusPill
  /// The status then; absent when it stays.
  var statusThen: StatusPill?

  /// A person with what is in force now and what would be.
  init(responder: Int64, name: String, href: String, now: Side, then: Side) {
    key = "c\(responder)"
    self.name = name
    self.href = href
    ruleNow = now.rule
    ruleThen = now.rule == then.rule ? "" : then.rule
    thresholdsNow = RuleWords.thresholds(now.thresholds)
    thresholdsThen = now.thresholds == then.thresholds ? "" : RuleWords.thresholds(then.thresholds)
    statusNow = now.status
    statusThen = now.status == then.status ? nil : then.status
  }
}

/// What saving a profile would change now.
struct ProfilePreview: PagePart {
  /// The hash of the document that was looked at: what saving sends back.
  var hash: String
  /// `3 of 41 people change rule or thresholds, 1 of them status.`
  var sentence: String
  /// The instant for which it holds.
  var asOf: Moment
  /// Those who change.
  var rows: Rows<ProfileChangeRow>
  /// Whether anybody changes.
  var hasRows: Bool
  /// `… and 120 more.`; empty when all are listed.
  var more: String

  /// The preview of a document.
  ///
  /// - Parameters:
  ///   - hash: `ProfileForm.hash`, or a hash of the JSON text.
  ///   - rows: the first of those who change, those whose status changes on top.
  ///   - changing: how many change in all.
  ///   - changingStatus: how many of them change their status.
  ///   - people: how many report by this profile.
  init(
    hash: String, rows: [ProfileChangeRow], changing: Int, changingStatus: Int, people: Int, clock: PageClock
  ) {
    self.hash = hash
    let all = Words.count(people, "person", "people")
    sentence =
      changing == 0
      ? "Nobody of \(all) would change rule, thresholds or status now."
      : "\(Words.grouped(changing)) of \(all) would change rule or thresholds now, "
        + "\(Words.grouped(changingStatus)) of them their status."
    asOf = clock.time(clock.now)
    self.rows = Rows(rows)
    hasRows = !rows.isEmpty
    more = changing > rows.count ? "… and \(Words.grouped(changing - rows.count)) more." : ""
  }
}
