public import Rollcall
import SQL

/// What an erasure would delete and keep, for confirmation.
public struct ErasurePreview: Equatable, Sendable {
  /// A kind of rows and their number.
  public struct Count: Equatable, Sendable {
    /// Their description, for people.
    public let words: String
    /// How many.
    public let rows: Int
  }

  /// What is deleted; kinds without rows are left out.
  public var goes: [Count] = []
  /// What stays, without their name, position or words; kinds without rows are left out.
  public var stays: [Count] = []
  /// Why it is not possible now, as a message; `nil` = it is.
  public var obstacle: String?

  /// Adds what is deleted. What has the same description is one kind.
  mutating func add(_ count: Count) {
    if let last = goes.last, last.words == count.words {
      goes[goes.count - 1] = Count(words: last.words, rows: last.rows + count.rows)
    } else {
      goes.append(count)
    }
  }

  /// Adds the number of texts that mention the person.
  mutating func count(texts: Int) {
    if texts > 0 { goes.append(Count(words: "Texts that mention them", rows: texts)) }
  }
}

extension PrivacyStore {
  /// What an erasure of a person would delete and keep. Blocks.
  ///
  /// - Throws: `notFound`, also for an erased person.
  public func erasurePreview(
    of id: Responder.ID, in workspace: Workspace.ID
  ) throws(StoreError) -> ErasurePreview {
    let now = clock()
    return try read { db in
      var preview = try PersonalErasure.preview(of: id, in: workspace, at: now, db)
      let names = try PersonalNames(of: try Responders.findUnerased(id, in: workspace, db), db)
      preview.count(texts: try PersonalTexts.mentions(of: names, in: workspace, with: "", db).count)
      return preview
    }
  }

  /// Erases a person. At once and irreversibly, they have no name, number, login or position any more. The
  /// remaining rows and traces in the file are removed by the calls of ``continueErasure(of:in:)`` and
  /// ``finishErasures()`` that follow; after a restart the server continues them. Blocks.
  ///
  /// - Throws: `notFound`; `conflict` while they have an incident or an open offer, or some of their data is
  ///   on hold.
  public func erase(_ id: Responder.ID, in scope: Scope) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) {
      [
        sessions = store.sessions, adapters = store.adapters, addresses = store.addresses,
        regionShapes = store.regionShapes
      ] transaction in
      let logins = try transaction.privacy.logins(of: id, in: workspace)
      try transaction.privacy.erase(id, by: actor, in: workspace, sessions: sessions, adapters: adapters)
      transaction.afterCommit {
        sessions.erased(id)
        adapters.erased(id)
        addresses.forget(logins)
        regionShapes.forget(workspace)
      }
    }
  }

  /// How many rows are deleted at once.
  private static let erasureRows = 5_000

  /// Deletes the next rows of an erased person, some thousand at a time; `false` = none are left. Blocks.
  public func continueErasure(of id: Responder.ID, in workspace: Workspace.ID) throws(StoreError) -> Bool {
    try write { try $0.privacy.deleteErased(id, in: workspace, upTo: Self.erasureRows) }
  }

  /// Erased people whose rows or traces in the file are not removed yet. Blocks.
  public func unfinishedErasures() throws(StoreError) -> [Responder.ID] { try unfinished().map(\.id) }

  /// The same with their workspaces.
  private func unfinished() throws(StoreError) -> [(id: Responder.ID, workspace: Workspace.ID)] {
    try read { db in
      try db.all(
        "SELECT id, workspace_id FROM responder WHERE erased_at IS NOT NULL AND scrubbed_at IS NULL ORDER BY id"
      ) { (id: try $0["id"], workspace: try $0["workspace_id"]) }
    }
  }

  /// Completes all erasures: rows, then the file, then the log beside it. Blocks, and so does the writer, for
  /// as long as it takes to rewrite the whole file.
  ///
  /// - Throws: `unavailable` when there is no room to rewrite the file, or a reader is in the way; try again
  ///   later.
  public func finishErasures() throws(StoreError) {
    try deleteNotifiedAlerts()
    let people = try unfinished()
    guard !people.isEmpty else { return }
    for (id, workspace) in people { while try continueErasure(of: id, in: workspace) {} }
    try store.scrub()
    try write { transaction in
      for (id, workspace) in people { try transaction.privacy.recordScrubbed(id, in: workspace) }
    }
    // The last transaction wrote nothing personal, but the log should be empty for an inspection.
    try store.scrubLog()
  }
}

