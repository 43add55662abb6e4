public import Rollcall
import SQL

/// An address that was found.
public struct FoundAddress: Hashable, Sendable {
  /// The street, or the place where addresses have no streets.
  public let name: String
  /// The number in it; empty for the street itself.
  public let number: String
  /// The town; may be empty.
  public let town: String
  /// Where it is.
  public let position: Position
  /// Whether it has each word and the number that were sought. A street without the house is a hint, no answer.
  public var isWhole = true

  /// The same, as a hint.
  fileprivate var part: FoundAddress {
    var part = self
    part.isWhole = false
    return part
  }
}

/// How much a gazetteer holds.
public struct AddressCount: Hashable, Sendable {
  /// Its streets.
  public let streets: Int
  /// Its house numbers.
  public let addresses: Int
}

/// A workspace's addresses in a file of their own, which is never changed: an import makes a new one.
///
/// Streets are found through their words, house numbers through their street: the index of words stays small, whatever the
/// number of addresses.
final class AddressFile: Sendable {
  let count: AddressCount
  private let queue: DatabaseQueue

  /// So many streets with the words as typed, and so many with words that begin so, are looked at; the best are shown.
  private static let looked = 500

  /// Opens a file. Blocks.
  ///
  /// - Throws: `DatabaseError`, and `StoreError.invalid` for a file that is not complete.
  init(_ path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA query_only = ON")
    }
    queue = try DatabaseQueue(path: path, configuration: configuration)
    count = try queue.read { db in
      let found = try db.first("SELECT streets, addresses FROM about") { row in
        AddressCount(streets: try row["streets"], addresses: try row["addresses"])
      }
      guard let found else { throw StoreError.invalid("an import of addresses that was broken off") }
      return found
    }
  }

  /// The addresses and streets that fit best. What fits in part is found only where nothing fits as a whole: the street of a
  /// number that is not known, or what fits without the last word, which may be a country. Blocks.
  func find(_ query: AddressQuery, limit: Int) throws -> [FoundAddress] {
    try queue.read { db in
      let whole = try Self.whole(query, limit: limit, db)
      guard whole.isEmpty else { return whole }
      for meant in query.numbered {
        let streets = try Self.streets(meant.words, db)
        if !streets.isEmpty { return streets.prefix(limit).map(\.found.part) }
      }
      guard let shorter = query.withoutLast else { return [] }
      return try Self.whole(shorter, limit: limit, db).map(\.part)
    }
  }

  private static func whole(_ query: AddressQuery, limit: Int, _ db: Database) throws -> [FoundAddress] {
    var found: [FoundAddress] = []
    for meant in query.numbered where found.isEmpty {
      // Of many streets of a name perhaps only the last has the number.
      for street in try streets(meant.words, db) where found.count < limit {
        found += try addresses(of: street, meant.number, limit: found.isEmpty ? limit : 2, db)
      }
    }
    if found.count < limit {
      found += try streets(query.words, db).prefix(limit - found.count).map(\.found)
    }
    return Array(found.prefix(limit))
  }

  /// Where a town is, by its streets; where streets of a name are that no town has. The name is folded. Blocks.
  func towns(_ name: String) throws -> [Position] {
    let words = Folding.words(name)
    guard !words.isEmpty else { return [] }
    return try queue.read { db in
      let known = try Self.streets(matching: Self.exactly(words), db).map(\.found)
      let towns = known.filter { Folding.fold($0.town) == name }
      let called = towns.isEmpty ? known.filter { Folding.fold($0.name) == name } : towns
      return called.map(\.position)
    }
  }

  private struct Street {
    let id: Int64
    let found: FoundAddress
  }

  /// The streets that have all words, those that begin with them first, the shortest names first.
  private static func streets(_ words: [String], _ db: Database) throws -> [Street] {
    let exact = exactly(words)
    let begun = words.map { "\"\($0)\"*" }.joined(separator: " ")
    let whole = words.joined(separator: " ")
    // A word that is complete is not hidden by thousands that begin with it.
    let found = try streets(matching: exact, db) + streets(matching: begun, db)
    var seen: Set<Int64> = []
    return found.filter { seen.insert($0.id).inserted }.map { street in
      let folded = Folding.fold(street.found.name)
      let rank = folded == whole ? 0 : folded.hasPrefix(words.first ?? "") ? 1 : 2
      return (street, (rank, folded.utf8.count, street.id))
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  // Folded words are letters and digits alone; the quotes keep them from being read as a query.
  private static func exactly(_ words: [String]) -> String {
    words.map { "\"\($0)\"" }.joined(separator: " ")
  }

  private static func streets(matching query: String, _ db: Database) throws -> [Street] {
    try db.all(
      """
      SELECT street.* FROM street_words JOIN street ON street.id = street_words.rowid
      WHERE street_words MATCH \(query) LIMIT \(looked)
      """
    ) { row in
      Street(
        id: try row["id"],
        found: FoundAddress(
          name: try row["name"], number: "", town: try row["town"], position: try Position(row: row)))
    }
  }

  /// The house with a number, and those whose numbers begin with it.
  private static func addresses(
    of street: Street, _ number: String, limit: Int, _ db: Database
  ) throws -> [FoundAddress] {
    try db.all(
      """
      SELECT number, lat, lng FROM address
      WHERE street_id = \(street.id) AND number_key >= \(number) AND number_key < \(number + "~")
      ORDER BY number_key LIMIT \(limit)
      """
    ) { row in
      FoundAddress(
        name: street.found.name, number: try row["number"], town: street.found.town,
        position: try Position(row: row))
    }
  }
}
