@testable import Columns

/// Random numbers that are the same in each run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func flip(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &self) == 0 }
}

/// Columns of every nature: constant, stepping, wandering, in runs, wild, and with NULLs in places.
struct RandomColumns {
  var numbers: SeededNumbers

  static let edges: [Int64] = [0, 1, -1, .min, .max, .min + 1, .max - 1, 1 << 53, -(1 << 62)]
  static let oddDoubles: [Double] = [
    0, -0.0, .nan, -.nan, .signalingNaN, Double(bitPattern: 0x7FF8_DEAD_BEEF_0001), .infinity, -.infinity,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi, 0.1 + 0.2, 1e22, 1e23,
    1e-300,
    9_007_199_254_740_994, Double(Float(0.1)), 46.056946, -0.000_000_1,
  ]

  /// - Parameter like: an earlier column that these may follow.
  mutating func integers(_ count: Int, like: [Int64]? = nil) -> [Int64] {
    let start = numbers.flip(4) ? Int64.random(in: .min ... .max, using: &numbers) : Int64(1_790_000_000_000)
    let step = Int64.random(in: -70_000...70_000, using: &numbers)
    let (kind, size) = (Int.random(in: 0..<8, using: &numbers), Int64.random(in: 1...2_000, using: &numbers))
    var value = start
    return (0..<count).map { row in
      switch kind {
      case 0: return start
      case 1: value &+= step
      case 2: value &+= step &+ Int64.random(in: -size...size, using: &numbers)
      case 3: value = start &+ Int64.random(in: -size...size, using: &numbers)
      case 4: if numbers.flip(12) { value &+= Int64.random(in: -size...size, using: &numbers) }
      case 5: value &+= Int64.random(in: 0...9, using: &numbers) &* 1_000
      case 6: value = Self.edges.randomElement(using: &numbers) ?? 0
      default:
        value =
          (like?[row] ?? start) &+ (numbers.flip(9) ? Int64.random(in: -size...size, using: &numbers) : 0)
      }
      return value
    }
  }

  mutating func doubles(_ count: Int) -> [Double] {
    let (kind, decimals) = (Int.random(in: 0..<6, using: &numbers), Int.random(in: 0...12, using: &numbers))
    var value = Double.random(in: -180...180, using: &numbers)
    return (0..<count).map { _ in
      value += Double.random(in: -0.01...0.01, using: &numbers)
      switch kind {
      case 0, 1: return Double(Int64(value * DecimalScale.powers[decimals])) / DecimalScale.powers[decimals]
      case 2: return value
      case 3: return Double(Float(value))
      case 4: return Self.oddDoubles.randomElement(using: &numbers) ?? 0
      default: return numbers.flip(20) ? -0.0 : 12.5
      }
    }
  }

  mutating func sparse<Value>(_ values: [Value]) -> [Value?] {
    let (isAll, kind) = (numbers.flip(8), Int.random(in: 0..<4, using: &numbers))
    var isNull = false
    return values.map { value in
      if kind == 2 { isNull = numbers.flip(2) }
      if kind == 3, numbers.flip(10) { isNull.toggle() }
      return isAll || isNull ? nil : value
    }
  }

  mutating func pings(_ count: Int) -> [PingRow] {
    var rows = [PingRow](repeating: PingRow(), count: count)
    let effective = integers(count)
    func set<Value>(_ path: WritableKeyPath<PingRow, Value>, _ values: [Value]) {
      for row in rows.indices { rows[row][keyPath: path] = values[row] }
    }
    set(\.effectiveAt, effective)
    set(\.receivedAt, integers(count, like: effective))
    set(\.recordedAt, sparse(integers(count, like: effective)))
    set(\.confirmedAt, sparse(integers(count, like: effective)))
    for path in [\PingRow.id, \.flags, \.timeSource, \.queue, \.isMock, \.variant] {
      set(path, integers(count))
    }
    for path in [\PingRow.sequence, \.source, \.signal, \.visit] { set(path, sparse(integers(count))) }
    for path in [\PingRow.latitude, \.longitude] { set(path, doubles(count)) }
    for path in [\PingRow.accuracy, \.speed, \.heading, \.altitude, \.battery, \.fixAge] {
      set(path, sparse(doubles(count)))
    }
    for row in rows.indices { rows[row].onDuty = numbers.flip(3) }
    return rows
  }

  mutating func uploads(_ count: Int) -> [UploadRow] {
    var rows = [UploadRow](repeating: UploadRow(), count: count)
    let received = integers(count)
    func set<Value>(_ path: WritableKeyPath<UploadRow, Value>, _ values: [Value]) {
      for row in rows.indices { rows[row][keyPath: path] = values[row] }
    }
    set(\.receivedAt, received)
    for path in [\UploadRow.sentAt, \.confirmedAt] { set(path, sparse(integers(count, like: received))) }
    for path in [\UploadRow.number, \.stored, \.duplicates, \.expired, \.rejected] {
      set(path, integers(count))
    }
    for path in [
      \UploadRow.session, \.latestPing, \.permission, \.locationServices, \.powerMode, \.appState,
      \.queueDepth,
      \.network, \.adapterDevice,
    ] { set(path, sparse(integers(count))) }
    for path in [\UploadRow.knownBattery, \.oldestEntryAge, \.interval] { set(path, sparse(doubles(count))) }
    for row in rows.indices { (rows[row].lowPower, rows[row].backlog) = (numbers.flip(3), numbers.flip(5)) }
    set(\.latestEffectiveAt, sparse(integers(count, like: received)))
    return rows
  }
}
