import Rollcall
import SQL

extension TrackingWrites {
  /// Writes the doubts about a ping.
  func keep(_ doubts: [Doubt], of ping: Int64, at effective: Timestamp, in state: ResponderState) throws {
    guard !doubts.isEmpty else { return }
    let row = try uploadStatements().doubt
    for doubt in doubts {
      let record = DoubtRecord(doubt)
      row.bind("ping_id", ping)
      row.bind("flag", record.flag)
      row.bind("workspace_id", state.workspace)
      row.bind("responder_id", state.id)
      row.bind("effective_at", effective)
      row.bind("first", record.numbers.first)
      row.bind("second", record.numbers.second)
      row.bind("third", record.numbers.third)
      row.bind("word", record.word)
      row.bind("strength", doubt.strength)
      try row.run()
    }
  }
}
