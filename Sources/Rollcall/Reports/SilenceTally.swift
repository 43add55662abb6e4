/// Silences counted by their cause and by the phone that fell silent, to show which phones end the app or
/// lose the network.
public struct SilenceTally: Equatable, Sendable {
  /// How a phone describes itself when it logs in; empty where it says nothing.
  public struct Phone: Hashable, Sendable {
    /// `android`, `ios` …
    public var platform: String
    /// Its system's version.
    public var system: String
    /// The app's version.
    public var app: String
    /// Who made it, by ``PhoneBrand``.
    public var maker: String

    /// Creates a phone.
    public init(platform: String = "", system: String = "", app: String = "", maker: String = "") {
      (self.platform, self.system, self.app, self.maker) = (platform, system, app, maker)
    }
  }

  /// What is counted together: a cause and a phone.
  public struct Key: Hashable, Sendable {
    /// Why they fell silent.
    public var cause: Cause
    /// Which phones.
    public var phone: Phone

    /// Creates a key.
    public init(_ cause: Cause, _ phone: Phone) { (self.cause, self.phone) = (cause, phone) }
  }

  /// The silences of one key.
  public struct Sum: Equatable, Sendable {
    /// How many.
    public var silences = 0
    /// Of how many people.
    public var people: Int { responders.count }
    /// The total time, milliseconds; at most `Int64.max`.
    public var length: Milliseconds = 0
    /// The longest, milliseconds.
    public var longest: Milliseconds = 0
    fileprivate var responders: Set<Responder.ID> = []
  }

  /// The sum for each cause and phone.
  public private(set) var sums: [Key: Sum] = [:]

  /// Nothing.
  public init() {}

  /// Counts a silence; an open one lasts until `now`.
  public mutating func add(_ silence: Silence, of responder: Responder.ID, _ phone: Phone, now: Timestamp) {
    let length = silence.quiet.span(at: now).length
    let key = Key(silence.cause, phone)
    var sum = sums[key] ?? Sum()
    sum.silences += 1
    let (whole, isTooLong) = sum.length.addingReportingOverflow(length)
    sum.length = isTooLong ? .max : whole
    sum.longest = max(sum.longest, length)
    sum.responders.insert(responder)
    sums[key] = sum
  }

  /// The sums, the most silences first; ties by cause and phone.
  public var ranked: [(key: Key, sum: Sum)] {
    sums.map { ($0.key, $0.value) }.sorted { one, other in
      one.1.silences != other.1.silences
        ? one.1.silences > other.1.silences : Self.order(one.0).lexicographicallyPrecedes(Self.order(other.0))
    }
  }

  private static func order(_ key: Key) -> [String] {
    [key.cause.rawValue, key.phone.platform, key.phone.system, key.phone.app, key.phone.maker]
  }
}
