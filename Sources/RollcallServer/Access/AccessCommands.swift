import Rollcall
import RollcallStore
import RollcallWire

extension CommandExecutor {
  func setResponder(_ slug: String, _ id: Int64, _ change: PersonChange) throws(StoreError) -> CommandOutcome
  {
    // Checked first: all is changed, or nothing.
    let rule = try change.dutyRule.map { text throws(StoreError) in try dutyRule(text) }
    let responder = try store.phones.setResponder(
      Responder.ID(id), slug: slug, name: change.name, phone: change.phone, profile: change.profile,
      region: change.region, isActive: change.isActive, skills: change.skills)
    if let rule { try store.liveness.setDutyRule(rule, of: responder.id, slug: slug) }
    return CommandOutcome(object(responder), text: line(responder))
  }

  /// A duty rule by its name or in its JSON; `default` = none of their own.
  private func dutyRule(_ text: String) throws(StoreError) -> DutyRule? {
    let document = text.hasPrefix("{") ? text : "{\"rule\":\"\(text)\"}"
    do throws(WireError) {
      return try DutyRuleRequest.decode(bytes: Array(document.utf8)).rule
    } catch {
      throw .invalid("a duty rule is manual, reporting, default, or the JSON of a timetable: \(text)")
    }
  }

  func addMember(
    _ slug: String, _ email: String, _ role: String, _ hash: String, _ isSeparate: Bool
  ) throws(StoreError) -> CommandOutcome {
    let id = try store.accounts.addMember(
      email: email, passwordHash: hash, role: try known(role), slug: slug, isSeparate: isSeparate)
    return CommandOutcome(.object(["id": .integer(id.rawValue)]), text: "\(email) is \(role) in \(slug).")
  }

  func offerMembership(
    _ slug: String, _ email: String, _ role: String, _ account: Int64?
  ) throws(StoreError) -> CommandOutcome {
    let id = try store.accounts.offerMembership(
      email: email, account: account.map { Member.ID($0) }, role: try known(role), slug: slug)
    return CommandOutcome(
      .object(["offered_to": .integer(id.rawValue)]),
      text: "\(email) is \(role) in \(slug) once they accept it, logged in, under Account. Within 7 days.")
  }

  func setPassword(_ slug: String, _ email: String, _ hash: String) throws(StoreError) -> CommandOutcome {
    try store.accounts.setPassword(email: email, passwordHash: hash, slug: slug)
    return CommandOutcome(
      .object(["email": .string(email)]), text: "\(email) has a new password and is logged out everywhere.")
  }

  func resetTwoFactor(_ slug: String, _ email: String) throws(StoreError) -> CommandOutcome {
    try store.accounts.resetTwoFactor(email: email, slug: slug)
    return CommandOutcome(
      .object(["email": .string(email)]),
      text: "\(email) logs in with the password alone and is logged out everywhere.")
  }

  func issueToken(
    _ slug: String, _ id: Int64, _ device: String, _ lifetime: Milliseconds
  ) throws(StoreError) -> CommandOutcome {
    let issued = try store.phones.issueToken(
      slug: slug, responder: Responder.ID(id), deviceID: device, lifetime: lifetime)
    return CommandOutcome(
      .object([
        "access_token": .string(issued.token.text), "session_id": .integer(issued.session.id.rawValue),
      ]), text: issued.token.text)
  }

  func issueTokens(_ slug: String, _ prefix: String, _ lifetime: Milliseconds) throws(StoreError)
    -> CommandOutcome
  {
    let issued = try store.phones.issueTokens(slug: slug, devicePrefix: prefix, lifetime: lifetime)
    let tokens = issued.map { one in
      JSONValue.object([
        "responder_id": .integer(one.session.responder.rawValue), "access_token": .string(one.token.text),
      ])
    }
    return CommandOutcome(
      .object(["tokens": .array(tokens)]),
      text: issued.map { "\($0.session.responder.rawValue)  \($0.token.text)" }.joined(separator: "\n"))
  }

  func issueAPIKey(_ slug: String, _ name: String, _ role: String) throws(StoreError) -> CommandOutcome {
    let secret = try store.members.issueAPIKey(slug: slug, name: name, role: try known(role))
    return CommandOutcome(.object(["api_key": .string(secret.text)]), text: secret.text)
  }

  func revokeAPIKey(_ slug: String, _ name: String) throws(StoreError) -> CommandOutcome {
    try store.members.revokeAPIKey(slug: slug, name: name)
    return CommandOutcome(.object(["revoked": .string(name)]), text: "The key \(name) has ended.")
  }

  func known(_ role: String) throws(StoreError) -> Role {
    guard let known = Role(rawValue: role) else {
      throw .invalid("\(role) is no role; roles are \(Role.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return known
  }
}
