/// Names the columns of one kind of rows by their numbers in chunks, which are never renumbered.
public protocol ColumnName: CaseIterable, Sendable, RawRepresentable<Int> {
  /// The properties of the columns.
  static var traits: ColumnTraits { get }
  /// The columns that rows are in order by.
  static var place: (time: Self, number: Self) { get }
  /// The bytes of a chunk with these rows alone.
  ///
  /// - Throws: what `Chunk.encode` throws.
  static func encode(_ rows: Rows<Self>) throws(ChunkError) -> [UInt8]
}

/// The properties of one kind of rows: in each mask, a bit for each column's number.
public struct ColumnTraits: Sendable {
  let table: ChunkTable
  let count: Int
  /// Those that hold doubles; the others hold integers.
  let doubles: UInt32
  /// Those that no row may lack.
  let required: UInt32
  /// Those whose values are near the first column's, which is required.
  let nearFirst: UInt32

  init<Name: ColumnName>(_ table: ChunkTable, doubles: [Name], required: [Name], nearFirst: [Name]) {
    func bits(_ names: [Name]) -> UInt32 { ColumnSet(names).bits }
    (self.table, count) = (table, Name.allCases.count)
    (self.doubles, self.required, self.nearFirst) = (bits(doubles), bits(required), bits(nearFirst))
  }
}

/// Some columns of one kind of rows.
public struct ColumnSet<Name: ColumnName>: ExpressibleByArrayLiteral, Equatable, Sendable {
  /// A bit for each column's number.
  let bits: UInt32

  init(bits: UInt32) { self.bits = bits }

  init(_ names: [Name]) { bits = names.reduce(0) { $0 | 1 << UInt32($1.rawValue) } }

  /// The columns of a list.
  public init(arrayLiteral names: Name...) { self.init(names) }

  /// These columns and others.
  public func union(_ other: ColumnSet) -> ColumnSet { ColumnSet(bits: bits | other.bits) }

  /// Every column.
  public static var all: ColumnSet { ColumnSet(bits: 1 << UInt32(Name.traits.count) - 1) }
}

/// The columns of a stored position in the order of their numbers; new ones come last.
///
/// Times are milliseconds since 1970, UTC.
public enum PingColumn: Int, ColumnName {
  case effectiveAt, recordedAt, receivedAt, id, flags, onDuty, timeSource, latitude, longitude, queue
  case sequence, isMock, variant, accuracy, speed, heading, altitude, source, battery, signal
  case visit, fixAge, confirmedAt

  /// The properties of the columns.
  public static let traits = ColumnTraits(
    .pings, doubles: [.latitude, .longitude, .accuracy, .speed, .heading, .altitude, .battery, .fixAge],
    required: [
      .effectiveAt, .receivedAt, .id, .flags, .onDuty, .timeSource, .latitude, .longitude, .queue, .isMock,
      .variant,
    ], nearFirst: [PingColumn.recordedAt, .receivedAt, .confirmedAt])

  /// Effective time and id.
  public static let place = (time: effectiveAt, number: id)

  /// The bytes of a chunk without uploads.
  public static func encode(_ rows: Rows<PingColumn>) throws(ChunkError) -> [UInt8] {
    try Chunk.encode(pings: rows, uploads: Rows())
  }
}

/// The columns of a stored upload in the order of their numbers; new ones come last.
///
/// Times are milliseconds since 1970, UTC.
public enum UploadColumn: Int, ColumnName {
  case receivedAt, number, sentAt, session, stored, duplicates, expired, rejected, latestPing, knownBattery
  case lowPower, backlog, confirmedAt, permission, locationServices, powerMode, appState, queueDepth
  case oldestEntryAge, network, interval, adapterDevice, latestEffectiveAt

  /// The properties of the columns.
  public static let traits = ColumnTraits(
    .uploads, doubles: [.knownBattery, .oldestEntryAge, .interval],
    required: [.receivedAt, .number, .stored, .duplicates, .expired, .rejected, .lowPower, .backlog],
    nearFirst: [UploadColumn.sentAt, .confirmedAt, .latestEffectiveAt])

  /// Receipt and number.
  public static let place = (time: receivedAt, number: number)

  /// The bytes of a chunk without positions.
  public static func encode(_ rows: Rows<UploadColumn>) throws(ChunkError) -> [UInt8] {
    try Chunk.encode(pings: Rows(), uploads: rows)
  }
}
