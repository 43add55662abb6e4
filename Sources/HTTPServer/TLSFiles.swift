import CMicroHTTPD
import Synchronization

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

/// The certificate for new connections. Existing connections keep theirs.
final class TLSKeeper: Sendable {
  private let files: TLSFiles
  private let identity: Mutex<TLSIdentity>

  init(_ files: TLSFiles) throws(TLSFault) {
    self.files = files
    identity = Mutex(try TLSIdentity(files))
  }

  var current: TLSIdentity { identity.withLock { $0 } }

  /// Reads the files again. When it throws, the present certificate stays in force.
  func reload() throws(TLSFault) {
    let fresh = try TLSIdentity(files)
    let old = identity.withLock { identity in
      defer { identity = fresh }
      return identity
    }
    withExtendedLifetime(old) {}
  }
}

/// The library asks for the certificate of a handshake; the connection keeps it alive.
func certificateThunk(
  _ session: gnutls_session_t?, _ authorities: UnsafePointer<gnutls_datum_t>?, _ authorityCount: CInt,
  _ algorithms: UnsafePointer<gnutls_pk_algorithm_t>?, _ algorithmCount: CInt,
  _ certificates: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
  _ count: UnsafeMutablePointer<UInt32>?, _ key: UnsafeMutablePointer<gnutls_privkey_t?>?
) -> CInt {
  guard let session, let opaque = cmhd_handshake_context(session), let certificates, let count, let key else {
    return -1
  }
  let connection = Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
  guard let identity = connection.core.tls?.current else { return -1 }
  connection.identity = identity
  certificates.pointee = identity.certificates
  count.pointee = identity.count
  key.pointee = identity.key
  return 0
}

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
