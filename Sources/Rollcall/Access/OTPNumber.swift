/// What is kept of a phone number that asks to log in, whether it is anybody's or not: nobody may learn the
/// difference.
public struct OTPNumber: Equatable, Sendable {
  /// A code that was made and has not been used.
  public struct Code: Equatable, Sendable {
    /// Its hash.
    public var hash: [UInt8]
    /// The device it is bound to: whichever asked for it, else the first that tries it.
    public var deviceID: String?
    /// From when on it is worth nothing.
    public var expiresAt: Timestamp
    /// How often it was tried, 0…5.
    public var checks: Int

    /// A code from its parts.
    public init(hash: [UInt8], deviceID: String?, expiresAt: Timestamp, checks: Int = 0) {
      self.hash = hash
      self.deviceID = deviceID
      self.expiresAt = expiresAt
      self.checks = checks
    }
  }

  /// When codes were made, those of the last 10 minutes.
  public private(set) var sends: [Timestamp]
  /// When something wrong was tried, over all codes, that of the last 24 hours.
  public private(set) var failures: [Timestamp]
  /// The code that can be used.
  public private(set) var code: Code?

  /// How long a code can be used, milliseconds.
  public static let codeLifetime: Milliseconds = 5 * 60_000
  /// How often one code can be tried.
  public static let checksPerCode = 5
  /// How many wrong tries of one number within 24 hours.
  public static let failuresPerDay = 20
  /// How many codes within 10 minutes.
  public static let sendsPerWindow = 3
  static let sendWindow: Milliseconds = 10 * 60_000
  static let day: Milliseconds = 24 * 3_600_000
  /// After how long without a change nothing of a number counts any more.
  public static let memory: Milliseconds = day

  /// A number's history, as it was kept; nothing for one that is new.
  public init(sends: [Timestamp] = [], failures: [Timestamp] = [], code: Code? = nil) {
    self.sends = sends
    self.failures = failures
    self.code = code
  }

  /// Makes a code the one that can be used, in place of the one before; returns whether to send it. When there were
  /// too many codes or wrong tries, nothing is made.
  ///
  /// - Parameters:
  ///   - hash: of the new code.
  ///   - device: that asks, where it said so.
  public mutating func ask(hash: [UInt8], device: String?, at now: Timestamp) -> Bool {
    forget(at: now)
    guard sends.count < Self.sendsPerWindow, failures.count < Self.failuresPerDay else { return false }
    sends.append(now)
    code = Code(hash: hash, deviceID: device, expiresAt: now.advanced(by: Self.codeLifetime))
    return true
  }

  /// Tries a code; whether it is the right one. The right one is used up, anything else is a failure.
  ///
  /// - Parameters:
  ///   - hash: of what was typed.
  ///   - device: that tries.
  public mutating func check(hash: [UInt8], device: String, at now: Timestamp) -> Bool {
    forget(at: now)
    guard failures.count < Self.failuresPerDay else { return false }
    guard var tried = code else { return fail(at: now) }
    let owner = tried.deviceID ?? device
    (tried.deviceID, tried.checks) = (owner, tried.checks + 1)
    guard owner == device, Self.isEqual(tried.hash, hash) else {
      code = tried.checks < Self.checksPerCode ? tried : nil
      return fail(at: now)
    }
    code = nil
    return true
  }

  private mutating func fail(at now: Timestamp) -> Bool {
    failures.append(now)
    if failures.count >= Self.failuresPerDay { code = nil }
    return false
  }

  /// Lets go of what is too old, or so far ahead that the clock must have been set back.
  private mutating func forget(at now: Timestamp) {
    sends.removeAll { !Self.isWithin(Self.sendWindow, of: now, $0) }
    failures.removeAll { !Self.isWithin(Self.day, of: now, $0) }
    guard let code else { return }
    if code.expiresAt <= now || code.expiresAt.since(now) > Self.codeLifetime { self.code = nil }
  }

  private static func isWithin(_ span: Milliseconds, of now: Timestamp, _ instant: Timestamp) -> Bool {
    now.since(instant) < span && instant.since(now) < span
  }

  /// In a time that does not tell where two hashes differ.
  private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
