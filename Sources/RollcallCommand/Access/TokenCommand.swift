import ArgumentParser
import Rollcall
import RollcallServer

/// `rollcall token`.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Begins phones' sessions without OTP.", subcommands: [Issue.self])

  struct Issue: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Begins a responder's session and prints its access token; the session before it ends.")

    @Argument var slug: String
    @Argument(help: "The responder; none with --all.") var responderID: Int64?
    @Option(name: .customLong("device-id"), help: "The installation's own id.") var deviceID: String?
    @Flag(help: "One for each active responder.") var all = false
    @Option(help: "With --all: device ids are this and the responder's id.") var devicePrefix: String?
    @Option(help: "How long it works: a number with s, m, h or d.") var expiresIn = Lifetime(
      milliseconds: 90 * 86_400_000)
    @OptionGroup var options: DatabaseOptions

    func validate() throws {
      if all, responderID != nil || deviceID != nil {
        throw ValidationError("--all takes --device-prefix instead of a responder and --device-id")
      }
      if all, devicePrefix == nil { throw ValidationError("--all needs --device-prefix") }
      if !all, responderID == nil || deviceID == nil {
        throw ValidationError("name a responder and --device-id, or --all and --device-prefix")
      }
    }

    func run() throws {
      let lifetime = expiresIn.milliseconds
      if let responderID, let deviceID {
        try options.run(
          .issueToken(slug: slug, responder: responderID, deviceID: deviceID, lifetime: lifetime))
      } else if let devicePrefix {
        try options.run(.issueTokens(slug: slug, devicePrefix: devicePrefix, lifetime: lifetime))
      }
    }
  }
}

/// A duration on the command line: `90d`, `12h`, `30m`, `45s`.
struct Lifetime: ExpressibleByArgument {
  var milliseconds: Milliseconds

  init(milliseconds: Milliseconds) { self.milliseconds = milliseconds }

  init?(argument: String) {
    guard let unit = Self.units.first(where: { argument.utf8.last == $0.letter })?.length,
      let count = Milliseconds(argument.dropLast()), (1...1_000_000_000).contains(count)
    else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: unit)
    guard !overflow, product <= 36_500 * 86_400_000 else { return nil }
    milliseconds = product
  }

  /// From the longest.
  private static let units: [(letter: UInt8, length: Milliseconds)] = [
    (UInt8(ascii: "d"), 86_400_000), (UInt8(ascii: "h"), 3_600_000), (UInt8(ascii: "m"), 60_000),
    (UInt8(ascii: "s"), 1_000),
  ]

  /// The default in the help: in the longest unit that divides it.
  var defaultValueDescription: String {
    guard let unit = Self.units.first(where: { milliseconds % $0.length == 0 }) else {
      return "\(Double(milliseconds) / 1_000)s"
    }
    return "\(milliseconds / unit.length)\(Unicode.Scalar(unit.letter))"
  }
}
