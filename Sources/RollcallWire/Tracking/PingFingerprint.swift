public import Rollcall

extension Sequence where Element == Ping {
  /// Appends the pings in canonical form: equal pings in equal order give equal bytes, others do not, however
  /// the JSON was written. The hash of these bytes is the fingerprint of an upload.
  ///
  /// A ping is a bit set of its present optional fields, then its fields in the order of the contract, eight
  /// bytes each, little endian; words are one byte. Fingerprints are stored for days: a change of this layout
  /// would make the retry of an upload look like the reuse of its key.
  public func appendFingerprint(to bytes: inout [UInt8]) {
    for ping in self { ping.appendFingerprint(to: &bytes) }
  }
}

extension Ping {
  /// Appends the ping in canonical form; see the sequence's `appendFingerprint(to:)`.
  public func appendFingerprint(to bytes: inout [UInt8]) {
    bytes.append(word: presence)
    bytes.append(word: position.latitude.canonicalBits)
    bytes.append(word: position.longitude.canonicalBits)
    bytes.append(UInt8(truncatingIfNeeded: isMock.rawValue))
    for integer in [sequence, recordedAt?.milliseconds, visitID] {
      if let integer { bytes.append(word: UInt64(bitPattern: integer)) }
    }
    for number in [fixAge, accuracy, speed, heading, altitude, batteryLevel] {
      if let number { bytes.append(word: number.canonicalBits) }
    }
    if let source { bytes.append(source.fingerprint) }
    if let signalQuality { bytes.append(signalQuality.fingerprint) }
  }

  /// A bit for each optional field that is present.
  private var presence: UInt64 {
    let present = [
      sequence != nil, recordedAt != nil, visitID != nil, fixAge != nil, accuracy != nil, speed != nil,
      heading != nil, altitude != nil, batteryLevel != nil, source != nil, signalQuality != nil,
    ]
    return present.enumerated().reduce(0) { bits, field in field.element ? bits | 1 << field.offset : bits }
  }
}

extension Ping.Source {
  fileprivate var fingerprint: UInt8 {
    switch self {
    case .gps: 1
    case .network: 2
    case .passive: 3
    }
  }
}

extension Ping.SignalQuality {
  fileprivate var fingerprint: UInt8 {
    switch self {
    case .good: 1
    case .fair: 2
    case .poor: 3
    }
  }
}

extension Double {
  /// The same bits for equal numbers: −0 is 0.
  fileprivate var canonicalBits: UInt64 { (self == 0 ? 0 : self).bitPattern }
}

extension [UInt8] {
  fileprivate mutating func append(word: UInt64) {
    var rest = word
    for _ in 0..<8 {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
