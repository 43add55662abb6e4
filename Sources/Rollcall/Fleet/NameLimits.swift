/// The lengths of names in bytes of UTF-8. The same limits apply in forms, requests, the store and its
/// schema.
public enum NameLimits {
  /// Workspaces, people, keys, screens, events, outlets and apps.
  public static let name = 1...200
  /// Regions, rules and channels, whose names appear in menus.
  public static let short = 1...80

  /// How long a text may be, for people: `1 to 200 characters, fewer where they have accents or are not Latin`. It is
  /// measured in bytes.
  public static func words(_ bytes: ClosedRange<Int>) -> String {
    "\(bytes.lowerBound) to \(counted(bytes.upperBound))"
  }

  /// The same for one that may be empty: `at most 500 characters, …`.
  public static func words(upTo bytes: Int) -> String { "at most \(counted(bytes))" }

  private static func counted(_ bytes: Int) -> String {
    let rest = String(bytes % 1_000)
    let number =
      bytes < 1_000 ? rest : "\(bytes / 1_000)," + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    return "\(number) characters, fewer where they have accents or are not Latin"
  }
}

extension String {
  /// Whether its length in bytes lies in a range.
  public func hasBytes(_ range: ClosedRange<Int>) -> Bool { range.contains(utf8.count) }
}
