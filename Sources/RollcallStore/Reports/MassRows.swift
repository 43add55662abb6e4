import GRDB
import Rollcall

/// What the rows say about mass silences.
struct MassRows {
  /// By alert.
  let members: [Int64: [MassSilenceMember]]
  /// Who of them fell silent in an alert before, by alert.
  let carried: [Int64: Set<Responder.ID>]
  /// People with a session, or another app, that was not ended.
  private let expected: Set<Responder.ID>
  /// Silences that were told of already.
  private let told: [Responder.ID: Timestamp]
  private let addresses: [Responder.ID: String]

  init(_ workspace: Workspace.ID, open: [Alert], _ heard: PhoneAddresses, _ db: Database) throws {
    var members: [Int64: [MassSilenceMember]] = [:]
    var carried: [Int64: Set<Responder.ID>] = [:]
    for alert in open {
      let ids = try Int64.fetchAll(db.cachedStatement(sql: Self.carriedOver), arguments: [alert.id])
      carried[alert.id] = Set(ids.map { Responder.ID($0) })
      members[alert.id] = try Row.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM alert_person WHERE alert_id = ?"), arguments: [alert.id]
      ).map(MassSilenceMember.init)
    }
    (self.members, self.carried) = (members, carried)
    let silent = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT responder_id, max(fell_at) FROM alert_person INDEXED BY alert_person_silent
          WHERE workspace_id = ? AND back_at IS NULL AND carried_at IS NULL GROUP BY responder_id
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

  private static let carriedOver = """
    SELECT responder_id FROM alert_person WHERE alert_id = ? AND EXISTS (
      SELECT 1 FROM alert_person AS earlier INDEXED BY alert_person_responder
      WHERE earlier.responder_id = alert_person.responder_id AND earlier.fell_at = alert_person.fell_at
        AND earlier.carried_at IS NOT NULL)
    """

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
    // Before anything closes: whoever joins an alert that another one follows is carried over, too.
    for (alert, fallen, words) in steps.joins {
      try add(words, to: alert)
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
    let id = try Int64.fetchOne(
      db,
      sql: "SELECT id FROM alert WHERE workspace_id = ? AND kind = ? AND scope = ? AND closed_at IS NULL",
      arguments: [workspace.rawValue, topic.kind.rawValue, topic.scope])
    guard let id else { return }
    try add(opening.silence.fallen, to: id, in: workspace)
    guard let (before, carry, at) = opening.before else { return }
    try add(carry.people, to: id, in: workspace)
    try add(carry.ending, to: before)
    try db.execute(
      sql: "UPDATE alert_person SET carried_at = max(fell_at, ?) WHERE alert_id = ? AND back_at IS NULL",
      arguments: [at.milliseconds, before])
  }

  /// Adds figures to those of an alert.
  private func add(_ words: String, to alert: Int64) throws {
    guard !words.utf8.isEmpty else { return }
    try db.execute(
      sql: "UPDATE alert SET detail = detail || '; ' || ? WHERE id = ?", arguments: [words, alert])
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
  init(_ row: Row) {
    self.init(
      id: Responder.ID(row["responder_id"]), fellAt: Timestamp(milliseconds: row["fell_at"]),
      backAt: (row["back_at"] as Int64?).map { Timestamp(milliseconds: $0) },
      carriedAt: (row["carried_at"] as Int64?).map { Timestamp(milliseconds: $0) })
  }
}
