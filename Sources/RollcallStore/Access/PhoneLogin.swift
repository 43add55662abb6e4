import Foundation
public import Rollcall
import SQL

/// A login code to send to a phone.
public struct OTPMessage: Equatable, Sendable {
  /// The recipient.
  public let number: PhoneNumber
  /// Six digits.
  public let code: String
  /// The name of the workspace of the login.
  public let workspace: String
  /// When the code expires.
  public let expiresAt: Timestamp
}

/// A successful login of a phone, with the tokens that are returned only here.
public struct PhoneLogin: Sendable {
  /// Who logged in.
  public let responder: Responder
  /// Its session.
  public let session: PhoneSession
  /// The tokens of the session.
  public let tokens: PhoneTokens
}

extension PhoneStore {
  /// Creates a code for a number, registered or not, with the same effort. Returns the message to send; `nil`
  /// when no responder has the number, or too many codes were requested.
  ///
  /// - Parameters:
  ///   - device: the requesting device, if it said so: 1 to 128 bytes.
  ///   - network: the network of the request's address.
  public func requestOTP(
    _ number: PhoneNumber, device: String?, network: String,
    done: @escaping @Sendable (Result<OTPMessage?, StoreError>) -> Void
  ) {
    write(rows: 2) { [otpKey = store.otpKey] transaction -> OTPMessage? in
      var generator = SystemRandomNumberGenerator()
      let code = OTPDigits.random(using: &generator)
      let owner = try transaction.phones.owner(of: number)
      let source = try transaction.phones.source(network: network, device: device, owner: owner)
      var otp = try transaction.phones.otp(of: number)
      let isSent = otp.ask(hash: otpKey.hash(code, of: number), from: source, at: transaction.now)
      try transaction.phones.save(otp, of: number)
      guard let owner, isSent, let workspace = try Workspaces.find(owner.workspace, transaction.db) else {
        return nil
      }
      return OTPMessage(
        number: number, code: code, workspace: workspace.name,
        expiresAt: transaction.now.advanced(by: OTPNumber.codeLifetime))
    } done: {
      done($0)
    }
  }

  /// Logs a phone in by its code, and ends the responder's other session. `nil` when the code is wrong, for
  /// whatever reason, with the same effort.
  ///
  /// - Parameters:
  ///   - code: a code that was sent, or one issued by an admin.
  ///   - device: the installation, 1 to 128 bytes.
  ///   - network: the network of the login's address.
  ///   - about: the phone's description of itself.
  public func loginByOTP(
    _ number: PhoneNumber, code: String, device: String, network: String, about: PhoneDevice = PhoneDevice(),
    done: @escaping @Sendable (Result<PhoneLogin?, StoreError>) -> Void
  ) {
    write(rows: 4) { [otpKey = store.otpKey, sessions = store.sessions] transaction -> PhoneLogin? in
      let hash = otpKey.hash(code, of: number)
      guard !OTPDigits.isLetIn(code) else {
        guard let person = try transaction.phones.letIn(number, hash) else { return nil }
        return try transaction.phones.login(person, device: device, about: about, sessions: sessions)
      }
      let owner = try transaction.phones.owner(of: number)
      let source = try transaction.phones.source(network: network, device: device, owner: owner)
      var otp = try transaction.phones.otp(of: number)
      let isRight = otp.check(hash: hash, from: source, at: transaction.now)
      try transaction.phones.save(otp, of: number)
      guard isRight, let owner else { return nil }
      return try transaction.phones.login(owner, device: device, about: about, sessions: sessions)
    } done: {
      done($0)
    }
  }
}

extension PhoneWrites {
  fileprivate func login(
    _ responder: Responder, device: String, about: PhoneDevice, sessions: SessionDirectory
  ) throws -> PhoneLogin {
    let chain = RefreshChain(startedAt: now)
    let issued = try beginSession(
      responder.id, in: responder.workspace, deviceID: device, lifetime: chain.expiresAt.since(now),
      accessLifetime: RefreshChain.accessLifetime, device: about, sessions: sessions)
    let refresh = RefreshToken.first()
    try begin(refresh, of: issued.session)
    try transaction.liveness.contact(issued.session)
    try transaction.audit(
      .phone(responder.id), "token.login", subject: "responder \(responder.id.rawValue)",
      in: responder.workspace)
    return PhoneLogin(
      responder: responder, session: issued.session,
      tokens: PhoneTokens(
        access: issued.token.text, refresh: refresh.text, expiresIn: RefreshChain.accessLifetime))
  }
}

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
