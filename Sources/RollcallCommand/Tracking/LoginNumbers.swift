import Rollcall
import RollcallServer
import Simulator

/// The phone numbers with which simulated people log in.
struct LoginNumbers: Sendable {
  private var numbers: [Responder.ID: String]

  init(_ numbers: [Responder.ID: String]) { self.numbers = numbers }

  /// Loads the numbers of the people of a workspace.
  init(of slug: String, _ execute: (AdminCommand) -> CommandOutcome) throws {
    let people = try execute(.listResponders(slug: slug)).value["responders"]?.items ?? []
    let found = people.compactMap { person in
      person["id"]?.integer.flatMap { id in person["phone"]?.text.map { (Responder.ID(id), $0) } }
    }
    numbers = Dictionary(found, uniquingKeysWith: { first, _ in first })
  }

  /// Their numbers, and others'.
  func joined(_ others: LoginNumbers) -> LoginNumbers {
    LoginNumbers(numbers.merging(others.numbers) { first, _ in first })
  }

  /// Requests the login code of a responder; `nil` = they have no number, or get no code.
  ///
  /// - Parameter ask: requests the code of a number. Blocks.
  func code(of id: Responder.ID, _ ask: (PhoneNumber) throws -> String?) -> PhoneCode? {
    guard let number = numbers[id], let typed = PhoneNumber(number), let code = try? ask(typed) else {
      return nil
    }
    return PhoneCode(number: number, code: code)
  }
}