/// What erasing a person does.
enum PersonalErasure {
  /// Counts everything but the texts that mention them. Finding those takes long, and the erasure finds them
  /// when it overwrites them.
  static func preview(
    of id: Responder.ID, in workspace: Workspace.ID, at now: Timestamp, _ db: Database
  ) throws -> ErasurePreview {
    _ = try Responders.findUnerased(id, in: workspace, db)
    var preview = ErasurePreview()
    for table in PersonalData.tables {
      let rows =
        try db.first(
          "SELECT \(table.count) FROM \(table.query) WHERE \(table.mine(id, workspace))", as: Int.self)
        ?? 0
      guard rows > 0 else { continue }
      let count = ErasurePreview.Count(words: table.words, rows: rows)
      if table.isDeleted || ["responder", "liveness"].contains(table.name) {
        preview.add(count)
      } else {
        preview.stays.append(count)
      }
    }
    preview.obstacle = try obstacle(id, in: workspace, at: now, db)
    return preview
  }

  /// Why a person cannot be erased now: data on hold is needed, and an incident must not lose its assignee
  /// this way.
  private static func obstacle(
    _ id: Responder.ID, in workspace: Workspace.ID, at now: Timestamp, _ db: Database
  ) throws -> String? {
    let holds = try Holds.inForce(on: id, in: workspace, at: now, db)
    if !holds.isEmpty {
      let names = holds.map(String.init).joined(separator: ", ")
      return holds.count == 1
        ? "Hold \(names) keeps what is held about them. Release it first."
        : "Holds \(names) keep what is held about them. Release them first."
    }
    let incident = try db.first(
      """
      SELECT incident_id FROM assignment
        WHERE workspace_id = \(workspace) AND responder_id = \(id) AND ended_at IS NULL
      UNION ALL SELECT incident_id FROM offer
        WHERE workspace_id = \(workspace) AND responder_id = \(id) AND ended_at IS NULL LIMIT 1
      """, as: Incident.ID.self)
    return incident.map {
      "They have \(Incidents.order($0)), or are asked to take it. Take it back first."
    }
  }
}

extension PrivacyWrites {
  fileprivate func erase(
    _ id: Responder.ID, by actor: Actor, in workspace: Workspace.ID, sessions: SessionDirectory,
    adapters: AdapterDirectory
  ) throws {
    let person = try Responders.findUnerased(id, in: workspace, db)
    var preview = try PersonalErasure.preview(of: id, in: workspace, at: now, db)
    if let obstacle = preview.obstacle { throw StoreError.conflict(obstacle) }
    try blurPlaces(of: id, in: workspace)
    preview.count(
      texts: try overwriteMentions(
        of: try PersonalNames(of: person, db), in: workspace, with: "Erased person \(id.rawValue)"))
    // End their login before it is deleted, and with it the messages that wait for their phone.
    try transaction.phones.endEveryAccess(of: id, in: workspace, sessions: sessions, adapters: adapters)
    // Effects must not write about the person after the erasure.
    try transaction.carryOutEffects()
    try finishRequests(of: id, by: actor, in: workspace)
    try endAlerts(of: id, in: workspace)
    try transaction.reports.cancelStatementMails(about: id, in: workspace)
    try db.run("DELETE FROM otp_number WHERE \(PersonalData.number.mine(id, workspace))")
    // Once they are marked as erased, no former name of theirs is recorded.
    let name = actor.pseudonym
    try db.run(
      """
      UPDATE responder SET erased_at = \(now), erased_by = \(name)
      WHERE workspace_id = \(workspace) AND id = \(id)
      """)
    try clear(id, in: workspace)
    try db.run("DELETE FROM former_name WHERE workspace_id = \(workspace) AND responder_id = \(id)")
    try transaction.audit(
      actor, "responder.erase", subject: "responder \(id.rawValue)",
      detail: preview.goes.map { "\($0.words) \($0.rows)" }.joined(separator: ", "), in: workspace)
  }

