import ArgumentParser
import RollcallServer

/// `rollcall member`.
struct MemberCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "member", abstract: "Adds the people of the console and sets their passwords.",
    subcommands: [Add.self, SetPassword.self, ResetTwoFactor.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Gives somebody a role in a workspace; whoever exists already keeps their password.")

    @Argument var slug: String
    @Argument var email: String
    @Option(help: "owner, admin, dispatcher, auditor or viewer.") var role: String
    @Flag(help: "Read the password from standard input. Required: an argument would be seen by others.")
    var passwordStdin = false
    @OptionGroup var options: DatabaseOptions

    func validate() throws { try requirePasswordStdin(passwordStdin) }

    func run() throws {
      let password = try Terminal.password()
      try options.run(
        .addMember(slug: slug, email: email, role: role, passwordHash: try hash(password)))
    }
  }

  struct SetPassword: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Sets a member's password and logs them out everywhere.")

    @Argument var slug: String
    @Argument var email: String
    @Flag(help: "Read the password from standard input. Required: an argument would be seen by others.")
    var passwordStdin = false
    @OptionGroup var options: DatabaseOptions

    func validate() throws { try requirePasswordStdin(passwordStdin) }

    func run() throws {
      let password = try Terminal.password()
      try options.run(.setPassword(slug: slug, email: email, passwordHash: try hash(password)))
    }
  }
}

extension MemberCommand {
  struct ResetTwoFactor: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Turns off the second factor of who lost phone and codes; logs them out everywhere.")

    @Argument var slug: String
    @Argument var email: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.resetTwoFactor(slug: slug, email: email)) }
  }
}

private func requirePasswordStdin(_ isThere: Bool) throws {
  guard isThere else { throw ValidationError("the password comes from standard input: say --password-stdin") }
}

/// A password that may not be chosen is a failure of the command, not of the configuration.
private func hash(_ password: String) throws -> String {
  do { return try Passwords.hash(password) } catch { throw Failure(description: Words.of(error)) }
}
