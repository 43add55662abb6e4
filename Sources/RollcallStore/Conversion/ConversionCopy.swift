import SQL

/// Carries over the tables whose rows are today's.
struct ConversionCopy {
  let target: ConversionTarget
  let meter: ConversionMeter
  /// The most rows of one transaction, where a table can be cut.
  let slice: Int64

  private var db: Database { target.db }

  /// Copies what is missing of each table.
  func run(_ tables: [ConversionTable]) throws {
    let counts = try tables.map { try db.first("SELECT count(*) FROM main.\($0.query)") ?? 0 as Int64 }
    try meter.begin(.copying, after: try counts.reduce(ConversionUploads.done(db), +))
    for table in tables {
      var step = try target.step(table.name) ?? ConversionTarget.Step(place: .min)
      while !step.isDone {
        let rows = try target.write {
          let rows = try table.isSliced ? copySlice(of: table, &step) : copyAll(of: table, &step)
          try target.save(step, of: table.name)
          return rows
        }
        try meter.add(rows)
      }
    }
  }

  private func copySlice(of table: ConversionTable, _ step: inout ConversionTarget.Step) throws -> Int64 {
    let last = try db.first(
      """
      SELECT max(number) FROM (SELECT rowid AS number FROM source.\(table.query) WHERE rowid > \(step.place)
        ORDER BY rowid LIMIT \(slice))
      """, as: Int64.self)
    guard let last else {
      step.isDone = true
      return 0
    }
    let slice: Query = "WHERE rowid > \(step.place) AND rowid <= \(last) ORDER BY rowid"
    step.place = last
    return Int64(try db.run("\(insert(into: table)) \(slice)"))
  }

  private func copyAll(of table: ConversionTable, _ step: inout ConversionTarget.Step) throws -> Int64 {
    step.isDone = true
    return Int64(try db.run(insert(into: table)))
  }

  private func insert(into table: ConversionTable) -> Query {
    "INSERT INTO main.\(table.query) (\(table.names)) SELECT \(table.contents) FROM source.\(table.query)"
  }
}
