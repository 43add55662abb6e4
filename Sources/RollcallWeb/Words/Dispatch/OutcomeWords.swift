import Rollcall
import RollcallStore

extension Words {
  /// What came of an accepted offer.
  enum Outcomes {
    static let byVoice = "taken by voice"

    static func of(_ end: AssignmentEnd) -> String {
      switch end {
      case .completed: "done"
      case .resolved: "resolved"
      case .cancelled: "cancelled"
      case .wentOffline: "lost: offline"
      case .wentOffDuty: "went off duty"
      case .loggedOut: "logged out"
      case .declinedLate: "gave it back"
      case .reassigned: "released"
      case .somebodyElse: "replaced"
      case .other: "ended"
      }
    }

    /// `accepted, arrived, released`.
    static func sentence(onTheWay: Bool, arrived: Bool, _ end: AssignmentEnd?) -> String {
      let steps = ["accepted", onTheWay ? "on the way" : nil, arrived ? "arrived" : nil, end.map(of)]
      return steps.compactMap(\.self).joined(separator: ", ")
    }

    /// The same for the person of an offer; empty = they never had the incident.
    static func sentence(_ offer: Offer.ID, in file: IncidentFile) -> String {
      if let held = file.assignments.first(where: { $0.offer == offer }) {
        return sentence(onTheWay: held.onWayAt != nil, arrived: held.arrivedAt != nil, nil)
      }
      guard let former = file.former.first(where: { $0.offer == offer }) else { return "" }
      return sentence(onTheWay: former.onWayAt != nil, arrived: former.arrivedAt != nil, former.end)
    }
  }
}
