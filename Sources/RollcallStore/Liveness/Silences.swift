import Foundation
import Rollcall
import SQL

/// Rows of `silence`: spans without contact, with their cause as far as known.
enum Silences {
  /// The silences of a responder that overlap `range`, ascending; the one in progress is the last.
  ///
  /// - Parameter open: the one in progress, by the machine's state.
  static func find(
    of person: ResponderKey, in range: TimeSpan, open: Quiet?, now: Timestamp, _ db: Database
  ) throws -> [Silence] {
    var found = try db.all(
      """
      SELECT from_at, to_at, degraded_ms, offline_ms, cause, evidence FROM silence
      WHERE \(person.rows) AND to_at > \(range.from) AND from_at < \(range.to) ORDER BY from_at
      """
    ) { row in
      let quiet = try quiet(row)
      return try sealed(row, quiet, db)
        ?? Silence(judging: quiet, by: try SilenceEvidence.facts(of: quiet, person, now, db), at: now)
    }
    if let open, open.span(at: now).overlap(range) != nil {
      let facts = try SilenceEvidence.facts(of: open, person, now, db)
      found.append(Silence(judging: open, by: facts, at: now))
    }
    return found
  }

  /// The silence of a row, not judged.
  static func quiet(_ row: Row) throws -> Quiet {
    Quiet(
      from: try row["from_at"], to: try row["to_at"],
      thresholds: Thresholds(degraded: try row["degraded_ms"], offline: try row["offline_ms"]))
  }

  /// The judgement stored before its evidence was purged.
  private static func sealed(_ row: Row, _ quiet: Quiet, _ db: Database) throws -> Silence? {
    guard let cause: Cause = try row["cause"], let text: String = try row["evidence"] else { return nil }
    let kept = try JSONDecoder().decode([SealedEvidence].self, from: Data(text.utf8))
    let absences = try Absences.find(in: quiet.span(at: quiet.to ?? quiet.from), db)
    return Silence(
      from: quiet.from, to: quiet.to, thresholds: quiet.thresholds,
      worst: quiet.worst(outside: absences, at: quiet.to ?? quiet.from), cause: cause,
      evidence: kept.map { Evidence(at: Timestamp(milliseconds: $0.at), text: $0.text) })
  }
}

/// Evidence as it is kept in a row.
struct SealedEvidence: Codable {
  let at: Int64
  let text: String
}

extension Liveness {
  /// The silence in progress at `now`, with the thresholds that judge it.
  func openQuiet(at now: Timestamp) -> Quiet? {
    guard let thresholds = force.thresholds, let span = openSilence(at: now, by: thresholds) else {
      return nil
    }
    return Quiet(from: span.from, to: nil, thresholds: thresholds)
  }
}

extension Silences {
  /// Silences of a workspace that began before `instant` and are not judged for good, the oldest first.
  fileprivate static func unsealed(
    of workspace: Workspace.ID, begunBefore instant: Timestamp, limit: Int, _ db: Database
  ) throws -> [(id: Int64, person: ResponderKey, quiet: Quiet)] {
    try db.all(
      """
      SELECT id, workspace_id, responder_id, from_at, to_at, degraded_ms, offline_ms
      FROM silence INDEXED BY silence_unsealed
      WHERE workspace_id = \(workspace) AND from_at < \(instant) AND cause IS NULL ORDER BY from_at LIMIT \(limit)
      """
    ) { (try $0["id"], try ResponderKey(row: $0), try quiet($0)) }
  }

  /// Reads ahead the rows for judging the first of them for good; returns how many there are.
  static func readAhead(
    of workspace: Workspace.ID, begunBefore instant: Timestamp, limit: Int, at now: Timestamp, _ db: Database
  ) throws -> Int {
    let silences = try unsealed(of: workspace, begunBefore: instant, limit: limit, db)
    for silence in silences {
      _ = try SilenceEvidence.facts(of: silence.quiet, silence.person, now, db)
    }
    return silences.count
  }
}

extension LivenessWrites {
  /// Judges silences that began before `instant` for good, because the evidence of their beginning is about
  /// to be purged; up to `limit` of one workspace. Returns how many.
  func sealSilences(of workspace: Workspace.ID, begunBefore instant: Timestamp, limit: Int) throws -> Int {
    let silences = try Silences.unsealed(of: workspace, begunBefore: instant, limit: limit, db)
    for (id, person, quiet) in silences {
      let facts = try SilenceEvidence.facts(of: quiet, person, now, db)
      let silence = Silence(judging: quiet, by: facts, at: now)
      let kept = silence.evidence.map { SealedEvidence(at: $0.at.milliseconds, text: $0.text) }
      try db.run(
        """
        UPDATE silence SET cause = \(silence.cause),
          evidence = \(String(decoding: try JSONEncoder().encode(kept), as: UTF8.self))
        WHERE workspace_id = \(workspace) AND id = \(id)
        """)
    }
    return silences.count
  }
}
