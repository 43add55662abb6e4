import CMicroHTTPD
import Synchronization

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
