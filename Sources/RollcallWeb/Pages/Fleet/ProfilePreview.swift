public import Rollcall

/// Somebody for whom a changed profile would change something now.
public struct ProfileChangeRow: PageRow {
  /// Its template.
  public static let template = "Fleet/ProfileChangeRow"

  /// What is in force for a person.
  public struct Side: Sendable {
    /// The name of the rule.
    public var rule: String
    /// Its thresholds; `nil` = not timed.
    public var thresholds: Thresholds?
    /// The status.
    public var status: StatusPill

    /// A side from its parts.
    public init(rule: String, thresholds: Thresholds?, status: StatusPill) {
      self.rule = rule
      self.thresholds = thresholds
      self.status = status
    }
  }

  /// The row's name in the page, `c` and the person's id.
  public var key: String
  /// Their name.
  public var name: String
  /// Their page; empty when the reader may not follow.
  public var href: String
  /// The rule now.
  public var ruleNow: String
  /// The rule then; empty when it stays.
  public var ruleThen: String
  /// The thresholds now.
  public var thresholdsNow: String
  /// The thresholds then; empty when they stay.
  public var thresholdsThen: String
  /// The status now.
  public var statusNow: StatusPill
  /// The status then; absent when it stays.
  public var statusThen: StatusPill?

  /// A person with what is in force now and what would be.
  public init(responder: Int64, name: String, href: String, now: Side, then: Side) {
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

  /// An example with every kind of content.
  public static let sample = ProfileChangeRow(
    responder: 4, name: "Sipho Dlamini", href: "/w/city-rescue/responders/4",
    now: Side(
      rule: "on_duty", thresholds: Thresholds(degraded: 90_000, offline: 180_000),
      status: StatusPill(.degraded)),
    then: Side(
      rule: "on_duty, night", thresholds: Thresholds(degraded: 450_000, offline: 900_000),
      status: StatusPill(.online)))
}

/// What saving a profile would change now.
public struct ProfilePreview: PagePart {
  /// The hash of the document that was looked at: what saving sends back.
  public var hash: String
  /// `3 of 41 people change rule or thresholds, 1 of them status.`
  public var sentence: String
  /// The instant for which it holds.
  public var asOf: Moment
  /// Those who change.
  public var rows: Rows<ProfileChangeRow>
  /// Whether anybody changes.
  public var hasRows: Bool
  /// `… and 120 more.`; empty when all are listed.
  public var more: String

  /// The preview of a document.
  ///
  /// - Parameters:
  ///   - hash: `ProfileForm.hash`, or a hash of the JSON text.
  ///   - rows: the first of those who change, those whose status changes on top.
  ///   - changing: how many change in all.
  ///   - changingStatus: how many of them change their status.
  ///   - people: how many report by this profile.
  public init(
    hash: String, rows: [ProfileChangeRow], changing: Int, changingStatus: Int, people: Int, clock: PageClock
  ) {
    self.hash = hash
    let all = Words.count(Int64(people), "person", "people")
    sentence =
      changing == 0
      ? "Nobody of \(all) would change rule, thresholds or status now."
      : "\(Words.grouped(Int64(changing))) of \(all) would change rule or thresholds now, "
        + "\(Words.grouped(Int64(changingStatus))) of them their status."
    asOf = clock.time(clock.now)
    self.rows = Rows(rows)
    hasRows = !rows.isEmpty
    more = changing > rows.count ? "… and \(Words.grouped(Int64(changing - rows.count))) more." : ""
  }

  /// An example with every kind of content.
  public static let sample = ProfilePreview(
    hash: "d1b2", rows: [.sample, second], changing: 122, changingStatus: 1, people: 410,
    clock: PageClock.sample)

  private static let second = ProfileChangeRow(
    responder: 5, name: "أحمد بن عبد الرحمن", href: "",
    now: .init(
      rule: "on_duty", thresholds: Thresholds(degraded: 90_000, offline: 180_000), status: StatusPill(.online)
    ),
    then: .init(rule: "on_duty", thresholds: nil, status: StatusPill(.online)))
}
