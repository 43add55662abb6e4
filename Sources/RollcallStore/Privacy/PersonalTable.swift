import Rollcall
import SQL

/// A table with rows about a responder: which they are, what is told to whoever asks what is held about them, and what
/// becomes of them when the person is erased.
struct PersonalTable {
  /// What an erasure does with the rows.
  enum Erasure {
    /// They go.
    case deleted
    /// They stay for the record of others, and what says something about the person is overwritten: a `SET` clause,
    /// from when it is done.
    case cleared(@Sendable (Timestamp) -> Query)
    /// They stay: ids and instants, and nothing that tells who it was.
    case kept
  }

  /// The table.
  let name: String
  /// What its rows are, for people.
  let words: String
  /// Which rows are about a responder of a workspace: a condition.
  let mine: @Sendable (Responder.ID, Workspace.ID) -> Query
  /// By which a row is found: `id`, or the columns of a key in brackets.
  let key: String
  /// What an export tells.
  let told: [String]
  /// What goes with a row and tells nobody anything: ids of other rows, and hashes of what somebody could act with.
  let untold: [String]
  /// What an erasure does.
  let erasure: Erasure

  init(
    _ name: String, _ words: String,
    mine: @escaping @Sendable (Responder.ID, Workspace.ID) -> Query = Self.byWorkspace,
    key: String = "id", told: [String], untold: [String] = [], _ erasure: Erasure = .deleted
  ) {
    (self.name, self.words, self.mine, self.key) = (name, words, mine, key)
    (self.told, self.untold, self.erasure) = (told, untold, erasure)
  }

  /// Rows whose keys and indexes begin with the workspace.
  @Sendable static func byWorkspace(_ id: Responder.ID, _ workspace: Workspace.ID) -> Query {
    "workspace_id = \(workspace) AND responder_id = \(id)"
  }

  /// Rows whose keys and indexes begin with the person.
  @Sendable static func byPerson(_ id: Responder.ID, _ workspace: Workspace.ID) -> Query {
    "responder_id = \(id)"
  }

  /// The workspace as the beginning of a condition; empty for rows that do not name it.
  func within(_ workspace: Workspace.ID) -> Query {
    (told + untold).contains("workspace_id") ? "workspace_id = \(workspace) AND " : .empty
  }

  /// Its name as part of a statement.
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
