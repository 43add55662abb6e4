public import Rollcall
import SQL

extension AlertStore {
  /// The decisions about mass silences.
  func massSteps(
    _ look: MassLook, open: [Alert], in workspace: Workspace.ID, network: (String) -> String?
  ) throws(StoreError) -> MassSteps {
    let about = open.filter { $0.topic.kind == .massSilence }
    var steps = MassSteps()
    guard !about.isEmpty || look.mayOpen else { return steps }
    let rows = try read { try MassRows(workspace, open: about, store.addresses, $0) }
    var standing: [MassStanding] = []
    for alert in about {
      var members = rows.members[alert.id] ?? []
      guard !members.isEmpty else {
        // All people of the alert were erased.
        steps.closes.append((alert.topic, max(look.now, alert.openedAt)))
        continue
      }
      for index in members.indices where members[index].backAt == nil {
        let id = members[index].id
        let entry = rows.isEnded(id) ? nil : store.boards.entry(of: id, in: workspace)
        let live = entry?.live.settled(at: look.now)
        guard let back = members[index].back(live, at: look.now) else { continue }
        members[index].backAt = back
        steps.backs.append((alert.id, members[index]))
      }
      if let end = MassSilence.closing(members, rule: look.rule) {
        steps.closes.append((alert.topic, max(end, alert.openedAt)))
      } else {
        standing.append(MassStanding(alert, members, carried: rows.carried[alert.id] ?? []))
      }
    }
    guard look.mayOpen else { return steps }
    var people = rows.judged(look.people, network: network)
    for index in standing.indices {
      let fallen = standing[index].late(&people, look.rule)
      if !fallen.isEmpty { steps.join(fallen, "", to: &standing[index]) }
    }
    for silence in MassSilence.all(
      people, rule: look.rule, observingSince: look.observingSince, at: look.now)
    {
      if let known = standing.firstIndex(where: { $0.isOne(with: silence, look.rule) }) {
        steps.join(silence.fallen, silence.detail, to: &standing[known])
        continue
      }
      // A further silence of the same people: the previous alert closes and takes no more people, and this
      // one is announced like any other.
      let topic = AlertTopic.massSilence(silence.scope)
      let before = standing.firstIndex { $0.alert.topic == topic }
      steps.open(silence, after: before.map { standing.remove(at: $0) })
    }
    return steps
  }

  /// The people named by an alert about a mass silence, the first to fall silent first. Blocks.
  public func silenced(by alert: Int64, in workspace: Workspace.ID) throws(StoreError) -> [MassSilenceMember]
  {
    try read { db in
      try db.all(
        """
        SELECT * FROM alert_person WHERE workspace_id = \(workspace) AND alert_id = \(alert)
        ORDER BY fell_at, responder_id
        """)
    }
  }
}
