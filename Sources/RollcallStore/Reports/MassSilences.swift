import GRDB
public import Rollcall

/// What one look sees of the silences of a workspace.
struct MassLook {
  /// Everybody on watch.
  let people: [MassSilencePerson]
  /// When the next of them will count as silent if nothing is heard; `nil` = nobody.
  let nextFall: Timestamp?
  let rule: MassSilenceRule
  let observingSince: Timestamp
  let now: Timestamp

  init(_ board: [BoardEntry], rule: MassSilenceRule, observingSince: Timestamp, at now: Timestamp) {
    var people: [MassSilencePerson] = []
    var next: Timestamp?
    for entry in board {
      let settled = entry.live.settled(at: now)
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

  /// Whether enough are silent, and one of them newly so, that it is worth a look at the rows.
  var mayOpen: Bool {
    let falls = people.compactMap(\.fall)
    guard falls.count >= MassSilenceRule.fewest else { return false }
    let held = observingSince.advanced(by: people.map(\.offlineThreshold).max() ?? 0)
    let fresh = now.advanced(by: -MassSilenceRule.freshness)
    return held >= fresh || falls.contains { $0.to >= fresh }
  }
}

/// What a look decides about mass silences.
struct MassSteps {
  /// New alerts.
  var opens: [MassSilence] = []
  /// Who joins an alert that is open, with the figures that are added to its own; those may be empty.
  var joins: [(alert: Int64, fallen: [Responder.ID: Timestamp], words: String)] = []
  /// Who is back.
  var backs: [(alert: Int64, member: MassSilenceMember)] = []
  /// Alerts that close, and when.
  var closes: [(topic: AlertTopic, at: Timestamp)] = []

  var isEmpty: Bool { opens.isEmpty && joins.isEmpty && backs.isEmpty && closes.isEmpty }
  /// How many alerts it opens and closes.
  var decisions: Int { opens.count + closes.count }
}

extension Store {
  /// What is to be done about mass silences.
  func massSteps(
    _ look: MassLook, open: [Alert], in workspace: Workspace.ID, network: (String) -> String?
  ) throws(StoreError) -> MassSteps {
    let standing = open.filter { $0.topic.kind == .massSilence }
    var steps = MassSteps()
    guard !standing.isEmpty || look.mayOpen else { return steps }
    let rows = try read { try MassRows(workspace, open: standing, addresses, $0) }
    var spans: [(alert: Alert, span: TimeSpan)] = []
    for alert in standing {
      var members = rows.members[alert.id] ?? []
      guard !members.isEmpty else {
        // Everybody whom it was about was erased.
        steps.closes.append((alert.topic, max(look.now, alert.openedAt)))
        continue
      }
      if let from = members.map(\.fellAt).min(), let to = members.map(\.fellAt).max() {
        spans.append((alert, TimeSpan(from: from, to: to)))
      }
      for index in members.indices where members[index].backAt == nil {
        let id = members[index].id
        let entry = rows.isEnded(id) ? nil : boards.entry(of: id, in: workspace)
        let live = entry?.live.settled(at: look.now)
        guard let back = members[index].back(live, at: look.now) else { continue }
        members[index].backAt = back
        steps.backs.append((alert.id, members[index]))
      }
      if let end = MassSilence.closing(members, rule: look.rule) {
        steps.closes.append((alert.topic, max(end, alert.openedAt)))
        spans.removeAll { $0.alert.id == alert.id }
      }
    }
    guard look.mayOpen else { return steps }
    var people = rows.judged(look.people, network: network)
    for (alert, span) in spans {
      let fallen = Self.late(&people, alert, span, look.rule)
      if !fallen.isEmpty { steps.joins.append((alert.id, fallen, "")) }
    }
    for silence in MassSilence.all(
      people, rule: look.rule, observingSince: look.observingSince, at: look.now)
    {
      let known = spans.first { MassSilence.isOne($0.span, silence.span, window: look.rule.window) }
      if let known {
        steps.joins.append((known.alert.id, silence.fallen, silence.detail))
        continue
      }
      // Another one of the same people: the one before is over, and this one is told of like any other.
      if let before = spans.first(where: { $0.alert.topic == .massSilence(silence.scope) }) {
        steps.closes.append((before.alert.topic, max(silence.at, before.alert.openedAt)))
      }
      steps.opens.append(silence)
    }
    return steps
  }

  /// Those of an alert's scope who were last heard within its minutes, and whose silence shows later; they are told of
  /// with it.
  private static func late(
    _ people: inout [MassSilencePerson], _ alert: Alert, _ span: TimeSpan, _ rule: MassSilenceRule
  ) -> [Responder.ID: Timestamp] {
    guard case .massSilence(let scope) = alert.topic else { return [:] }
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

  /// Whom an alert about a mass silence names, the first to fall silent first. Blocks.
  public func silenced(by alert: Int64, in workspace: Workspace.ID) throws(StoreError) -> [MassSilenceMember]
  {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql:
            "SELECT * FROM alert_person WHERE alert_id = ? AND workspace_id = ? ORDER BY fell_at, responder_id"
        ),
        arguments: [alert, workspace.rawValue]
      ).map(MassSilenceMember.init)
    }
  }
}

