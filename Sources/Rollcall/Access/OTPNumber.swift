/// The login attempts of a phone number. Kept for registered and unknown numbers alike, so that the
/// difference cannot be observed.
///
/// A stranger who knows the number must neither guess a code nor keep its owner from logging in. Codes always
/// go to the owner's phone, and any valid code lets any phone in. So the requests and the guesses are
/// limited, by source:
///
/// - A code can be tried 5 times from where it was requested (the same device or network); tries from
///   elsewhere do not use these up. From elsewhere, one network gets 5 wrong tries a day.
/// - After `freeGuesses` a day in all, codes can no longer be tried from elsewhere, and only once from where
///   they were requested.
/// - A network gets 3 codes in 10 minutes and 6 a day; all networks together get 12 a day, and then one each
///   half hour.
/// - A device that has logged in as the owner before is a source of its own: tries and codes of others do not
///   count against it. If the owner is locked out nevertheless, an admin can issue a code.
///
/// The bound: a guess is one comparison of a wrong code with a valid code. Strangers make at most
/// `freeGuesses` comparisons plus one last round (15 codes can be valid at once) before the limit holds, and
/// afterwards one for each code that is sent: 12 and one each half hour, 60 a day. With 60 + 15 + 60
/// comparisons of a million codes, a day of the widest attack guesses one with a probability below 1 in
/// 7,000, while the owner's phone gets 60 messages. From a single network, whose 6 codes are tried 5 times by
/// their device and 5 times by others, it is 1 in 16,000.
public struct OTPNumber: Equatable, Sendable {
  /// Where a code is requested or tried from.
  public struct Source: Equatable, Sendable {
    /// The network of the address.
    public var network: String
    /// The installation, if the app sent it.
    public var device: String?
    /// Whether the owner of the number has logged in with this device before.
    public var isKnown: Bool

    /// Creates a source.
    public init(network: String, device: String? = nil, isKnown: Bool = false) {
      (self.network, self.device, self.isKnown) = (network, device, isKnown)
    }

    /// The key under which its requests and failures are counted; a known device is counted apart from its
    /// network.
    var name: String { isKnown ? "device \(device ?? "")" : network }
  }

  /// A valid code that has not been used.
  public struct Code: Equatable, Sendable {
    /// Its hash.
    public var hash: [UInt8]
    /// The network that requested it.
    public var network: String
    /// The device that requested it, if the app sent it.
    public var device: String?
    /// When it stops being valid.
    public var expiresAt: Timestamp
    /// How often other devices of its network tried it.
    public var networkChecks: Int
    /// How often its own device tried it.
    public var deviceChecks: Int

    /// Creates a code.
    public init(
      hash: [UInt8], network: String, device: String?, expiresAt: Timestamp, networkChecks: Int = 0,
      deviceChecks: Int = 0
    ) {
      (self.hash, self.network, self.device, self.expiresAt) = (hash, network, device, expiresAt)
      (self.networkChecks, self.deviceChecks) = (networkChecks, deviceChecks)
    }
  }

  /// Something that a source did.
  public struct Act: Equatable, Sendable {
    /// When it happened.
    public var at: Timestamp
    /// The source's name: see `Source.name`.
    public var source: String
    /// Whether it was a device that had logged in before.
    public var isKnown: Bool
    /// How many valid codes a wrong one was compared with.
    public var guesses: Int

    /// Creates an act.
    public init(at: Timestamp, source: String, isKnown: Bool, guesses: Int = 0) {
      (self.at, self.source, self.isKnown, self.guesses) = (at, source, isKnown, guesses)
    }
  }

  /// Codes created within the last 24 hours, the oldest first.
  public private(set) var sends: [Act]
  /// Wrong tries within the last 24 hours, the oldest first.
  public private(set) var failures: [Act]
  /// The valid codes, the oldest first.
  public private(set) var codes: [Code]

  /// How long a code is valid, milliseconds.
  public static let codeLifetime: Milliseconds = 5 * 60_000
  /// How often one code can be tried from where it was requested.
  public static let checksPerCode = 5
  /// How many comparisons with codes requested elsewhere one network or known device gets.
  public static let failuresPerSource = 5
  /// How many comparisons all strangers get in 24 hours before a code can be tried only from its own source.
  public static let freeGuesses = 60
  /// How many codes one source gets within 10 minutes, and within 24 hours.
  public static let sendsPerWindow = 3, sendsPerSource = 6
  /// How many codes all strangers together get within 24 hours before they are slowed down.
  public static let freeSends = 12
  /// The interval between codes for strangers after that, milliseconds.
  public static let sendPause: Milliseconds = 30 * 60_000
  /// The most failures that are remembered.
  static let failuresKept = 200
  static let sendWindow: Milliseconds = 10 * 60_000
  static let day: Milliseconds = 24 * 3_600_000
  /// A number unchanged for this long is forgotten, milliseconds.
  public static let memory: Milliseconds = day

