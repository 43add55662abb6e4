import Foundation
import Rollcall
import RollcallStore

/// The form of a workspace, as typed.
struct WorkspaceForm: Equatable, Sendable {
  /// By the names of the settings.
  private(set) var typed: [String: String]

  /// A form of the stored values.
  init(_ workspace: Workspace) {
    typed = Dictionary(WorkspaceSetting.all.map { ($0.name, $0.text(workspace)) }) { first, _ in first }
  }

  /// Reads the fields. Browsers do not send a box that is not ticked; other fields that are missing keep
  /// their stored values.
  init(_ pairs: [(name: String, value: String)], stored: Workspace) {
    self.init(stored)
    let sent = Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
    for setting in WorkspaceSetting.all {
      if case .flag = setting.kind {
        typed[setting.name] = sent[setting.name] == "on" ? "on" : "off"
      } else if let value = sent[setting.name] {
        typed[setting.name] = value
      }
    }
  }

  /// The text typed for a setting.
  subscript(_ setting: WorkspaceSetting) -> String { typed[setting.name] ?? "" }

  /// The workspace with the typed values, and its problems by field.
  func read(_ stored: Workspace) -> (workspace: Workspace, problems: [FieldProblem]) {
    var (workspace, problems) = (stored, [FieldProblem]())
    for setting in WorkspaceSetting.all {
      let text = self[setting]
      switch setting.kind {
      case .text(let path, _), .zone(let path): workspace[keyPath: path] = text
      case .country(let path): workspace[keyPath: path] = text.uppercased()
      case .number(let path, let range):
        if let number = WholeNumber(range).read(text, setting.name, &problems) {
          workspace[keyPath: path] = number
        }
      case .flag(let path): workspace[keyPath: path] = text == "on"
      }
      let problem = setting.problem(workspace) { TimeZone(identifier: $0) != nil }
      if let problem { problems.append(FieldProblem(setting.name, problem)) }
    }
    return (workspace, problems)
  }

  /// Changes with the typed values: saving requires that of the preview.
  var seen: String {
    var hash = ContentHash()
    for setting in WorkspaceSetting.all { hash.add(self[setting]) }
    return hash.text
  }
}

/// A setting in the form: a field, or a box with an explanation.
struct SettingPart: PagePart {
  var name: String
  var field: FormField?
  var box: TickBox?
  /// The box's explanation; empty for a field, which has its own.
  var hint = ""

  init(_ setting: WorkspaceSetting, _ form: WorkspaceForm, _ problems: [FieldProblem]) {
    let words = setting.words
    name = setting.name
    if case .flag = setting.kind {
      hint = words.hint
      box = TickBox(setting.name, words.label, isOn: form[setting] == "on")
      return
    }
    var kind = FormField.Kind.text
    if case .number = setting.kind { kind = .number }
    field = FormField(
      setting.name, words.label, value: form[setting], hint: words.hint, unit: words.unit, kind: kind,
      isRequired: ![.country, .mapLink].contains(setting.id), problems: problems)
  }
}

/// Settings under one heading.
struct SettingGroup: PagePart {
  var legend: String
  var settings: [SettingPart]
}

/// The settings of a workspace, above all how long positions are kept.
struct WorkspaceSettingsPage: Page {
  static let template = "Retention/WorkspaceSettingsPage"

  var head: FormHead
  var groups: [SettingGroup]
  /// The data that saving would purge; absent until requested.
  var preview: PurgePreview?
  var ahead: PurgeAhead
  var holds: String
  /// The last purges, the newest first.
  var purges: [PurgeRow]

  /// - Parameters:
  ///   - form: the stored or the typed values.
  ///   - preview: the data that saving the form would purge; the form can be saved only with it.
  init(
    shell: Shell, slug: String, form: WorkspaceForm, preview: PurgePreview? = nil, ahead: PurgeAhead,
    purges: [PurgeRow], problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    head = FormHead(
      shell, slug: slug, path: PagePath.settings(slug, "workspace"), problems: problems, notice: notice)
    var groups: [SettingGroup] = []
    for setting in WorkspaceSetting.all {
      let legend = setting.words.group
      if groups.last?.legend != legend { groups.append(SettingGroup(legend: legend, settings: [])) }
      groups[groups.count - 1].settings.append(SettingPart(setting, form, problems))
    }
    self.groups = groups
    self.preview = problems.isEmpty ? preview : nil
    (self.ahead, holds, self.purges) = (ahead, PagePath.holds(slug), purges)
  }
}

/// The data that a retention would purge.
struct PurgePreview: PagePart {
  /// `60 days`.
  var days: String
  /// `81,332 pings of 37 people, 38,101 uploads and 212 device events older than 60 days would be purged.`
  var sentence: String
  /// The oldest of them; absent when none would be purged.
  var oldest: Moment?
  /// Sent back by the saving form to prove that this preview was seen.
  var seen: String

  /// - Parameter seen: a text that changes with the form: saving requires it.
  init(_ preview: RetentionPreview, seen: String, clock: PageClock) {
    (days, self.seen) = (Words.count(preview.days, "day", "days"), seen)
    let isNothing = [preview.pings, preview.uploads, preview.deviceEvents] == [0, 0, 0]
    oldest = isNothing ? nil : preview.oldest.map { clock.time($0) }
    sentence = isNothing ? Words.Purges.nothing(days) : Words.Purges.preview(preview, days)
  }
}

/// The data that purges take until the next midnight.
struct PurgeAhead: PagePart {
  /// `41,220 pings of 37 people, 3,100 uploads, 12 device events and 52 entries of the log go.`
  var goes: String
  /// The limit at that midnight: older data is purged.
  var before: Moment
  /// `812 pings of 3 people, by holds 3, 4`; may be empty.
  var passedOver: String
}

extension PurgeAhead {
  init(_ preview: RetentionPreview, clock: PageClock) {
    let isNothing = [preview.pings, preview.uploads, preview.deviceEvents, preview.logRows] == [0, 0, 0, 0]
    self.init(
      goes: isNothing ? Words.Purges.nothingAhead : Words.Purges.ahead(preview),
      before: clock.time(preview.before), passedOver: Words.Purges.heldBack(preview.heldBack))
  }
}

/// The record of a day's purge.
struct PurgeRow: PagePart {
  var day: String
  var at: Moment
  /// Reports older than this are gone.
  var limit: Moment
  var pings, uploads, deviceEvents, logRows, people: String
  /// The data skipped, in words; may be empty.
  var passedOver: String
  /// Its entry in the audit, and that entry's number; empty for readers who may not see it, and until the day
  /// is over.
  var entry, number: String
}

extension PurgeRow {
  /// - Parameter mayAudit: whether the reader may see the audit.
  init(_ purge: PurgeRecord, slug: String, mayAudit: Bool, clock: PageClock) {
    let counts = purge.counts
    var audit = AuditPageFilter()
    (audit.action, audit.subject, audit.from) = ("retention.purge", purge.day, purge.day)
    self.init(
      day: purge.day, at: clock.time(purge.at), limit: clock.time(purge.before),
      pings: Words.grouped(counts.pings), uploads: Words.grouped(counts.uploads),
      deviceEvents: Words.grouped(counts.deviceEvents), logRows: Words.grouped(counts.logRows),
      people: Words.grouped(purge.people), passedOver: Words.Purges.heldBack(purge.heldBack),
      entry: mayAudit && purge.entry != nil ? audit.query.link(Shell.Section.audit.path(slug)) : "",
      number: purge.entry.map(String.init) ?? "")
  }
}
