import CMicroHTTPD

extension TLSFiles {
  /// When the server's certificate expires, seconds since 1970; `nil` when there is none to read.
  public var expiry: Int64? {
    guard let pem = try? DirectoryReader.file(certificate) else { return nil }
    var certificate: gnutls_x509_crt_t?
    guard gnutls_x509_crt_init(&certificate) == 0, let certificate else { return nil }
    defer { gnutls_x509_crt_deinit(certificate) }
    let status = pem.withUnsafeBufferPointer { bytes in
      var datum = gnutls_datum_t(
        data: UnsafeMutablePointer(mutating: bytes.baseAddress), size: UInt32(clamping: bytes.count))
      return gnutls_x509_crt_import(certificate, &datum, GNUTLS_X509_FMT_PEM)
    }
    guard status == 0 else { return nil }
    let end = gnutls_x509_crt_get_expiration_time(certificate)
    return end < 0 ? nil : Int64(end)
  }

  /// Why the two files cannot be used together; `nil` when they can.
  public var fault: String? {
    do throws(TLSFault) {
      _ = try TLSIdentity(self)
      return nil
    } catch { return error.words }
  }
}

/// The library below.
public enum ServerLibrary {
  /// The version of the loaded libmicrohttpd.
  public static var version: String { MHD_get_version().map { String(cString: $0) } ?? "unknown" }
}
