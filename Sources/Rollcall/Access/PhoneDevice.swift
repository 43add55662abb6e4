/// What a phone says of itself when it logs in.
public struct PhoneDevice: Equatable, Sendable {
  /// What its owner calls it, or its model: at most 100 bytes, like all here; `nil` = not said.
  public var name: String?
  /// `Android`
  public var platform: String?
  /// `14`
  public var osVersion: String?
  /// `3.2.1`
  public var appVersion: String?

  /// The most bytes of each.
  public static let limit = 100

  /// What was said; nothing, where nothing is said.
  public init(
    name: String? = nil, platform: String? = nil, osVersion: String? = nil, appVersion: String? = nil
  ) {
    (self.name, self.platform, self.osVersion, self.appVersion) = (name, platform, osVersion, appVersion)
  }
}
