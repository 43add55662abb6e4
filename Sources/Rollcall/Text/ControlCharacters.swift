extension Unicode.Scalar {
  /// Whether this is a control character: U+0000 to U+001F or U+007F to U+009F.
  public var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension StringProtocol {
  /// Whether the text contains a control character.
  ///
  /// Checks scalars: as characters, CR and LF are one, and a combining mark can hide what it follows.
  public var hasControlCharacters: Bool { unicodeScalars.contains(where: \.isControl) }

  /// The text without its control characters.
  public var withoutControlCharacters: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { !$0.isControl }))
  }
}
