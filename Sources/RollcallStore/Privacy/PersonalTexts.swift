import Foundation
import Rollcall
import SQL

/// Texts that people typed about something else, and that may name a responder.
enum PersonalTexts {
  /// How a text is stored.
  enum Form {
    /// As it was typed.
    case plain
    /// As the query of a URL: `?region=North`.
    case query
    /// As JSON.
    case json
  }

  /// A column that holds such texts; its table has `id` and `workspace_id`.
  struct Column {
    let table: String
    let name: String
    let form: Form

    init(_ table: String, _ name: String, _ form: Form = .plain) {
      (self.table, self.name, self.form) = (table, name, form)
    }
  }

  /// All such columns. Names of regions are keys: see `renameRegions`.
  static let columns = [
    Column("incident", "title"), Column("incident", "notes"), Column("incident", "place"),
    Column("incident_template", "name"), Column("incident_template", "title"),
    Column("incident_template", "notes"),
    Column("incident_step", "detail"), Column("offer", "reason"), Column("assignment", "reason"),
    Column("drill_person", "reason"), Column("alert", "detail"), Column("alert_act", "note"),
    Column("doubt_review", "note"), Column("hold", "reason"), Column("hold", "note"),
    Column("event", "name"), Column("event_activity", "data", .json), Column("outlet", "name"),
    Column("channel", "name"), Column("screen", "name"), Column("report_schedule", "filter", .query),
    Column("export_begun", "filter", .query), Column("adapter_device", "name"),
    Column("phone_session", "device_name"), Column("statement_mail", "recipient"),
  ]

  /// A text that names a person.
  struct Mention {
    let column: Column
    let id: Int64
    let text: String
    let clean: String
  }

  /// Finds where texts of a workspace name the person, with `words` in their place.
  static func mentions(
    of names: PersonalNames, in workspace: Workspace.ID, with words: String, _ db: Database
  ) throws -> [Mention] {
    var found: [Mention] = []
    for column in columns {
      let (table, name) = (Query(trusted: column.table), Query(trusted: column.name))
      let query: Query = """
        SELECT id, \(name) AS text FROM \(table)
        WHERE workspace_id = \(workspace) AND \(name) IS NOT NULL AND \(name) <> ''
        """
      try db.each(query) { row in
        let text: String = try row["text"]
        guard let clean = replaced(in: text, column.form, names, with: words) else { return }
        found.append(Mention(column: column, id: try row["id"], text: text, clean: clean))
      }
    }
    return found
  }

  /// The text with `words` for each name; `nil` = it names no one.
  static func replaced(
    in text: String, _ form: Form, _ names: PersonalNames, with words: String
  ) -> String? {
    switch form {
    case .plain: names.replaced(in: text, with: words)
    case .query: query(text, names, words)
    case .json: json(text, names, words)
    }
  }

  private static func query(_ text: String, _ names: PersonalNames, _ words: String) -> String? {
    var isNamed = false
    let parts = text.split(separator: "&", omittingEmptySubsequences: false).map { part -> String in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let value = String(pair[1]).removingPercentEncoding,
        let clean = names.replaced(in: value, with: words)
      else { return String(part) }
      isNamed = true
      return "\(pair[0])=\(PercentEncoding.text(of: clean))"
    }
    return isNamed ? parts.joined(separator: "&") : names.replaced(in: text, with: words)
  }

  /// Searches the JSON strings, which may contain escapes.
  private static func json(_ text: String, _ names: PersonalNames, _ words: String) -> String? {
    guard let root = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    else { return names.replaced(in: text, with: words) }
    var isNamed = false
    func clean(_ value: Any) -> Any {
      switch value {
      case let text as String:
        guard let clean = names.replaced(in: text, with: words) else { return text }
        isNamed = true
        return clean
      case let list as [Any]: return list.map(clean)
      case let object as [String: Any]:
        return Dictionary(
          object.map { (clean($0.key) as? String ?? $0.key, clean($0.value)) }, uniquingKeysWith: { $1 })
      default: return value
      }
    }
    let cleaned = clean(root)
    guard isNamed else { return nil }
    let data = try? JSONSerialization.data(
      withJSONObject: cleaned, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}

extension PrivacyWrites {
  /// Replaces the person's names in the texts of a workspace by `words`.
  func overwriteMentions(
    of names: PersonalNames, in workspace: Workspace.ID, with words: String
  ) throws -> Int {
    try renameRegions(naming: names, in: workspace, to: words)
    let mentions = try PersonalTexts.mentions(of: names, in: workspace, with: words, db)
    for mention in mentions { try overwrite(mention, in: workspace, with: words) }
    return mentions.count
  }

  /// Writes the new text. The words may be longer than the name, so a text that is too long is cut; a text
  /// that must be unique gets its row's number.
  private func overwrite(
    _ mention: PersonalTexts.Mention, in workspace: Workspace.ID, with words: String
  ) throws {
    let room = mention.text.unicodeScalars.count
    let cut = String(mention.clean.unicodeScalars.prefix(room))
    let candidates = [mention.clean, cut, "\(words) \(mention.id)"]
    let (table, name) = (Query(trusted: mention.column.table), Query(trusted: mention.column.name))
    for (index, text) in candidates.enumerated() {
      do {
        try db.run(
          "UPDATE \(table) SET \(name) = \(text) WHERE workspace_id = \(workspace) AND id = \(mention.id)")
        return
      } catch {
        guard case .conflict = StoreError(error), index + 1 < candidates.count else { throw error }
      }
    }
  }
}
