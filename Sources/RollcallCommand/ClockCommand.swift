import ArgumentParser
import RollcallServer

/// `rollcall clock`.
struct ClockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "The machine's clock, where the server doubts it.",
    subcommands: [Confirm.self])

  struct Confirm: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Says that the machine's clock is right.",
      discussion: """
        A clock that is more than 7 days past the last sign of life, or more than a day before it, is in doubt: nothing
        is purged, and some uploads wait. That ends by itself when the system says that its clock is synchronised, or
        when it has run for a day without a step. Look at the time before you confirm it: `date`.
        """)

    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.confirmClock) }
  }
}
