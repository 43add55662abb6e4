import CCurl
import Synchronization

/// Hands mail to the operator's server, one connection per mail.
final class Mailer: Sendable {
  private let settings: MailSettings?
  private let timeout: Int
  private let stopped = Atomic(false)
  /// How many times longer a mail with a file may take.
  private static let patienceForFiles = 6

  /// - Parameter timeout: for a whole call, milliseconds, 1…600000.
  init(_ settings: MailSettings?, timeout: Int64) {
    self.settings = settings
    self.timeout = Int(min(max(timeout, 1), 600_000))
  }

  /// Sends and waits. A recipient whom the server refuses does not stop the others.
  func send(_ message: ChannelMessage, to recipients: [String]) -> Outcome {
    guard let settings else { return Outcome(.refused, "This server sends no mail") }
    guard !stopped.load(ordering: .sequentiallyConsistent), let handle = CurlHandle() else {
      return Outcome(.retry, "Not sent: the program was stopping")
    }
    let source = MailSource(MailText.bytes(message, from: settings, to: recipients))
    let transfer = Transfer(isGuarded: false) { [self] in stopped.load(ordering: .sequentiallyConsistent) }
    let carriesFile = message.attachment != nil
    let (code, status) = handle.mail(
      settings, recipients, source, security: settings.security(forFile: carriesFile),
      timeout: carriesFile ? min(timeout * Self.patienceForFiles, 600_000) : timeout, transfer: transfer)
    return Self.report(code, status: status)
  }

  /// Ends the transfers in progress, within about a second, for good.
  func stop() { stopped.store(true, ordering: .sequentiallyConsistent) }

  /// Maps libcurl's code and the server's last answer to an outcome.
  ///
  /// https://curl.se/libcurl/c/libcurl-errors.html
  static func report(_ code: CURLcode, status: Int) -> Outcome {
    let known = status == 0 ? nil : status
    func again(_ reason: String) -> Outcome {
      Outcome(.retry, reason, status: known)
    }
    switch code {
    case CURLE_OK: return Outcome(.accepted, status: known)
    case CURLE_LOGIN_DENIED: return again("The mail server does not take our login")
    case CURLE_USE_SSL_FAILED: return again("The mail server offers no TLS, without which nothing is sent")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
      return again("The mail server's certificate is not trusted")
    case CURLE_OPERATION_TIMEDOUT: return again("No answer in time")
    case CURLE_COULDNT_RESOLVE_HOST: return again("The mail server's name is not found")
    case CURLE_COULDNT_CONNECT: return again("The mail server cannot be reached")
    case CURLE_ABORTED_BY_CALLBACK: return again("Not sent: the program was stopping")
    default: break
    }
    if (500...599).contains(status) {
      return Outcome(.refused, "The mail server refuses the mail (\(status))", status: status)
    }
    return again(known.map { "The mail server answered \($0)" } ?? "The connection broke")
  }
}

/// The bytes of a mail for libcurl. Belongs to the sending thread.
final class MailSource {
  private let bytes: [UInt8]
  private var sent = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(_ buffer: UnsafeMutablePointer<CChar>?, _ room: Int) -> Int {
    guard let buffer else { return 0 }
    let count = min(room, bytes.count - sent)
    bytes[sent..<sent + count].withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: buffer, count: count).copyMemory(from: $0)
    }
    sent += count
    return count
  }
}