  /// Restores a number's stored history; empty for a new one.
  public init(sends: [Act] = [], failures: [Act] = [], codes: [Code] = []) {
    (self.sends, self.failures, self.codes) = (sends, failures, codes)
  }

  /// Adds a new code to the valid ones. Returns false, and creates nothing, when too many were requested.
  ///
  /// - Parameter hash: of the new code.
  public mutating func ask(hash: [UInt8], from source: Source, at now: Timestamp) -> Bool {
    forget(at: now)
    guard maySend(source, at: now) else { return false }
    sends.append(Act(at: now, source: source.name, isKnown: source.isKnown))
    codes.append(
      Code(
        hash: hash, network: source.network, device: source.device,
        expiresAt: now.advanced(by: Self.codeLifetime)))
    return true
  }

  /// Tries a code. A right one uses up all codes; a wrong one counts as a failure.
  ///
  /// - Parameter hash: of the text that was typed.
  public mutating func check(hash: [UInt8], from source: Source, at now: Timestamp) -> Bool {
    forget(at: now)
    let guesses = strangersGuesses
    let mayTryOthers =
      failures.count { $0.source == source.name && $0.isKnown == source.isKnown } < Self.failuresPerSource
      && (source.isKnown || guesses < Self.freeGuesses)
    let limit = source.isKnown || guesses < Self.freeGuesses ? Self.checksPerCode : 1
    var (isRight, compared) = (false, 0)
    for index in codes.indices {
      let isOwn = codes[index].take(source, limit: limit)
      guard isOwn ?? mayTryOthers else { continue }
      compared += 1
      if Self.isEqual(codes[index].hash, hash) { isRight = true }
    }
    guard !isRight else {
      codes = []
      return true
    }
    if compared > 0 || mayTryOthers {
      failures.append(Act(at: now, source: source.name, isKnown: source.isKnown, guesses: compared))
    }
    if failures.count > Self.failuresKept { trimFailures() }
    return false
  }

  /// How many comparisons strangers have used up.
  private var strangersGuesses: Int {
    failures.reduce(0) { $1.isKnown ? $0 : $0 + $1.guesses }
  }

  private func maySend(_ source: Source, at now: Timestamp) -> Bool {
    let own = sends.filter { $0.source == source.name && $0.isKnown == source.isKnown }
    guard own.count < Self.sendsPerSource,
      own.count(where: { Self.isWithin(Self.sendWindow, of: now, $0.at) }) < Self.sendsPerWindow
    else { return false }
    guard !source.isKnown else { return true }
    let strangers = sends.filter { !$0.isKnown }
    guard strangers.count >= Self.freeSends, let last = strangers.last else { return true }
    return !Self.isWithin(Self.sendPause, of: now, last.at)
  }

  /// Drops the oldest failures without comparisons, which count only against their own source.
  private mutating func trimFailures() {
    if let index = failures.firstIndex(where: { $0.guesses == 0 }) {
      failures.remove(at: index)
    } else {
      failures.removeFirst()
    }
  }

  /// Drops entries that are too old, or so far ahead that the clock must have been set back.
  private mutating func forget(at now: Timestamp) {
    sends.removeAll { !Self.isWithin(Self.day, of: now, $0.at) }
    failures.removeAll { !Self.isWithin(Self.day, of: now, $0.at) }
    codes.removeAll { $0.expiresAt <= now || $0.expiresAt.since(now) > Self.codeLifetime }
  }

  private static func isWithin(_ span: Milliseconds, of now: Timestamp, _ instant: Timestamp) -> Bool {
    now.since(instant) < span && instant.since(now) < span
  }

  /// Compares in constant time.
  private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension OTPNumber.Code {
  /// Counts a try from where the code was requested. Returns whether it may be compared; `nil` when it comes
  /// from elsewhere.
  ///
  /// - Parameter limit: how often it may be tried from there, 1 or more.
  fileprivate mutating func take(_ source: OTPNumber.Source, limit: Int) -> Bool? {
    if let device, device == source.device {
      guard deviceChecks < limit else { return false }
      deviceChecks += 1
      return true
    }
    guard network == source.network, !source.isKnown else { return nil }
    // When only one try is left, it belongs to the device that requested the code.
    guard networkChecks < limit, limit > 1 || device == nil else { return false }
    networkChecks += 1
    return true
  }
}
