import Rollcall

/// The installation: its server, its findings, its backups.
struct ServerPage: Page {
  static let template = "Access/ServerPage"

  var head: FormHead
  var facts: [Fact]
  /// The field of the public address; absent when it was set at the start.
  var address: FormField?
  /// What holds for it.
  var addressIs: String
  var isLost: Bool
  var findings: [FindingRow]
  var backups: [BackupRow]
  var folder, failure: String
  /// `The newest 14 are kept …`
  var kept: String
  var isBackingUp: Bool
  var lines: [LogLineRow]
  /// The workspaces of the installation, and the form of another one.
  var workspaces: [Link]
  var new: NewWorkspaceFields
  var original: FormSelect
  /// Whether the form was sent, and something in it is wrong.
  var isAdding: Bool

  /// The public address.
  struct Address {
    /// As set when the server was started.
    var configured: String?
    var typed: String
    /// Where links lead now.
    var asked: String
    /// The host when only this machine can reach it.
    var lost: String?
  }

  init(
    shell: Shell, facts known: ServerDesk.Facts, address: Address,
    workspaces: [(slug: String, name: String)], new: NewWorkspaceForm, problems: [FieldProblem] = [],
    notice: ActionNotice? = nil, clock: PageClock
  ) {
    head = FormHead(shell, path: ServerWeb.path, problems: problems, notice: notice)
    facts = [
      Fact("Version", known.version), Fact("Started", clock.minute(known.startedAt)),
      Fact("Database", Words.size(known.bytes)),
      Fact("Growth", Words.Server.grown(known.growth)),
    ]
    self.address =
      address.configured == nil
      ? FormField(
        "public_url", Words.Server.address, value: address.typed, hint: Words.Server.addressHint,
        problems: problems)
      : nil
    addressIs =
      address.lost.map { Words.Server.lost($0) }
      ?? (address.configured == nil ? Words.Server.leads(address.asked) : Words.Server.configured)
    isLost = address.lost != nil
    findings = known.findings.map(FindingRow.init)
    backups = known.backups.map { BackupRow($0, clock) }
    (folder, isBackingUp) = (known.folder, known.isBackingUp)
    kept = Words.Server.kept(known.backupsKept)
    failure = known.failure.isEmpty ? "" : Words.Server.failed(known.failure)
    lines = known.lines.map { LogLineRow($0, clock) }
    self.workspaces = workspaces.map { Link(label: $0.name, href: Shell.Section.board.path($0.slug)) }
    self.new = NewWorkspaceFields(new, problems: problems)
    isAdding = problems.contains { $0.field != "public_url" }
    original = FormSelect(
      "profiles_of", Words.Server.profilesOf,
      choices: workspaces.map { workspace in
        Choice(value: workspace.slug, label: workspace.name, isSelected: workspace.slug == new.original)
      }, hint: Words.Server.profilesOfHint, problems: problems)
  }
}

/// One thing that was looked at.
struct FindingRow: PagePart {
  var name, words, advice, verdict: String
  /// `danger` or `warning`; empty when it is in order.
  var level: String

  init(_ finding: ServerDesk.Finding) {
    (name, words, advice) = (Words.Server.finding(finding.name), finding.words, finding.advice)
    switch finding.verdict {
    case "failure": (verdict, level) = (Words.Server.failure, "danger")
    case "warning": (verdict, level) = (Words.Server.warning, "warning")
    default: (verdict, level) = (Words.Server.fine, "")
    }
  }
}

/// A file of a backup.
struct BackupRow: PagePart {
  var name, size: String
  var at: Moment

  init(_ file: ServerDesk.BackupFile, _ clock: PageClock) {
    (name, size, at) = (file.name, Words.size(file.bytes), clock.minute(file.at))
  }
}

/// A warning or an error.
struct LogLineRow: PagePart {
  var level, text: String
  var at: Moment

  init(_ line: ServerDesk.Line, _ clock: PageClock) {
    (level, text, at) = (Words.capitalized(line.level), line.text, clock.time(line.at))
  }
}
