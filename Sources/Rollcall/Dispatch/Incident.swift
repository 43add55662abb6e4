/// Something that needs a responder at a place.
public struct Incident: Equatable, Sendable {
  /// An incident's id.
  public typealias ID = Identifier<Incident>

  /// A profile names the kinds that its people accept.
  public typealias Kind = IncidentKind

  /// Its importance, ascending.
  public enum Severity: String, CaseIterable, Comparable, Sendable {
    case low, normal, high, critical

    /// Whether `left` is less severe.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .low: 0
      case .normal: 1
      case .high: 2
      case .critical: 3
      }
    }
  }

  /// Its id.
  public var id: ID
  /// The workspace it belongs to.
  public var workspace: Workspace.ID
  /// Its title, severity and place.
  public var details: NewIncident
  /// How far it has come.
  public var state: State
  /// When it was opened, by the server's clock.
  public var openedAt: Timestamp
  /// The user who opened it, as named in the audit.
  public var openedBy: String
  /// Whether it is a drill: an offer without an emergency.
  public var isDrill: Bool

  /// An incident from its parts.
  public init(
    id: ID, workspace: Workspace.ID, details: NewIncident, state: State = .open, openedAt: Timestamp,
    openedBy: String, isDrill: Bool = false
  ) {
    self.id = id
    self.workspace = workspace
    self.details = details
    self.state = state
    self.openedAt = openedAt
    self.openedBy = openedBy
    self.isDrill = isDrill
  }
}

extension Incident {
  /// How far an incident has come.
  public enum State: String, CaseIterable, Sendable {
    /// No one was asked yet.
    case open
    /// An offer is open.
    case offering
    /// It has an assignee, perhaps one who is leaving.
    case assigned
    /// Nobody has it and nobody was left to ask. It stays so until somebody accepts, whoever is asked
    /// meanwhile.
    case unassigned
    case resolved, cancelled

    /// Whether it is over: no more offers are made.
    public var isClosed: Bool { self == .resolved || self == .cancelled }
  }
}
