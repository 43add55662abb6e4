import Rollcall

/// What was filled in for a workspace, as typed.
struct WorkspaceForm: Equatable, Sendable {
  var name = ""
  /// Its IANA time zone.
  var timeZone = ""
  /// How many days positions are kept.
  var retentionDays = ""
  /// Whether everybody who is offline is an alert.
  var tellsOffline = false
  /// How many of a hundred fall silent in a mass silence; `nil` = not asked for, as it is.
  var massPercent: String?
  /// Within how many minutes; `nil` = not asked for, as it is.
  var massMinutes: String?
  /// Whether owners and admins need a second factor.
  var ownersNeedTwoFactor = false

  /// A form from what is stored.
  init(
    name: String, timeZone: String, retentionDays: Int, tellsOffline: Bool = false,
    massSilence: MassSilenceRule = .standard, ownersNeedTwoFactor: Bool = false
  ) {
    self.tellsOffline = tellsOffline
    self.ownersNeedTwoFactor = ownersNeedTwoFactor
    massPercent = String(massSilence.percent)
    massMinutes = String(massSilence.minutes)
    self.name = name
    self.timeZone = timeZone
    self.retentionDays = String(retentionDays)
  }

  /// What the fields `name`, `time_zone`, `retention_days`, `offline_alerts`, `mass_percent`, `mass_minutes` and
  /// `owners_two_factor` say.
  init(_ pairs: [(name: String, value: String)]) {
    for (name, value) in pairs {
      switch name {
      case "name": self.name = value
      case "time_zone": timeZone = value
      case "retention_days": retentionDays = value
      case "offline_alerts": tellsOffline = value == "on"
      case "mass_percent": massPercent = value
      case "mass_minutes": massMinutes = value
      case "owners_two_factor": ownersNeedTwoFactor = value == "on"
      default: continue
      }
    }
  }

  /// The days as a number, 1 to 3,650; `nil` for anything else.
  var days: Int? { Self.number(retentionDays, in: 1...3_650) }

  /// From when on a silence of many is one alert; what was not asked for is as in `stored`.
  func massSilence(_ stored: MassSilenceRule) -> MassSilenceRule {
    MassSilenceRule(
      percent: massPercent.flatMap { Self.number($0, in: MassSilenceRule.percents) } ?? stored.percent,
      minutes: massMinutes.flatMap { Self.number($0, in: MassSilenceRule.lengths) } ?? stored.minutes)
  }

  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    let digits = text.utf8
    guard (1...4).contains(digits.count),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }

  /// What is wrong with it, by field.
  ///
  /// - Parameter isZone: whether the system knows a time zone of this name.
  func problems(isZone: (String) -> Bool) -> [FieldProblem] {
    var found: [FieldProblem] = []
    if !name.hasBytes(NameLimits.name) { found.append(FieldProblem("name", "Between 1 and 200 bytes.")) }
    if !isZone(timeZone) {
      found.append(FieldProblem("time_zone", "No such time zone. Write it like Europe/Ljubljana."))
    }
    if days == nil {
      found.append(FieldProblem("retention_days", "A whole number of days, 1 to 3,650."))
    }
    if let massPercent, Self.number(massPercent, in: MassSilenceRule.percents) == nil {
      found.append(FieldProblem("mass_percent", "A whole number, 10 to 100."))
    }
    if let massMinutes, Self.number(massMinutes, in: MassSilenceRule.lengths) == nil {
      found.append(FieldProblem("mass_minutes", "A whole number of minutes, 1 to 15."))
    }
    return found
  }
}

/// The name, the clocks and the retention of a workspace.
struct WorkspaceSettingsPage: Page {
  static let template = "Retention/WorkspaceSettingsPage"

  var shell: Shell
  var settings: String
  var path: String
  var notice: ActionNotice?
  var problems: ProblemList?
  var name: FormField
  /// Its time zone.
  var timeZone: FormField
  /// How long positions are kept.
  var retention: FormField
  /// Whether everybody who is offline is an alert.
  var tellsOffline: Bool
  /// How many of a hundred fall silent in a mass silence.
  var massPercent: FormField
  /// Within how many minutes.
  var massMinutes: FormField
  /// Whether owners and admins need a second factor.
  var ownersNeedTwoFactor: Bool
  /// What saving would purge; absent until it was asked for.
  var preview: PurgePreview?
  /// What the next purges do.
  var ahead: PurgeAhead
  /// What is kept as evidence.
  var holds: String
  /// The last purges, the newest first.
  var purges: [PurgeRow]
  /// Whether there was one.
  var hasPurges: Bool

  /// The form.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - form: what is stored, or what was typed.
  ///   - preview: what saving the form would purge; only with it the form can be saved.
  ///   - ahead: what the next purges do.
  ///   - purges: the last purges, the newest first.
  ///   - problems: what is wrong, by the names of the fields.
  ///   - notice: what happened, e.g. that it was saved.
  init(
    shell: Shell, slug: String, form: WorkspaceForm, preview: PurgePreview? = nil, ahead: PurgeAhead,
    purges: [PurgeRow],
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    path = PagePath.settings(slug, "workspace")
    self.notice = notice
    self.problems = ProblemList(problems)
    name = FormField("name", "Name", value: form.name, isRequired: true, problems: problems)
    timeZone = FormField(
      "time_zone", "Time zone", value: form.timeZone,
      hint: "As in Europe/Ljubljana. Days, reports and rules with times of day follow it.", isRequired: true,
      problems: problems)
    retention = FormField(
      "retention_days", "Positions are kept for", value: form.retentionDays,
      hint: "1 to 3,650. What is older is hidden at once and purged soon after; changes of status, silences "
        + "and offers (without coordinates) are kept for 400 days.",
      unit: "days", kind: .number, isRequired: true, problems: problems)
    tellsOffline = form.tellsOffline
    ownersNeedTwoFactor = form.ownersNeedTwoFactor
    massPercent = FormField(
      "mass_percent", "Many fall silent at once: this share of a region or network",
      value: form.massPercent ?? "", hint: "10 to 100; never fewer than 5 people.", unit: "%", kind: .number,
      isRequired: true, problems: problems)
    massMinutes = FormField(
      "mass_minutes", "within", value: form.massMinutes ?? "",
      hint:
        "1 to 15. Choose about as much as phones report rarely: those of one outage were last heard that far apart.",
      unit: "minutes", kind: .number, isRequired: true, problems: problems)
    self.preview = problems.isEmpty ? preview : nil
    self.ahead = ahead
    holds = PagePath.holds(slug)
    self.purges = purges
    hasPurges = !purges.isEmpty
  }
}
