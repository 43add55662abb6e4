import ArgumentParser
import RollcallServer

/// `rollcall member`.
struct MemberCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "member", abstract: "Adds the people of the console and sets their passwords.",
    subcommands: [Add.self, SetPassword.self, ResetTwoFactor.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes an account with a role in a workspace, or offers the role to an account that exists.")

    @Argument var slug: String
    @Argument var email: String
    @Option(help: "owner, admin, dispatcher, auditor or viewer.") var role: String
    @Flag(
      help: """
        Read the new account's password from standard input. Required without --existing: an argument would be seen by \
        others.
        """)
    var passwordStdin = false
    @Flag(
      help: """
        Offer the membership to the account that this address has. It begins when its holder accepts it, and the account \
        keeps its password.
        """)
    var existing = false
    @Option(help: "With --existing: which account, when the address has several.") var account: Int64?
    @Flag(help: "Make an account of its own, although this address has one already.") var separate = false
    @OptionGroup var options: DatabaseOptions

    func validate() throws {
      guard existing else {
        guard account == nil else { throw ValidationError("--account goes with --existing") }
        return try requirePasswordStdin(passwordStdin)
      }
      guard !passwordStdin else {
        throw ValidationError("--existing keeps the account's password: leave --password-stdin out")
      }
      guard !separate else { throw ValidationError("--existing or --separate, not both") }
    }

    func run() throws {
      guard !existing else {
        return try options.run(.offerMembership(slug: slug, email: email, role: role, account: account))
      }
      let password = try Terminal.password()
      try options.run(
        .addMember(
          slug: slug, email: email, role: role, passwordHash: try hash(password), isSeparate: separate))
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

/// Hashes the password. A password that is not allowed is a failure of the command, not of the configuration.
private func hash(_ password: String) throws -> String {
  do { return try Passwords.hash(password) } catch { throw Failure(description: Words.of(error)) }
}