  fileprivate func logins(of id: Responder.ID, in workspace: Workspace.ID) throws -> [PhoneSession.ID] {
    try db.all("SELECT id FROM phone_session WHERE workspace_id = \(workspace) AND responder_id = \(id)")
  }

  /// Overwrites the personal values of rows that stay, and the copies in memory.
  private func clear(_ id: Responder.ID, in workspace: Workspace.ID) throws {
    for table in PersonalData.tables {
      guard case .cleared(let change) = table.erasure else { continue }
      try db.run("UPDATE \(table.query) SET \(change(now)) WHERE \(table.mine(id, workspace))")
    }
    memory.forget(id)
    memory.save(try transaction.liveness.state(of: id, in: workspace))
  }

  /// An incident may have been opened where a person stood, and a drill lies in the middle of its people. So
  /// a place that exactly equals one of their positions is rounded to about a kilometre, and so is every
  /// drill in which they were asked.
  private func blurPlaces(of id: Responder.ID, in workspace: Workspace.ID) throws {
    var places: [Position: [Int64]] = [:]
    try db.each("SELECT id, lat, lng FROM incident WHERE workspace_id = \(workspace)") { row in
      places[try Position(row: row), default: []].append(try row["id"])
    }
    let seen = try db.track.places(of: id, among: Set(places.keys))
    let blurred = seen.flatMap { places[$0] ?? [] }
    try db.run(
      """
      UPDATE incident SET lat = round(lat, 2), lng = round(lng, 2)
      WHERE workspace_id = \(workspace) AND (id IN (SELECT value FROM json_each(\(blurred.json)))
        OR is_drill = 1
          AND id IN (SELECT incident_id FROM offer WHERE workspace_id = \(workspace) AND responder_id = \(id)))
      """)
  }

  /// Deletes rows of an erased person; returns whether there may be more.
  fileprivate func deleteErased(
    _ id: Responder.ID, in workspace: Workspace.ID, upTo limit: Int
  ) throws -> Bool {
    var left = limit
    for table in PersonalData.tables where table.isDeleted {
      let columns = Query(trusted: table.keyColumns.joined(separator: ", "))
      // An alert without its figures stays until every channel was notified of its end.
      let isAlert = table.name == "alert"
      let isFree: Query = isAlert ? "NOT \(NoticeRows.isAlertAwaited)" : "TRUE"
      let theirs: Query = "FROM \(table.query) WHERE (\(table.mine(id, workspace))) AND \(isFree)"
      if isAlert { try transaction.channels.forgetInNotices(alerts: "SELECT workspace_id, id \(theirs)") }
      left -= try db.run(
        """
        DELETE FROM \(table.query) WHERE \(table.within(workspace))(\(columns)) IN
          (SELECT \(columns) \(theirs) LIMIT \(left))
        """)
      if left <= 0 { return true }
    }
    // An upload that was under way during the erasure may have arrived after it.
    try clear(id, in: workspace)
    try beginAgain(id, in: workspace)
    return false
  }

  /// Writes a new first entry of the status log, which every responder has.
  private func beginAgain(_ id: Responder.ID, in workspace: Workspace.ID) throws {
    let live = try transaction.liveness.state(of: id, in: workspace).live
    try db.run(
      """
      INSERT INTO transition (workspace_id, id, responder_id, at, to_status, rule)
      VALUES (\(workspace), \(try transaction.next(.transition, as: Int64.self)), \(id), \(live.since), \(live.status),
        \(live.reason))
      """)
  }

  fileprivate func recordScrubbed(_ id: Responder.ID, in workspace: Workspace.ID) throws {
    let noted = try db.run(
      "UPDATE responder SET scrubbed_at = \(now) WHERE workspace_id = \(workspace) AND id = \(id)")
    guard noted > 0 else { return }
    try transaction.audit(.rollcall, "responder.erased", subject: "responder \(id.rawValue)", in: workspace)
  }
}
