import Rollcall

extension Words {
  /// What channels are told of incidents.
  enum IncidentNotices {
    static func severity(_ word: String) -> String { "Severity: \(word.lowercased())" }

    static func of(_ news: IncidentNews) -> String {
      switch news {
      case .opened: "was opened"
      case .asked: "is offered"
      case .accepted: "was accepted"
      case .declined: "was declined"
      case .onTheWay: "an assignee is on the way"
      case .arrived: "an assignee has arrived"
      case .done: "an assignee is done"
      case .released: "has lost an assignee"
      case .unassigned: "is unassigned"
      case .changed: "was changed"
      case .resolved: "is resolved"
      case .cancelled: "is cancelled"
      case .reopened: "was opened again"
      }
    }
  }
}
