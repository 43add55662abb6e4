/// Amounts rounded for people, the same on every machine.
enum Rounded {
  /// A distance: `350 m`, `1.2 km`, from 10 km on `14 km`.
  static func metres(_ metres: Double) -> String {
    guard let whole = Int64(exactly: max(0, metres).rounded()) else { return "? m" }
    if whole < 1_000 { return "\(whole) m" }
    if whole >= 9_950 { return "\((whole + 500) / 1_000) km" }
    let tenths = (whole + 50) / 100
    return "\(tenths / 10).\(tenths % 10) km"
  }

  /// A share, 0…1: `38 %`.
  static func percent(_ share: Double) -> String {
    guard let whole = Int64(exactly: (share * 100).rounded()) else { return "? %" }
    return "\(whole) %"
  }
}
