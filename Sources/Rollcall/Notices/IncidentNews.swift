/// What happened to an incident, as channels are told.
public enum IncidentNews: String, CaseIterable, Sendable {
  case opened
  /// A person is asked.
  case asked
  case accepted, declined
  case onTheWay = "on_the_way"
  case arrived
  /// The part of an assignee is done.
  case done
  /// An assignee does not have it any more.
  case released
  /// A place is open, and nobody is left to be asked.
  case unassigned
  /// Title, severity, place, notes or needs are other than before.
  case changed
  case resolved, cancelled, reopened

  /// Whether a member should look at once.
  public var isUrgent: Bool { self == .unassigned }
}
