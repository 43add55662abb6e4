public import Rollcall

/// The kit's recent history, for investigating why a phone was silent: classes of events, counts and ages. It
/// holds no positions, names, numbers or tokens, so it may be sent to the developers as it is.
public struct DeviceLog: Equatable, Sendable {
  /// A class of events.
  public enum Event: String, Sendable {
    case started, upToDate, waiting, refused, evicted, loggedIn, sessionEnded, storageFailed, configured,
      setAside
  }

  /// One line.
  public struct Entry: Equatable, Sendable {
    /// When, by the phone's clock.
    public var at: Timestamp
    /// The class of the event.
    public var event: Event
    /// A detail from a fixed list, e.g. `captive_portal`.
    public var detail: String?
    /// How many, or how often in a row.
    public var count: Int
    /// The age of the oldest waiting ping when this was last noted, seconds; `nil` = none waited, or undated.
    public var age: Int?
  }

  /// How many entries are kept: the newest.
  public static let limit = 500

  /// The entries, oldest first.
  public private(set) var entries: [Entry] = []

  /// An empty log.
  public init() {}

  /// Adds an entry. Consecutive repeats are counted instead.
  ///
  /// - Parameter oldest: when the oldest waiting ping was taken.
  mutating func record(
    _ event: Event, _ detail: StaticWord? = nil, count: Int = 1, oldest: Timestamp? = nil, at now: Timestamp
  ) {
    let age = oldest.map { Int(clamping: max(0, now.since($0)) / 1_000) }
    var entry = Entry(at: now, event: event, detail: detail?.word, count: count, age: age)
    if let last = entries.last, last.event == event, last.detail == entry.detail {
      entry.count = min(last.count + count, 1_000_000_000)
      entries[entries.count - 1] = entry
      return
    }
    entries.append(entry)
    entries.removeFirst(max(0, entries.count - Self.limit))
  }

  /// The log as lines of text: `2026-11-21T08:00:00.000Z waiting no_network 3 oldest 840 s`.
  public var text: String { entries.map(\.text).joined(separator: "\n") }
}

extension DeviceLog.Entry {
  fileprivate var text: String {
    [at.rfc3339, event.rawValue, detail, String(count), age.map { "oldest \($0) s" }].compactMap { $0 }
      .joined(separator: " ")
  }
}

/// A word from the program's own text, never from a person, a server or a sensor.
struct StaticWord {
  static let tokens = StaticWord("tokens")
  let word: String
  private init(_ text: StaticString) { word = text.description }
  init(_ failure: SendPace.Failure) { word = failure.rawValue }
  init(status: Int) { word = "status \(status)" }
  /// The type of an error, without its message.
  init(_ error: any Error) {
    word =
      switch error as? DeviceStoreError {
      case .foreign: "foreign"
      case .full: "full"
      case .damaged: "damaged"
      case .unavailable: "unavailable"
      case nil: "other"
      }
  }
}
