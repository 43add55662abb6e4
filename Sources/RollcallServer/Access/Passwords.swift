import RollcallWeb

/// Passwords as the console checks them.
public enum Passwords {
  /// The hash to store. Blocks for a good part of a second.
  ///
  /// - Throws: `SettingsError` for a password that is not allowed.
  public static func hash(_ password: String) throws -> String {
    guard PasswordHasher.isAcceptable(password) else {
      throw SettingsError("a password is 8 to 1,024 bytes long")
    }
    return try PasswordHasher().hash(password)
  }

  /// A new password: 20 unambiguous letters and digits, in groups of five.
  public static func random() -> String {
    let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
    var generator = SystemRandomNumberGenerator()
    let groups = (0..<4).map { _ in
      String((0..<5).compactMap { _ in letters.randomElement(using: &generator) })
    }
    return groups.joined(separator: "-")
  }
}
