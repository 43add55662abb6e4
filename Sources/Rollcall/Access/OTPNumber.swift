/// What is kept of a phone number that asks to log in, whether it is anybody's or not: nobody may learn the
/// difference.
///
/// A stranger who knows the number must neither guess a code nor keep its owner from logging in. Codes go to the
/// owner's phone whoever asks for them, and any of them lets any phone in while it lives. What is limited is the
/// asking and the guessing, by source:
///
/// - A code is tried 5 times from where it was asked for (the same device or network); tries from elsewhere do not use
///   it up. From elsewhere, 5 wrong tries a day from one network.
/// - After `freeGuesses` a day from wherever, codes can no longer be tried from elsewhere, and once only from where they
///   were asked for.
/// - A network gets 3 codes in 10 minutes and 6 a day; all of them together 12 a day, and then one each half hour.
/// - A device that has logged in as the owner before is a source of its own: others' tries and codes do not count
///   against it. An admin can let in whoever is shut out nevertheless.
///
/// The bound: a guess is one comparison of a wrong code with a code that lives. Strangers make at most `freeGuesses`
/// plus one last round (15 codes can live at once) of comparisons before the limit holds, and afterwards one for each
/// code that is sent: 12 and one each half hour, 60 a day. With 60 + 15 + 60 comparisons of a million codes, a day of
/// the widest attack guesses one with less than 1 in 7,000, while the owner's phone gets 60 messages. From a single
/// network, whose 6 codes are tried 5 times by their device and 5 times by others, it is 1 in 16,000.
public struct OTPNumber: Equatable, Sendable {
  /// From where a code is asked for or tried.
  public struct Source: Equatable, Sendable {
    /// The network of the address, as far as it is counted as one.
    public var network: String
    /// The installation, where it said so.
    public var device: String?
    /// Whether the owner of the number has logged in with this device before.
    public var isKnown: Bool

    /// A source from its parts.
    public init(network: String, device: String? = nil, isKnown: Bool = false) {
      (self.network, self.device, self.isKnown) = (network, device, isKnown)
    }

    /// What its sends and failures are counted under; a known device is counted apart from its network.
    var name: String { isKnown ? "device \(device ?? "")" : network }
  }

  /// A code that was made and has not been used.
  public struct Code: Equatable, Sendable {
    /// Its hash.
    public var hash: [UInt8]
    /// The network it was asked for from.
    public var network: String
    /// The device that asked for it, where it said so.
    public var device: String?
    /// From when on it is worth nothing.
    public var expiresAt: Timestamp
    /// How often it was tried from its network by other devices than its own.
    public var networkChecks: Int
    /// How often it was tried by its device.
    public var deviceChecks: Int

    /// A code from its parts.
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
    /// When.
    public var at: Timestamp
    /// By whom: see `Source.name`.
    public var source: String
    /// Whether it was a device that had logged in before.
    public var isKnown: Bool
    /// With how many codes a wrong one was compared.
    public var guesses: Int

    /// An act from its parts.
    public init(at: Timestamp, source: String, isKnown: Bool, guesses: Int = 0) {
      (self.at, self.source, self.isKnown, self.guesses) = (at, source, isKnown, guesses)
    }
  }

  /// When codes were made within the last 24 hours, the oldest first.
  public private(set) var sends: [Act]
  /// When something wrong was tried within the last 24 hours, the oldest first.
  public private(set) var failures: [Act]
  /// The codes that can be used, the oldest first.
  public private(set) var codes: [Code]

  /// How long a code can be used, milliseconds.
  public static let codeLifetime: Milliseconds = 5 * 60_000
  /// How often one code can be tried from where it was asked for.
  public static let checksPerCode = 5
  /// How many wrong codes of one network or known device are compared with codes that were asked for elsewhere.
  public static let failuresPerSource = 5
  /// With how many codes wrong ones of strangers are compared in 24 hours before only a code's own source tries it.
  public static let freeGuesses = 60
  /// How many codes of one source within 10 minutes, and within 24 hours.
  public static let sendsPerWindow = 3, sendsPerSource = 6
  /// How many codes of strangers within 24 hours, whatever the network, before they are slowed down.
  public static let freeSends = 12
  /// How far apart they then are, milliseconds.
  public static let sendPause: Milliseconds = 30 * 60_000
  /// The most failures that are remembered.
  static let failuresKept = 200
  static let sendWindow: Milliseconds = 10 * 60_000
  static let day: Milliseconds = 24 * 3_600_000
  /// After how long without a change nothing of a number counts any more.
  public static let memory: Milliseconds = day

  /// A number's history, as it was kept; nothing for one that is new.
  public init(sends: [Act] = [], failures: [Act] = [], codes: [Code] = []) {
    (self.sends, self.failures, self.codes) = (sends, failures, codes)
  }

  /// Makes a code that can be used beside those that live; returns whether to send it. When too many were asked for,
  /// nothing is made.
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

  /// Tries a code; whether it is a right one. With it all codes are used up, anything else is a failure.
  ///
  /// - Parameter hash: of what was typed.
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

  /// With how many codes wrong ones of strangers were compared.
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

  /// Lets go of the oldest failures that compared nothing: they count against nobody but their own source.
  private mutating func trimFailures() {
    if let index = failures.firstIndex(where: { $0.guesses == 0 }) {
      failures.remove(at: index)
    } else {
      failures.removeFirst()
    }
  }

  /// Lets go of what is too old, or so far ahead that the clock must have been set back.
  private mutating func forget(at now: Timestamp) {
    sends.removeAll { !Self.isWithin(Self.day, of: now, $0.at) }
    failures.removeAll { !Self.isWithin(Self.day, of: now, $0.at) }
    codes.removeAll { $0.expiresAt <= now || $0.expiresAt.since(now) > Self.codeLifetime }
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

extension OTPNumber.Code {
  /// Counts a try from where the code was asked for: whether it may be compared; `nil` from elsewhere.
  ///
  /// - Parameter limit: how often it may be tried from there, 1 or more.
  fileprivate mutating func take(_ source: OTPNumber.Source, limit: Int) -> Bool? {
    if let device, device == source.device {
      guard deviceChecks < limit else { return false }
      deviceChecks += 1
      return true
    }
    guard network == source.network, !source.isKnown else { return nil }
    // The last try, when only one is left, is for the device that asked.
    guard networkChecks < limit, limit > 1 || device == nil else { return false }
    networkChecks += 1
    return true
  }
}
