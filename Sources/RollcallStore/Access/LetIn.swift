import Foundation
public import Rollcall
import SQL

extension PhoneStore {
  /// How long an admin's login code is valid, ms: 15 minutes.
  public static let letInLifetime: Milliseconds = 15 * 60_000

  /// Creates a code with which a phone logs in as a responder without an SMS, once, whatever strangers have
  /// tried with their number. An earlier one ends. A restart ends it, too.
  ///
  /// - Returns: the ten digits, which are not stored.
  /// - Throws: `notFound`; `invalid` when they are inactive or have no number.
  public func makeLetInCode(
    of responder: Responder.ID, in scope: Scope
  ) throws(StoreError) -> String {
    let (actor, workspace) = (scope.actor, scope.workspace)
    var generator = SystemRandomNumberGenerator()
    let code = OTPDigits.letIn(using: &generator)
    try write(scope) { [otpKey = store.otpKey] transaction in
      let found = try transaction.db.first(
        "SELECT * FROM responder WHERE workspace_id = \(workspace) AND id = \(responder)", as: Responder.self)
      guard let person = found else {
        throw StoreError.notFound("responder \(responder.rawValue)")
      }
      guard person.isActive, let number = person.phone.flatMap({ PhoneNumber($0) }) else {
        throw StoreError.invalid("Only somebody active with a phone number can be let in")
      }
      try transaction.db.run(
        """
        INSERT INTO let_in (workspace_id, responder_id, code_hash, made_at, expires_at)
        VALUES (\(workspace), \(responder), \(otpKey.hash(code, of: number)), \(transaction.now),
          \(transaction.now.advanced(by: Self.letInLifetime)))
        ON CONFLICT (workspace_id, responder_id) DO UPDATE SET code_hash = excluded.code_hash,
          made_at = excluded.made_at, expires_at = excluded.expires_at
        """)
      try transaction.audit(
        actor, "token.let-in", subject: "responder \(responder.rawValue)", in: workspace)
    }
    return code
  }
}

extension PhoneWrites {
  /// The responder whom a code logs in, among all with the number, in any workspace. The code is used up.
  func letIn(_ number: PhoneNumber, _ hash: [UInt8]) throws -> Responder? {
    let person = try db.first(
      """
      SELECT responder.* FROM responder
      JOIN let_in ON let_in.workspace_id = responder.workspace_id AND responder_id = responder.id
      WHERE phone = \(number.text) AND active = 1 AND code_hash = \(hash) AND expires_at > \(now)
      """, as: Responder.self)
    guard let person else { return nil }
    try db.run("DELETE FROM let_in WHERE workspace_id = \(person.workspace) AND responder_id = \(person.id)")
    return person
  }
}
