import Foundation
public import Rollcall
import RollcallWire

/// How the server wants this phone to report: the answer to `GET /app/v1/config`. Saved, and in force as soon
/// as it arrives.
public struct PhoneConfig: Codable, Equatable, Sendable {
  /// The profile's name, e.g. `responder`.
  public var profile: String
  /// The profile's rules, first match first.
  public var rules: [ProfileRule]
  /// The rule that the server considers in force.
  public var rule: String?
  /// How many pings the phone keeps; `nil` = no limit.
  public var queueLimit: Int?
  /// How many pings an upload may carry.
  public var batchLimit: Int?
  /// Which pings to send first; `nil` = the phone decides.
  public var order: Profile.Order?
  /// The workspace's time zone, e.g. `Europe/Ljubljana`. Rules for a time of day use it.
  public var timeZone: String?
  /// Feature switches, which may differ between people.
  public var flags: Flags

  /// The switches. One that the server does not name is on.
  public struct Flags: Codable, Equatable, Sendable {
    /// Off: the profile's last rule always applies, whatever the conditions on the phone.
    public var adaptiveIntervals: Bool?
    /// Off: the app uses the platform's own location API.
    public var nativeFallback: Bool?

    enum CodingKeys: String, CodingKey {
      case adaptiveIntervals = "adaptive_intervals"
      case nativeFallback = "native_fallback"
    }

    /// All on.
    public init() {}
  }

  enum CodingKeys: String, CodingKey {
    case profile, rules, rule, order, flags
    case queueLimit = "queue_limit"
    case batchLimit = "batch_limit"
    case timeZone = "time_zone"
  }

  /// Creates a configuration.
  public init(profile: String, rules: [ProfileRule], queueLimit: Int? = nil, order: Profile.Order? = nil) {
    self.profile = profile
    self.rules = rules
    self.queueLimit = queueLimit
    self.order = order
    flags = Flags()
  }

  /// The configuration before the first one arrives: a ping each minute, or each 50 m.
  public static let beforeTheFirst = PhoneConfig(
    profile: "", rules: [ProfileRule(name: "until configured", interval: 60, distance: 50)])

  /// The workspace's time zone; `nil` when the server does not name it, or this phone does not know it.
  var zone: TimeZone? { timeZone.flatMap { TimeZone(identifier: $0) } }

  /// The rule in force on this phone; `nil` only for a profile without rules.
  public func rule(under conditions: ReportingConditions) -> ProfileRule? {
    guard flags.adaptiveIntervals ?? true else { return rules.last }
    return Profile(name: profile, rules: rules).rule(under: conditions)
  }
}

/// A configuration and its `ETag`.
public struct TaggedConfig: Codable, Equatable, Sendable {
  /// The configuration.
  public var config: PhoneConfig
  /// The `ETag`; `nil` = none was given.
  public var tag: String?
}

extension DeviceQueue {
  private var configKey: String { "config.\(owner.rawValue)" }

  /// The owner's last configuration; `nil` = none, or saved by another version.
  func config() throws -> TaggedConfig? {
    try store.kept(configKey).flatMap { try? JSONDecoder().decode(TaggedConfig.self, from: $0) }
  }

  func save(_ config: TaggedConfig) throws { try store.save(JSONEncoder().encode(config), as: configKey) }
}

extension RollcallClient {
  /// Fetches the configuration, once; `nil` = unchanged since this tag.
  func config(unless tag: String?) async -> Outcome<TaggedConfig?> {
    let call = call("GET", "/app/v1/config", headers: tag.map { ["If-None-Match": $0] } ?? [:])
    let outcome: Outcome<TaggedConfig?> = await outcome(of: call) { answer, _ in
      struct Answered: Decodable { var data: PhoneConfig }
      guard let config = try? JSONDecoder().decode(Answered.self, from: Data(answer.body)).data else {
        return nil
      }
      return .some(TaggedConfig(config: config, tag: answer.headers["etag"]))
    }
    if case .refused(let refusal) = outcome, refusal.status == 304 { return .done(nil) }
    return outcome
  }
}
