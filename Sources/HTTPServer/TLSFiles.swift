/// Where a server's certificate lies.
public struct TLSFiles: Equatable, Sendable {
  /// A PEM file: the server's certificate first, then those between it and the root.
  public var certificate: String
  /// A PEM file with the private key, without a password.
  public var key: String

  /// Files.
  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }
}

/// Why a certificate and its key cannot be used.
struct TLSFault: Error {
  /// A sentence for the operator, without any content of the files.
  let words: String
}
