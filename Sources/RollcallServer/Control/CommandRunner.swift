import Foundation
import RollcallStore

/// Carries out a command on a database, whether or not a server has it open.
public enum CommandRunner {
  /// How long to wait while another command holds the database, or a server is starting. Seconds.
  static let patience = 10.0

  /// Opens the database and carries out the command; if a server has it open, asks the server. Blocks.
  public static func run(_ command: AdminCommand, database: String) -> CommandOutcome {
    guard command.makesDatabase || Store.exists(at: database) else {
      return .failure("\(database): there is no such database; `workspace add` and `seed` make one")
    }
    let deadline = Date(timeIntervalSinceNow: patience)
    while true {
      do {
        var options = Store.Options(readers: 1)
        options.machine = .ofSystem
        if let store = try Store.openUnlessHeld(path: database, options: options) {
          defer { store.close() }
          return CommandExecutor(store: store).execute(command)
        }
      } catch { return .failure(Words.of(error)) }
      if let outcome = ask(command, database) { return outcome }
      guard Date() < deadline else {
        return .failure("\(database) is in use by another process that takes no commands")
      }
      usleep(50_000)
    }
  }

  /// The server's answer; `nil` when none listens.
  static func ask(_ command: AdminCommand, _ database: String) -> CommandOutcome? {
    guard let address = try? ControlAddress(database: database),
      let line = try? JSONEncoder().encode(command)
    else { return nil }
    let descriptor = ControlServer.socket()
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard address.withAddress({ connect(descriptor, $0, $1) }) == 0 else { return nil }
    ControlLine.setTimeout(300, of: descriptor)
    guard ControlLine.write(line, to: descriptor), let answer = ControlLine.read(from: descriptor),
      let decoded = try? JSONDecoder().decode(ControlAnswer.self, from: Data(answer))
    else {
      return .failure(
        "the server was asked and did not answer; whether it carried the command out is unknown")
    }
    return decoded.outcome
  }
}

extension Store {
  /// Opens a store; `nil` while another process has it open.
  static func openUnlessHeld(path: String, options: Options) throws -> Store? {
    do { return try Store(path: path, options: options) } catch StoreError.unavailable(let words)
      where words.hasSuffix("is in use by another process")
    { return nil }
  }
}
