import Foundation
import Synchronization

/// Listens beside the database for the command line, so that the server stays the only writer.
///
/// One line of JSON in, one line out, one command at a time. Only the owner of the files may connect.
final class ControlServer: Sendable {
  private let listener: Int32
  private let wake: (read: Int32, write: Int32)
  private let ended = DispatchSemaphore(value: 0)
  private let isStopped = Mutex(false)
  private let database: String

  /// Listens, and answers with `execute` from now on. The caller holds the lock of the database, so a socket found
  /// there is a dead server's.
  ///
  /// - Throws: `SettingsError`, in words.
  init(database: String, execute: @escaping @Sendable (AdminCommand) -> CommandOutcome) throws(SettingsError)
  {
    self.database = database
    let address = try ControlAddress(database: database)
    let listener = Self.socket()
    var pipes: [Int32] = [-1, -1]
    address.remove()
    // The file is created with the mode of the socket: it is never open to others, not even for a moment.
    let isBound = fchmod(listener, 0o600) == 0 && address.withAddress { bind(listener, $0, $1) } == 0
    guard isBound, listen(listener, 16) == 0, pipe(&pipes) == 0 else {
      let reason = String(cString: strerror(errno))
      close(listener)
      throw SettingsError("cannot listen on \(database).control: \(reason)")
    }
    self.listener = listener
    wake = (pipes[0], pipes[1])
    let thread = Thread { [self] in
      serve(execute)
      ended.signal()
    }
    thread.name = "control"
    thread.start()
  }

  static func socket() -> Int32 {
    Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  /// Answers the current command and ends; calling it again is harmless.
  func stop() {
    let wasStopped = isStopped.withLock { stopped in
      defer { stopped = true }
      return stopped
    }
    guard !wasStopped else { return }
    var byte: UInt8 = 0
    write(wake.write, &byte, 1)
    ended.wait()
    for descriptor in [listener, wake.read, wake.write] { close(descriptor) }
    (try? ControlAddress(database: database))?.remove()
  }

  private func serve(_ execute: (AdminCommand) -> CommandOutcome) {
    while true {
      var waiting = [
        pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
        pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
      ]
      if poll(&waiting, 2, -1) < 0, errno != EINTR { return }
      if waiting[1].revents != 0 { return }
      guard waiting[0].revents != 0 else { continue }
      let peer = accept(listener, nil, nil)
      guard peer >= 0 else {
        usleep(10_000)  // Out of descriptors, say: not a reason to spin.
        continue
      }
      ControlLine.setTimeout(5, of: peer)
      if let line = ControlLine.read(from: peer) {
        _ = ControlLine.write(answer(to: line, execute), to: peer)
      }
      close(peer)
    }
  }

  private func answer(to line: [UInt8], _ execute: (AdminCommand) -> CommandOutcome) -> [UInt8] {
    let outcome: CommandOutcome
    do {
      outcome = execute(try JSONDecoder().decode(AdminCommand.self, from: Data(line)))
    } catch { outcome = .failure("the server does not know this command: \(Words.of(error))") }
    return (try? JSONEncoder().encode(ControlAnswer(outcome))).map(Array.init) ?? []
  }
}

/// The message on the socket: `{ok, result | error, text, exit}`.
struct ControlAnswer: Codable {
  var ok: Bool
  var result: JSONValue?
  var error: String?
  var text: String
  var exit: Int32

  init(_ outcome: CommandOutcome) {
    ok = outcome.exit == 0
    error = outcome.error
    result = outcome.error == nil ? outcome.result : nil
    text = outcome.text
    exit = outcome.exit
  }

  var outcome: CommandOutcome {
    CommandOutcome(result ?? .object(["error": .optional(error)]), text: text, exit: exit)
  }
}
