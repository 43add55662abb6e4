import CMicroHTTPD

/// A certificate, its intermediates, and the private key. Immutable.
final class TLSIdentity: @unchecked Sendable {
  // Sendable: nothing is changed after `init`, and signing with a key does not change it.
  let certificates: UnsafeMutablePointer<gnutls_pcert_st>
  let count: UInt32
  let key: gnutls_privkey_t

  /// More certificates than this are no chain.
  private static let limit: UInt32 = 16

  /// Reads both files and checks that they belong together.
  init(_ files: TLSFiles) throws(TLSFault) {
    let chain = try Self.bytes(files.certificate)
    let secret = try Self.bytes(files.key)
    guard let key = Self.key(secret) else {
      throw TLSFault(words: "\(files.key): not a private key in PEM without a password")
    }
    let certificates = UnsafeMutablePointer<gnutls_pcert_st>.allocate(capacity: Int(Self.limit))
    let count = Self.read(chain, into: certificates)
    guard count > 0 else {
      certificates.deallocate()
      gnutls_privkey_deinit(key)
      throw TLSFault(words: "\(files.certificate): not a certificate in PEM, or more than \(Self.limit)")
    }
    // From here on deinit frees everything, also when this throws.
    (self.certificates, self.count, self.key) = (certificates, count, key)
    guard Self.belong(key, certificates[0].pubkey) else {
      throw TLSFault(words: "\(files.key) is not the key of the first certificate in \(files.certificate)")
    }
  }

  deinit {
    for index in 0..<Int(count) { gnutls_pcert_deinit(certificates + index) }
    certificates.deallocate()
    gnutls_privkey_deinit(key)
  }

  private static func bytes(_ path: String) throws(TLSFault) -> [UInt8] {
    do {
      return try DirectoryReader.file(path)
    } catch {
      throw TLSFault(words: "\(path): cannot be read")
    }
  }

  private static func key(_ pem: [UInt8]) -> gnutls_privkey_t? {
    var key: gnutls_privkey_t?
    guard gnutls_privkey_init(&key) == 0, let key else { return nil }
    guard withDatum(pem, { gnutls_privkey_import_x509_raw(key, $0, GNUTLS_X509_FMT_PEM, nil, 0) }) == 0 else {
      gnutls_privkey_deinit(key)
      return nil
    }
    return key
  }

  /// How many certificates were read; 0 = invalid.
  private static func read(_ pem: [UInt8], into certificates: UnsafeMutablePointer<gnutls_pcert_st>) -> UInt32
  {
    var count = limit
    let status = withDatum(pem) {
      gnutls_pcert_list_import_x509_raw(certificates, &count, $0, GNUTLS_X509_FMT_PEM, 0)
    }
    return status == 0 ? count : 0
  }

  private static func belong(_ key: gnutls_privkey_t, _ certified: gnutls_pubkey_t?) -> Bool {
    var ours: gnutls_pubkey_t?
    guard let certified, gnutls_pubkey_init(&ours) == 0, let ours else { return false }
    defer { gnutls_pubkey_deinit(ours) }
    guard gnutls_pubkey_import_privkey(ours, key, 0, 0) == 0, let mine = identifier(ours) else {
      return false
    }
    return mine == identifier(certified)
  }

  /// The hash of a public key.
  private static func identifier(_ key: gnutls_pubkey_t) -> [UInt8]? {
    var hash = [UInt8](repeating: 0, count: 64)
    var size = hash.count
    guard gnutls_pubkey_get_key_id(key, GNUTLS_KEYID_USE_SHA256.rawValue, &hash, &size) == 0 else {
      return nil
    }
    return Array(hash.prefix(size))
  }

  private static func withDatum(_ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) -> CInt) -> CInt {
    var bytes = bytes
    return bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(clamping: buffer.count))
      return body(&datum)
    }
  }
}
