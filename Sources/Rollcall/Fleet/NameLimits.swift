/// How long names may be, in bytes of UTF-8: the same in forms, requests, the store and its schema.
public enum NameLimits {
  /// Of a workspace, a person, a key, a screen, an event, an outlet and an app.
  public static let name = 1...200
  /// Of a region, a rule and a channel: what stands in menus.
  public static let short = 1...80
}

extension String {
  /// Whether its length in bytes lies in a range.
  public func hasBytes(_ range: ClosedRange<Int>) -> Bool { range.contains(utf8.count) }
}
