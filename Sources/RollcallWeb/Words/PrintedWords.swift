extension Words {
  /// What stands in the margins of printed pages.
  enum Printed {
    /// `Sunday 22 November 2026, 17:05:12, UTC+01:00 (Europe/Ljubljana)`.
    static func instant(_ full: String, _ zone: String) -> String { "\(full) (\(zone))" }
    static func by(_ name: String) -> String { "Opened and printed from Rollcall by \(name)" }
    static let page = "Page "
    static let of = " of "
  }
}
