import Rollcall
import RollcallStore

/// People in the metrics: every combination is exported, zeros too.
struct ResponderMetrics {
  private struct Person {
    let region: String
    let status: Status
    let duty: DutyState
    let isFlapping: Bool
  }

  private let boards: [(slug: String, people: [Person])]
  private let transitions: [(slug: String, from: Status, to: Status, count: Int)]

  init(_ workspaces: [Workspace], _ store: Store) {
    let now = store.clock()
    boards = workspaces.map { workspace in
      let people = store.liveness.board(of: workspace.id).map { entry in
        let live = entry.live.settled(at: store.liveness.vouchedUntil)
        return Person(
          region: entry.person.region ?? "", status: live.status, duty: live.duty,
          isFlapping: entry.isFlapping(at: now))
      }
      return (workspace.slug, people)
    }
    let counted = store.boards.transitions
    transitions = workspaces.flatMap { workspace in
      Status.allCases.flatMap { from in
        Status.allCases.filter { $0 != from }.map { to in
          let kind = TransitionKind(workspace: workspace.id, from: from, to: to)
          return (workspace.slug, from, to, counted[kind, default: 0])
        }
      }
    }
  }

  /// Writes all families.
  func write(to text: inout MetricsText) {
    writeStatuses(to: &text)
    text.family("responders_available", "gauge", "Responders online and on duty, by region.")
    for (slug, people) in boards {
      for region in Set(people.map(\.region)).sorted() {
        text.sample(
          "responders_available", [("workspace", slug), ("region", region)],
          people.count { $0.region == region && $0.status == .online && $0.duty == .onDuty })
      }
    }
    text.family("responders_flapping", "gauge", "Responders who come and go.")
    for (slug, people) in boards {
      text.sample("responders_flapping", [("workspace", slug)], people.count { $0.isFlapping })
    }
    text.family("status_transitions_total", "counter", "Changes of status since the start.")
    for (slug, from, to, count) in transitions {
      text.sample(
        "status_transitions_total", [("workspace", slug), ("from", from.rawValue), ("to", to.rawValue)], count
      )
    }
  }

  private func writeStatuses(to text: inout MetricsText) {
    text.family("responders_by_status", "gauge", "Active responders by status.")
    for (slug, people) in boards {
      for status in Status.allCases {
        text.sample(
          "responders_by_status", [("workspace", slug), ("status", status.rawValue)],
          people.count { $0.status == status })
      }
    }
  }
}
