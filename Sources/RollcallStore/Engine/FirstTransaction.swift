import GRDB
import Rollcall

/// What a store does before it takes any work: reads everybody's rows, and notes that it heard nobody since its last
/// proof of life.
struct FirstTransaction {
  let memory: WriterMemory
  let now: Timestamp

  /// Runs it, in one transaction.
  func run(on pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        let transaction = WriteTransaction(db: db, now: now, memory: memory)
        try loadEverybody(transaction)
        memory.aliveMark = try AliveMark.read(db)
        if let mark = memory.aliveMark { try close(TimeSpan(from: mark, to: now), since: mark, transaction) }
        return .commit
      }
    }
  }

  private func loadEverybody(_ transaction: WriteTransaction) throws {
    let rows = try RawStatement(transaction.db, LivenessRow.all)
    while try rows.step() {
      memory.load(try LivenessRow.state(rows, memory: memory, transaction.db))
    }
  }

  private func close(_ absence: TimeSpan, since mark: Timestamp, _ transaction: WriteTransaction) throws {
    if mark.since(now) > AliveMark.longestGap {
      try transaction.noteStepBack(from: mark)
    } else if absence.length > 0 {
      try transaction.noteAbsence(absence)
    }
    try transaction.moveAliveMark()
  }
}
