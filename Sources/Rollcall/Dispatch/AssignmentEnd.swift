/// Why an assignment ended: the fixed words at the beginning of its reason.
public enum AssignmentEnd: String, CaseIterable, Sendable {
  case completed
  case resolved = "the incident was resolved"
  case cancelled = "the incident was cancelled"
  case wentOffline = "went offline"
  case wentOffDuty = "went off duty"
  case loggedOut = "logged out"
  case declinedLate = "declined late"
  case reassigned = "reassigned by the dispatcher"
  case somebodyElse = "somebody else has accepted"
  /// Words that this program does not know.
  case other

  /// The end in a stored reason. The part after the first colon is detail and ignored.
  public init(reason: String) {
    let head = reason.utf8.prefix { $0 != UInt8(ascii: ":") }
    var words = Substring(head)
    while words.utf8.last == UInt8(ascii: " ") { words = Substring(words.utf8.dropLast()) }
    self = AssignmentEnd(rawValue: String(words)) ?? .other
  }

  /// Whether the incident lost its responder before it was over: a reassignment.
  public var isReassignment: Bool {
    switch self {
    case .completed, .resolved, .cancelled: false
    case .wentOffline, .wentOffDuty, .loggedOut, .declinedLate, .reassigned, .somebodyElse, .other: true
    }
  }

  /// Every reason for a reassignment, in a fixed order.
  public static let reassignments = allCases.filter(\.isReassignment)
}