/// What the rows say about mass silences.
private struct MassRows {
  /// By alert.
  let members: [Int64: [MassSilenceMember]]
  /// People with a session, or another app, that was not ended.
  private let expected: Set<Responder.ID>
  /// Silences that were told of already.
  private let told: [Responder.ID: Timestamp]
  private let addresses: [Responder.ID: String]

  init(_ workspace: Workspace.ID, open: [Alert], _ heard: PhoneAddresses, _ db: Database) throws {
    var members: [Int64: [MassSilenceMember]] = [:]
    for alert in open {
      members[alert.id] = try Row.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM alert_person WHERE alert_id = ?"), arguments: [alert.id]
      ).map(MassSilenceMember.init)
    }
    self.members = members
    let silent = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT responder_id, max(fell_at) FROM alert_person INDEXED BY alert_person_silent
          WHERE workspace_id = ? AND back_at IS NULL GROUP BY responder_id
          """), arguments: [workspace.rawValue])
    told = Dictionary(
      silent.map { (Responder.ID($0[0]), Timestamp(milliseconds: $0[1])) }, uniquingKeysWith: { max($0, $1) })
    let sessions = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, responder_id, address FROM phone_session INDEXED BY phone_session_active
          WHERE workspace_id = ? AND revoked_at IS NULL
          """), arguments: [workspace.rawValue])
    // Whoever has just come into another network may have fallen silent before that was written.
    addresses = Dictionary(
      sessions.compactMap { row -> (Responder.ID, String)? in
        let address: String? = heard.last(PhoneSession.ID(row["id"])) ?? row["address"]
        return address.map { (Responder.ID(row["responder_id"]), $0) }
      }, uniquingKeysWith: { first, _ in first })
    let apps = try Int64.fetchAll(
      db.cachedStatement(
        sql: "SELECT responder_id FROM adapter_device WHERE workspace_id = ? AND revoked_at IS NULL"),
      arguments: [workspace.rawValue])
    expected = Set(sessions.map { Responder.ID($0["responder_id"]) }).union(apps.map { Responder.ID($0) })
  }

  /// Whether somebody's session was ended: nobody waits to hear them.
  func isEnded(_ id: Responder.ID) -> Bool { !expected.contains(id) }

  /// Those who count: without whoever's session was ended, and without silences that were told of; with the networks
  /// through which they were last heard.
  func judged(_ people: [MassSilencePerson], network: (String) -> String?) -> [MassSilencePerson] {
    people.compactMap { person in
      guard !isEnded(person.id) else { return nil }
      let networks = addresses[person.id].flatMap(network).map { [MassScope.network($0)] } ?? []
      return MassSilencePerson(
        id: person.id, scopes: person.scopes + networks,
        fall: person.fall.flatMap { told[person.id] == $0.from ? nil : $0 },
        offlineThreshold: person.offlineThreshold)
    }
  }
}

extension WriteTransaction {
  /// Writes what was decided about mass silences.
  func carryOut(_ steps: MassSteps, open: [Alert], in workspace: Workspace.ID) throws {
    for (alert, member) in steps.backs {
      try db.execute(
        sql: "UPDATE alert_person SET back_at = ? WHERE alert_id = ? AND responder_id = ?",
        arguments: [member.backAt?.milliseconds, alert, member.id.rawValue])
    }
    for (topic, at) in steps.closes {
      try carryOut(AlertDecision(topic: topic, opens: false, at: at, detail: ""), open: open, in: workspace)
    }
    for silence in steps.opens {
      let topic = AlertTopic.massSilence(silence.scope)
      try carryOut(
        AlertDecision(topic: topic, opens: true, at: silence.at, detail: silence.detail), open: open,
        in: workspace)
      let id = try Int64.fetchOne(
        db,
        sql: "SELECT id FROM alert WHERE workspace_id = ? AND kind = ? AND scope = ? AND closed_at IS NULL",
        arguments: [workspace.rawValue, topic.kind.rawValue, topic.scope])
      if let id { try add(silence.fallen, to: id, in: workspace) }
    }
    for (alert, fallen, words) in steps.joins {
      if !words.utf8.isEmpty {
        try db.execute(
          sql: "UPDATE alert SET detail = detail || '; ' || ? WHERE id = ?", arguments: [words, alert])
      }
      try add(fallen, to: alert, in: workspace)
    }
  }

  private func add(_ fallen: [Responder.ID: Timestamp], to alert: Int64, in workspace: Workspace.ID) throws {
    for (id, heard) in fallen.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      // Whoever was back and fell silent again in the same alert is silent again.
      try db.cachedStatement(
        sql: """
          INSERT INTO alert_person (alert_id, responder_id, workspace_id, fell_at) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET fell_at = excluded.fell_at, back_at = NULL
          """
      ).execute(arguments: [alert, id.rawValue, workspace.rawValue, heard.milliseconds])
    }
  }
}

extension MassSilenceMember {
  /// A row.
  fileprivate init(_ row: Row) {
    self.init(
      id: Responder.ID(row["responder_id"]), fellAt: Timestamp(milliseconds: row["fell_at"]),
      backAt: (row["back_at"] as Int64?).map { Timestamp(milliseconds: $0) })
  }
}
