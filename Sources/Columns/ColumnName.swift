/// Names the columns of one kind of rows by their numbers in chunks, which are never renumbered.
public protocol ColumnName: CaseIterable, Sendable, RawRepresentable<Int> {
  /// Whether it holds doubles; otherwise integers.
  var isDouble: Bool { get }
  /// Whether no row may lack it.
  var isRequired: Bool { get }
  /// The column, numbered below and without NULLs, that its values are near.
  var reference: Self? { get }
  /// Which kind of rows.
  static var table: ChunkTable { get }
}

/// Some columns of one kind of rows.
public struct ColumnSet<Name: ColumnName>: ExpressibleByArrayLiteral, Equatable, Sendable {
  /// A bit for each column's number.
  let bits: UInt32

  init(bits: UInt32) { self.bits = bits }

  /// The columns of a list.
  public init(arrayLiteral names: Name...) {
    bits = names.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
  }

  /// Every column.
  public static var all: ColumnSet { ColumnSet(bits: 1 << UInt32(Name.allCases.count) - 1) }

  func contains(_ name: Name) -> Bool { bits >> UInt32(name.rawValue) & 1 == 1 }
}

/// The columns of a stored position in the order of their numbers; new ones come last. Times are milliseconds since 1970, UTC.
public enum PingColumn: Int, ColumnName {
  case effectiveAt, recordedAt, receivedAt, id, flags, onDuty, timeSource, latitude, longitude, queue,
    sequence
  case isMock, variant, accuracy, speed, heading, altitude, source, battery, signal, visit, fixAge,
    confirmedAt

  /// Whether it holds doubles; otherwise integers.
  public var isDouble: Bool {
    switch self {
    case .latitude, .longitude, .accuracy, .speed, .heading, .altitude, .battery, .fixAge: true
    default: false
    }
  }

  /// Whether no row may lack it.
  public var isRequired: Bool {
    switch self {
    case .effectiveAt, .receivedAt, .id, .flags, .onDuty, .timeSource, .latitude, .longitude, .queue, .isMock,
      .variant:
      true
    default: false
    }
  }

  /// The time that other times are near.
  public var reference: PingColumn? {
    switch self {
    case .recordedAt, .receivedAt, .confirmedAt: .effectiveAt
    default: nil
    }
  }

  /// Which kind of rows.
  public static var table: ChunkTable { .pings }
}

/// The columns of a stored upload in the order of their numbers; new ones come last. Times are milliseconds since 1970, UTC.
public enum UploadColumn: Int, ColumnName {
  case receivedAt, number, sentAt, session, stored, duplicates, expired, rejected, latestPing, knownBattery
  case lowPower, backlog, confirmedAt, permission, locationServices, powerMode, appState, queueDepth
  case oldestEntryAge, network, interval, adapterDevice

  /// Whether it holds doubles; otherwise integers.
  public var isDouble: Bool {
    switch self {
    case .knownBattery, .oldestEntryAge, .interval: true
    default: false
    }
  }

  /// Whether no row may lack it.
  public var isRequired: Bool {
    switch self {
    case .receivedAt, .number, .stored, .duplicates, .expired, .rejected, .lowPower, .backlog: true
    default: false
    }
  }

  /// The time that other times are near.
  public var reference: UploadColumn? {
    switch self {
    case .sentAt, .confirmedAt: .receivedAt
    default: nil
    }
  }

  /// Which kind of rows.
  public static var table: ChunkTable { .uploads }
}
