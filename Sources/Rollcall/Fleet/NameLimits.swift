/// The lengths of names in bytes of UTF-8. The same limits apply in forms, requests, the store and its
/// schema.
public enum NameLimits {
  /// Workspaces, people, keys, screens, events, outlets and apps.
  public static let name = 1...200
  /// Regions, rules and channels, whose names appear in menus.
  public static let short = 1...80
}

extension String {
  /// Whether its length in bytes lies in a range.
  public func hasBytes(_ range: ClosedRange<Int>) -> Bool { range.contains(utf8.count) }
}
