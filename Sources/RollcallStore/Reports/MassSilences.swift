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

/// The decisions of one check about mass silences.
struct MassSteps {
  /// A new alert, and what it inherits from the previous one of its scope.
  struct Opening {
    let silence: MassSilence
    /// The previous alert, the people it hands over, and when it closes.
    var before: (alert: Int64, carry: MassSilenceCarry, at: Timestamp)?

    /// The figures.
    var detail: String {
      [silence.detail, before?.carry.beginning].compactMap(\.self).joined(separator: "; ")
    }
  }

  /// New alerts.
  var opens: [Opening] = []
  /// People who join an open alert, with figures to append to its own; those may be empty.
  var joins: [(alert: Int64, fallen: [Responder.ID: Timestamp], words: String)] = []
  /// Who is back.
  var backs: [(alert: Int64, member: MassSilenceMember)] = []
  /// Alerts that close, and when.
  var closes: [(topic: AlertTopic, at: Timestamp)] = []

  var isEmpty: Bool { opens.isEmpty && joins.isEmpty && backs.isEmpty && closes.isEmpty }
  /// How many alerts it opens and closes.
  var decisions: Int { opens.count + closes.count }

  /// Adds people to an alert.
  mutating func join(_ fallen: [Responder.ID: Timestamp], _ words: String, to alert: inout MassStanding) {
    joins.append((alert.alert.id, fallen, words))
    alert.add(fallen)
  }

  /// Opens an alert. The previous one of its scope closes, and the people still silent there are carried
  /// over.
  mutating func open(_ silence: MassSilence, after before: MassStanding?) {
    var opening = Opening(silence: silence, before: nil)
    if let before {
      let end = max(silence.at, before.alert.openedAt)
      closes.append((before.alert.topic, end))
      opening.before = MassSilenceCarry(before.members, to: silence).map {
        (alert: before.alert.id, carry: $0, at: end)
      }
    }
    opens.append(opening)
  }
}

/// An open alert about a mass silence, as a check finds it.
struct MassStanding {
  let alert: Alert
  /// The people it names.
  private(set) var members: [MassSilenceMember]
  /// When the people of its own fell silent; `nil` = none of them is left.
  private let span: TimeSpan?

  /// - Parameter carried: members who fell silent in an earlier alert.
  init(_ alert: Alert, _ members: [MassSilenceMember], carried: Set<Responder.ID>) {
    (self.alert, self.members) = (alert, members)
    let falls = members.filter { !carried.contains($0.id) }.map(\.fellAt)
    if let first = falls.min(), let last = falls.max() {
      span = TimeSpan(from: first, to: last)
    } else {
      span = nil
    }
  }

  /// Whether a silence belongs to the same minutes.
  func isOne(with silence: MassSilence, _ rule: MassSilenceRule) -> Bool {
    span.map { MassSilence.isOne($0, silence.span, window: rule.window) } ?? false
  }

  mutating func add(_ fallen: [Responder.ID: Timestamp]) {
    members.removeAll { fallen[$0.id] != nil }
    members += fallen.map { MassSilenceMember(id: $0.key, fellAt: $0.value) }
  }

  /// People of its scope who were last heard within its minutes, and whose silence shows later. They are
  /// added to it.
  func late(_ people: inout [MassSilencePerson], _ rule: MassSilenceRule) -> [Responder.ID: Timestamp] {
    guard case .massSilence(let scope) = alert.topic, let span else { return [:] }
    let minutes = TimeSpan(from: span.to.advanced(by: -rule.window), to: span.from.advanced(by: rule.window))
    var found: [Responder.ID: Timestamp] = [:]
    for index in people.indices {
      guard let fall = people[index].fall, people[index].scopes.contains(scope), fall.from >= minutes.from,
        fall.from <= minutes.to
      else { continue }
      found[people[index].id] = fall.from
      people[index].fall = nil
    }
    return found
  }
}

/// The silences of a workspace at one check.
struct MassLook {
  /// All people on watch.
  let people: [MassSilencePerson]
  /// When the next of them will count as silent if nothing is heard; `nil` = never.
  let nextFall: Timestamp?
  let rule: MassSilenceRule
  let observingSince: Timestamp
  let now: Timestamp

  init(_ board: [BoardEntry], rule: MassSilenceRule, observingSince: Timestamp, at now: Timestamp) {
    var people: [MassSilencePerson] = []
    var next: Timestamp?
    for entry in board {
      var settled = entry.live
      _ = settled.settle(until: now)
      guard
        let person = MassSilencePerson(
          id: entry.id, region: entry.person.region, live: settled, observingSince: observingSince, at: now)
      else { continue }
      people.append(person)
      if person.fall == nil, let heard = settled.lastContact, let length = settled.force.thresholds?.degraded
      {
        let fall = heard.advanced(by: length)
        if fall > now { next = min(next ?? fall, fall) }
      }
    }
    (self.people, nextFall) = (people, next)
    (self.rule, self.observingSince, self.now) = (rule, observingSince, now)
  }

  /// Whether enough people are silent, one of them newly, to look at the rows.
  var mayOpen: Bool {
    let falls = people.compactMap(\.fall)
    guard falls.count >= MassSilenceRule.fewest else { return false }
    let held = observingSince.advanced(by: people.map(\.offlineThreshold).max() ?? 0)
    let fresh = now.advanced(by: -MassSilenceRule.freshness)
    return held >= fresh || falls.contains { $0.to >= fresh }
  }
}
