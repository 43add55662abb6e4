import Columns
import Rollcall
import SQL

/// Compares the old file with the new one, whatever was written when.
struct ConversionCheck {
  let db: Database
  let meter: ConversionMeter
  /// How many rows are read before that is told.
  private static let step: Int64 = 10_000

  /// The positions of one person on one day.
  private struct PersonDay: Hashable, Comparable {
    let workspace: Int64
    let person: Int64
    let day: Int64

    static func < (left: PersonDay, right: PersonDay) -> Bool {
      (left.workspace, left.person, left.day) < (right.workspace, right.person, right.day)
    }
  }

  /// - Throws: `StoreError.invalid` when something is missing, doubled or different.
  func run(_ tables: [ConversionTable]) throws {
    try meter.begin(.comparing)
    for table in tables { try compare(table) }
    try compareUploads()
    try comparePositions()
  }

  private func compareUploads() throws {
    let columns = OldLayout.uploadColumns
    let old = try RowSum.of(
      "SELECT responder_id, \(columns) FROM source.upload NOT INDEXED", in: db, tell: meter.add)
    var new = RowSum()
    try db.each("SELECT responder_id, data FROM upload_chunk") { row in
      let person = try row.whole(0)
      let rows = try Track.uploads(try row[1], of: person)
      for index in 0..<rows.count {
        var hash = RowHash()
        hash.add(person)
        for origin in OldLayout.uploadOrigins { hash.add(rows.integer(origin.column, index)) }
        for origin in OldLayout.uploadOriginsOfDoubles { hash.add(rows.double(origin.column, index)) }
        new.add(hash)
      }
    }
    guard old == new else {
      throw StoreError.invalid(
        "the uploads are not the same in both files: \(old.count) became \(new.count)")
    }
  }

  private func compare(_ table: ConversionTable) throws {
    let old = try RowSum.of("SELECT \(table.contents) FROM source.\(table.query)", in: db, tell: meter.add)
    let new = try RowSum.of("SELECT \(table.names) FROM main.\(table.query)", in: db)
    guard old == new else {
      throw StoreError.invalid(
        "the table \(table.name) is not the same in both files: \(old.count) rows became \(new.count)")
    }
  }

  private func comparePositions() throws {
    var sums: [PersonDay: RowSum] = [:]
    try addOld(to: &sums)
    let counts = sums.mapValues(\.count)
    try removeNew(from: &sums)
    guard let first = sums.filter({ $0.value != RowSum() }).keys.min() else { return }
    let before = counts[first] ?? 0
    let after = before - (sums[first]?.count ?? 0)
    throw StoreError.invalid(
      "the positions of responder \(first.person) on day \(first.day) since 1970 are not the same in both files: "
        + "\(before) became \(after)")
  }

  /// Reads the old rows as they lie on the disk, not by day as they were packed.
  private func addOld(to sums: inout [PersonDay: RowSum]) throws {
    let names = (OldLayout.origins + OldLayout.originsOfDoubles).map { $0.name }
    let (integers, doubles) = (OldLayout.origins.count, OldLayout.originsOfDoubles.count)
    var read: Int64 = 0
    try db.each(
      "SELECT \(Query(names, separator: ", ")), workspace_id, responder_id FROM source.ping NOT INDEXED"
    ) { row in
      var hash = RowHash()
      for index in 0..<integers { hash.add(try row.integer(index)) }
      for index in integers..<integers + doubles { hash.add(try row.number(index)) }
      let key = PersonDay(
        workspace: try row.whole(integers + doubles), person: try row.whole(integers + doubles + 1),
        day: RowPlace.day(of: try row.whole(0)))
      sums[key, default: RowSum()].add(hash)
      read += 1
      if read % Self.step == 0 { try meter.add(Self.step) }
    }
    try meter.add(read % Self.step)
  }

  private func removeNew(from sums: inout [PersonDay: RowSum]) throws {
    try db.each("SELECT workspace_id, responder_id, data FROM chunk") { row in
      let (workspace, person) = try (row.whole(0), row.whole(1))
      let rows = try Track.rows(try row[2], of: person)
      for index in 0..<rows.count {
        var hash = RowHash()
        for origin in OldLayout.origins { hash.add(rows.integer(origin.column, index)) }
        for origin in OldLayout.originsOfDoubles { hash.add(rows.double(origin.column, index)) }
        let day = RowPlace.day(of: rows.integer(.effectiveAt, index) ?? 0)
        sums[PersonDay(workspace: workspace, person: person, day: day), default: RowSum()].remove(hash)
      }
    }
  }
}
