/// Why a server does not start.
public enum ServerError: Error, Equatable, CustomStringConvertible {
  /// Not an address in numbers, or not a port.
  case badAddress(String)
  /// An entry of ``Configuration/trustedProxies`` that is neither an address nor a network.
  case badProxy(String)
  /// The files of ``Configuration/tls`` cannot be used; the text says why.
  case badCertificate(String)
  /// The process may not open enough files.
  case tooFewDescriptors(needed: Int, allowed: Int)
  /// The library could not listen; the text is its message.
  case cannotListen(String)
  /// A worker thread could not be started.
  case noThread

  /// A sentence for the operator.
  public var description: String {
    switch self {
    case .badAddress(let text): "not an address and port to listen on: \(text)"
    case .badProxy(let text): "not the address of a proxy: \(text)"
    case .badCertificate(let reason): "the certificate cannot be used: \(reason)"
    case .tooFewDescriptors(let needed, let allowed):
      "needs \(needed) open files, the limit is \(allowed); raise RLIMIT_NOFILE or lower the connection limit"
    case .cannotListen(let reason): "cannot listen: \(reason)"
    case .noThread: "cannot start a thread"
    }
  }
}
