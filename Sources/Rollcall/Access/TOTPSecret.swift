/// The secret shared by a member's app and the server.
public struct TOTPSecret: Equatable, Sendable {
  /// 20 random bytes.
  public let bytes: [UInt8]

  /// A secret of these bytes; `nil` unless there are `TOTP.secretLength`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == TOTP.secretLength else { return nil }
    self.bytes = bytes
  }

  /// The secret in base 32, as apps accept it: 32 letters and digits.
  public var text: String { BaseEncoding.base32.text(of: bytes) }

  /// The same in groups of four, for typing it by hand.
  public var grouped: String {
    let letters = Array(text.utf8)
    return stride(from: 0, to: letters.count, by: 4).map {
      String(decoding: letters[$0..<min($0 + 4, letters.count)], as: UTF8.self)
    }.joined(separator: " ")
  }

  /// The content of the QR code: `otpauth://totp/…`, in Google's key URI format.
  ///
  /// - Parameters:
  ///   - account: the member's address.
  ///   - issuer: the name that the app shows above it.
  public func address(account: String, issuer: String = "Rollcall") -> String {
    let name = PercentEncoding.text(of: issuer)
    return "otpauth://totp/\(name):\(PercentEncoding.text(of: account))?secret=\(text)&issuer=\(name)"
      + "&algorithm=SHA1&digits=6&period=30"
  }
}
