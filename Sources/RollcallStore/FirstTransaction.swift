import Rollcall
import SQL

/// The first transaction of a store, before any other work: reads everyone's rows, and records that it heard
/// no one since its last alive mark.
struct FirstTransaction {
  let memory: WriterMemory
  let now: Timestamp

  /// Runs it, in one transaction.
  func run(on pool: DatabasePool) throws {
    try pool.write { db in
      memory.aliveMark = try AliveMark.read(db)
      let isSetBack = memory.aliveMark.map { AliveMark.isSetBack($0, to: now) } ?? false
      let start = isSetBack ? now : max(now, memory.aliveMark ?? now)
      let transaction = WriteTransaction(db: db, now: start, memory: memory)
      try loadEverybody(transaction)
      memory.boards.absence(endedAt: try Absences.lastLongEnd(db))
      memory.recalled = try Offers.recalledPeople(at: start, db)
      memory.missed = try Offers.missedPeople(db)
      if let mark = memory.aliveMark { try close(mark, isSetBack, transaction) }
      if !transaction.knowsAges { try transaction.liveness.noteUnknownAbsence() }
      try transaction.finish()
      try transaction.reports.recordExportsCutOff()
    }
  }

  private func loadEverybody(_ transaction: WriteTransaction) throws {
    try transaction.db.each(LivenessRow.all) { row in
      memory.load(try LivenessRow.state(row, memory: memory, transaction.db))
    }
  }

  private func close(_ mark: Timestamp, _ isSetBack: Bool, _ transaction: WriteTransaction) throws {
    let absence = TimeSpan(from: mark, to: transaction.now)
    if isSetBack {
      try transaction.liveness.noteStepBack(from: mark)
    } else if absence.length > 0 {
      try transaction.liveness.noteAbsence(absence)
    }
    try transaction.moveAliveMark()
  }
}
