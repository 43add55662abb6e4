public import Rollcall
import SQL

extension ReportStore {
  /// Counts the silences of some people that began in a span, each by the phone that was logged in when it began.
  /// Blocks.
  public func tallySilences(
    of people: [Responder.ID], in workspace: Workspace.ID, _ asked: TimeSpan, into tally: inout SilenceTally
  ) throws(StoreError) {
    let (now, span) = (clock(), kept(asked))
    let open = Dictionary(
      people.map { ($0, store.boards.entry(of: $0, in: workspace)?.live.openQuiet(at: now)) },
      uniquingKeysWith: { first, _ in first })
    tally = try read { [tally] db in
      var tally = tally
      for id in people {
        let person = ResponderKey(id, in: workspace)
        let silences = try Silences.find(of: person, in: span, open: open[id] ?? nil, now: now, db)
        for silence in silences where silence.from >= span.from && silence.from < span.to {
          tally.add(silence, of: id, try Self.phone(of: person, at: silence.from, db), now: now)
        }
      }
      return tally
    }
  }

  /// The description of the phone that was logged in at an instant; empty without one, and for other apps.
  private static func phone(
    of person: ResponderKey, at instant: Timestamp, _ db: Database
  ) throws -> SilenceTally.Phone {
    try db.first(
      """
      SELECT platform, os_version, app_version, device_name FROM phone_session
      WHERE \(person.rows) AND created_at <= \(instant) AND (revoked_at IS NULL OR revoked_at >= \(instant))
        AND expires_at >= \(instant)
      ORDER BY created_at DESC, id DESC LIMIT 1
      """
    ) { row in
      SilenceTally.Phone(
        platform: try row["platform"] ?? "", system: try row["os_version"] ?? "",
        app: try row["app_version"] ?? "",
        maker: PhoneBrand.maker(ofPhoneCalled: try row["device_name"] ?? ""))
    } ?? SilenceTally.Phone()
  }
}
