import Rollcall
import SQL

/// A table with rows about a responder: which rows, what an export contains, and what an erasure does with
/// them.
struct PersonalTable {
  /// What an erasure does with the rows.
  enum Erasure {
    /// They go.
    case deleted
    /// They stay as a record about others, with the personal values overwritten by a `SET` clause that
    /// depends on the time.
    case cleared(@Sendable (Timestamp) -> Query)
    /// They stay: ids and instants that do not identify the person.
    case kept
  }

  /// The table's name.
  let name: String
  /// A description of its rows, for people.
  let words: String
  /// The condition that selects a responder's rows.
  let mine: @Sendable (Responder.ID, Workspace.ID) -> Query
  /// The key of a row: `id`, or the columns of a key in brackets.
  let key: String
  /// The columns of an export.
  let told: [String]
  /// Columns without meaning for the person: ids of other rows, and hashes of credentials.
  let untold: [String]
  /// How many things its rows hold.
  let count: Query
  /// The effect of an erasure.
  let erasure: Erasure

  init(
    _ name: String, _ words: String,
    mine: @escaping @Sendable (Responder.ID, Workspace.ID) -> Query = Self.byWorkspace,
    key: String = "id", told: [String], untold: [String] = [], count: Query = "count(*)",
    _ erasure: Erasure = .deleted
  ) {
    (self.name, self.words, self.mine, self.key) = (name, words, mine, key)
    (self.told, self.untold, self.count, self.erasure) = (told, untold, count, erasure)
  }

  /// For rows whose keys and indexes begin with the workspace.
  @Sendable static func byWorkspace(_ id: Responder.ID, _ workspace: Workspace.ID) -> Query {
    "workspace_id = \(workspace) AND responder_id = \(id)"
  }

  /// For rows whose keys and indexes begin with the person.
  @Sendable static func byPerson(_ id: Responder.ID, _ workspace: Workspace.ID) -> Query {
    "responder_id = \(id)"
  }

  /// The workspace as the beginning of a condition; empty for rows without one.
  func within(_ workspace: Workspace.ID) -> Query {
    (told + untold).contains("workspace_id") ? "workspace_id = \(workspace) AND " : .empty
  }

  /// The table's name as part of a statement.
  var query: Query { Query(trusted: name) }

  /// Whether an erasure deletes the rows.
  var isDeleted: Bool { if case .deleted = erasure { true } else { false } }

  /// The columns of the key.
  var keyColumns: [String] {
    key.split(whereSeparator: { "(), ".contains($0) }).map(String.init)
  }

  /// Whether a column holds an instant, milliseconds since 1970.
  static func isInstant(_ column: String) -> Bool {
    column.hasSuffix("_at") || column.hasSuffix("_at_raw") || column.hasSuffix("_since")
      || ["at", "at_raw", "since", "watched_from", "degrade_by", "offline_by", "rule_until", "access_until"]
        .contains(column)
  }
}
