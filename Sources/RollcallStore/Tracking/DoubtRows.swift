import GRDB
import Rollcall

extension WriteTransaction {
  /// Writes what there is to say against a ping.
  func keep(_ doubts: [Doubt], of ping: Int64, at effective: Timestamp, in state: ResponderState) throws {
    guard !doubts.isEmpty else { return }
    let row = try uploadStatements().doubt
    for doubt in doubts {
      let record = DoubtRecord(doubt)
      row.bind(1, ping)
      row.bind(2, record.flag.rawValue)
      row.bind(3, state.workspace.rawValue)
      row.bind(4, state.id.rawValue)
      row.bind(5, effective.milliseconds)
      row.bind(6, record.numbers.first)
      row.bind(7, record.numbers.second)
      row.bind(8, record.numbers.third)
      row.bind(9, record.word)
      row.bind(10, doubt.strength)
      try row.run()
    }
  }
}
