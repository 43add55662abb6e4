/// How a phone describes itself when it logs in.
public struct PhoneDevice: Equatable, Sendable {
  /// The owner's name for it, or its model. At most 100 bytes, like all here; `nil` = not sent.
  public var name: String?
  /// `Android`
  public var platform: String?
  /// `14`
  public var osVersion: String?
  /// `3.2.1`
  public var appVersion: String?

  /// The most bytes of each.
  public static let limit = 100

  /// Creates a description; `nil` for what was not sent.
  public init(
    name: String? = nil, platform: String? = nil, osVersion: String? = nil, appVersion: String? = nil
  ) {
    (self.name, self.platform, self.osVersion, self.appVersion) = (name, platform, osVersion, appVersion)
  }
}
