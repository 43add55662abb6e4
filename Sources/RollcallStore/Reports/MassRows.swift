package import Rollcall
package import SQL

/// The stored facts about mass silences.
struct MassRows {
  /// By alert.
  let members: [Int64: [MassSilenceMember]]
  /// The members who fell silent in an earlier alert, by alert.
  let carried: [Int64: Set<Responder.ID>]
  /// People with an active session, or another app.
  private let expected: Set<Responder.ID>
  /// Silences that an alert already named.
  private let told: [Responder.ID: Timestamp]
  private let addresses: [Responder.ID: String]

  init(_ workspace: Workspace.ID, open: [Alert], _ heard: PhoneAddresses, _ db: Database) throws {
    var members: [Int64: [MassSilenceMember]] = [:]
    var carried: [Int64: Set<Responder.ID>] = [:]
    for alert in open {
      carried[alert.id] = Set(try db.all(Self.carriedOver(to: alert.id, in: workspace)))
      members[alert.id] = try db.all(
        "SELECT * FROM alert_person WHERE workspace_id = \(workspace) AND alert_id = \(alert.id)")
    }
    (self.members, self.carried) = (members, carried)
    let silent = try db.all(
      """
      SELECT responder_id, max(fell_at) AS fell_at FROM alert_person INDEXED BY alert_person_silent
      WHERE workspace_id = \(workspace) AND back_at IS NULL AND carried_at IS NULL GROUP BY responder_id
      """
    ) { (try $0["responder_id"] as Responder.ID, try $0["fell_at"] as Timestamp) }
    told = Dictionary(silent, uniquingKeysWith: { max($0, $1) })
    // A responder who has just moved to another network may have fallen silent before that was written.
    let sessions = try db.all(
      """
      SELECT id, responder_id, address FROM phone_session INDEXED BY phone_session_active
      WHERE workspace_id = \(workspace) AND revoked_at IS NULL
      """
    ) { row in
      (
        responder: try row["responder_id"] as Responder.ID,
        address: try heard.last(try row["id"]) ?? row["address"] as String?
      )
    }
    addresses = Dictionary(
      sessions.compactMap { session in session.address.map { (session.responder, $0) } },
      uniquingKeysWith: { first, _ in first })
    let apps = try db.all(
      "SELECT responder_id FROM adapter_device WHERE workspace_id = \(workspace) AND revoked_at IS NULL",
      as: Responder.ID.self)
    expected = Set(sessions.map(\.responder)).union(apps)
  }

  private static func carriedOver(to alert: Int64, in workspace: Workspace.ID) -> Query {
    """
    SELECT responder_id FROM alert_person WHERE workspace_id = \(workspace) AND alert_id = \(alert) AND EXISTS (
      SELECT 1 FROM alert_person AS earlier INDEXED BY alert_person_responder
      WHERE earlier.workspace_id = \(workspace) AND earlier.responder_id = alert_person.responder_id
        AND earlier.fell_at = alert_person.fell_at AND earlier.carried_at IS NOT NULL)
    """
  }

  /// Whether a responder's session has ended, so that they are not expected to be heard.
  func isEnded(_ id: Responder.ID) -> Bool { !expected.contains(id) }

  /// The people who count, with the networks through which they were last heard: without ended sessions and
  /// silences already named.
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

extension AlertWrites {
  /// Writes the decisions about mass silences.
  func carryOut(_ steps: MassSteps, open: [Alert], in workspace: Workspace.ID) throws {
    for (alert, member) in steps.backs {
      try db.run(
        """
        UPDATE alert_person SET back_at = \(member.backAt)
        WHERE workspace_id = \(workspace) AND alert_id = \(alert) AND responder_id = \(member.id)
        """)
    }
    // Before closing: people who join an alert that has a successor are carried over, too.
    for (alert, fallen, words) in steps.joins {
      try add(words, to: alert, in: workspace)
      try add(fallen, to: alert, in: workspace)
    }
    for (topic, at) in steps.closes {
      try carryOut(AlertDecision(topic: topic, opens: false, at: at, detail: ""), open: open, in: workspace)
    }
    for opening in steps.opens { try carryOut(opening, open: open, in: workspace) }
  }

  private func carryOut(_ opening: MassSteps.Opening, open: [Alert], in workspace: Workspace.ID) throws {
    let topic = AlertTopic.massSilence(opening.silence.scope)
    try carryOut(
      AlertDecision(topic: topic, opens: true, at: opening.silence.at, detail: opening.detail), open: open,
      in: workspace)
    let id = try db.first(
      """
      SELECT id FROM alert
      WHERE workspace_id = \(workspace) AND kind = \(topic.kind) AND scope = \(topic.scope) AND closed_at IS NULL
      """, as: Int64.self)
    guard let id else { return }
    try add(opening.silence.fallen, to: id, in: workspace)
    guard let (before, carry, at) = opening.before else { return }
    try add(carry.people, to: id, in: workspace)
    try add(carry.ending, to: before, in: workspace)
    try db.run(
      """
      UPDATE alert_person SET carried_at = max(fell_at, \(at))
      WHERE workspace_id = \(workspace) AND alert_id = \(before) AND back_at IS NULL
      """)
  }

  /// Appends figures to those of an alert.
  private func add(_ words: String, to alert: Int64, in workspace: Workspace.ID) throws {
    guard !words.utf8.isEmpty else { return }
    try db.run(
      """
      UPDATE alert SET detail = detail || '; ' || \(words) WHERE workspace_id = \(workspace) AND id = \(alert)
      """)
  }

  private func add(_ fallen: [Responder.ID: Timestamp], to alert: Int64, in workspace: Workspace.ID) throws {
    for (id, heard) in fallen.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      // A person who was back and fell silent again in the same alert is silent again.
      try db.run(
        """
        INSERT INTO alert_person (workspace_id, alert_id, responder_id, fell_at)
        VALUES (\(workspace), \(alert), \(id), \(heard))
        ON CONFLICT (workspace_id, alert_id, responder_id) DO UPDATE SET fell_at = excluded.fell_at, back_at = NULL
        """)
    }
  }
}

extension MassSilenceMember: FetchableRecord {
  /// From a row of `alert_person`.
  package init(row: Row) throws {
    self.init(
      id: try row["responder_id"], fellAt: try row["fell_at"], backAt: try row["back_at"],
      carriedAt: try row["carried_at"])
  }
}

extension PurgeStep {
  /// A condition for the people named by the alerts of a query. They are kept as long as these alerts.
  static func massPeople(of alerts: Query) -> Query {
    "alert_id IN (\(alerts) AND kind = \(AlertKind.massSilence))"
  }
}
