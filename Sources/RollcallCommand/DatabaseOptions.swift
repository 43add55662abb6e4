import ArgumentParser
import Foundation
import RollcallServer

/// Options of every command that works on a database.
struct DatabaseOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The database; else the variable ROLLCALL_DATABASE.", valueName: "file"))
  var database: String?

  @Flag(help: "Print one JSON object on the last line of standard output.") var json = false

  /// The path of the database.
  ///
  /// - Throws: `SettingsError` when none is given.
  func path() throws(SettingsError) -> String {
    let named = database ?? ProcessInfo.processInfo.environment["ROLLCALL_DATABASE"] ?? ""
    guard !named.isEmpty else {
      throw SettingsError("no database: name one with --database FILE or ROLLCALL_DATABASE")
    }
    return try Settings.realPath(of: named)
  }

  /// Executes a command, prints its outcome, and exits with its code.
  func run(_ command: @autoclosure () throws -> AdminCommand) throws {
    let outcome = try reporting { CommandRunner.run(try command(), database: try path()) }
    try show(outcome)
  }

  /// Prints an outcome; throws its exit code when it is a failure.
  func show(_ outcome: CommandOutcome) throws { try Terminal.show(outcome, json: json) }

  /// Runs `body`. Prints an error that it throws as text, and exits with its code.
  func reporting<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw Terminal.exit(for: error, json: json) }
  }
}

/// Standard input and output.
enum Terminal {
  /// Whether a person reads standard error as it is written.
  static var showsErrors: Bool { isatty(2) == 1 }

  /// Prints an outcome; throws its exit code when it is a failure.
  static func show(_ outcome: CommandOutcome, json: Bool) throws {
    if outcome.error != nil {
      complain(outcome.text)
    } else if !json, !outcome.text.isEmpty {
      print(outcome.text)
    }
    if json { print(outcome.result.line) }
    guard outcome.exit == 0 else { throw ExitCode(outcome.exit) }
  }

  /// Prints an error on standard error.
  static func complain(_ words: String) {
    FileHandle.standardError.write(Data("rollcall: \(words)\n".utf8))
  }

  /// Prints an error. Returns its exit code: 78 for the configuration, else 1.
  static func exit(for error: any Error, json: Bool = false) -> any Error {
    if error is ExitCode || error is ValidationError || error is CleanExit { return error }
    let words = Words.of(error)
    complain(words)
    if json { print(JSONValue.object(["error": .string(words)]).line) }
    return error is SettingsError ? ExitCode(78) : ExitCode.failure
  }

  /// Reads a password: the first line of standard input.
  static func password() throws -> String {
    guard let line = readLine(strippingNewline: true), !line.isEmpty else {
      throw ValidationError("--password-stdin: nothing on standard input")
    }
    return line
  }
}
