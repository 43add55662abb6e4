import Rollcall
public import RollcallStore

/// Carries out commands on a store: in the server for the control socket, in the command line without a server.
public struct CommandExecutor: Sendable {
  let store: Store

  /// An executor on an open store.
  public init(store: Store) { self.store = store }

  /// Carries out a command. Blocks. Errors are outcomes, too.
  public func execute(_ command: AdminCommand) -> CommandOutcome {
    AuditOrigin.$current.withValue(AuditOrigin.commandLine) {
      do { return try outcome(of: command) } catch {
        return .failure(Words.of(error) + hint(for: error, of: command))
      }
    }
  }

  /// `; did you mean acme?` behind what was not found; empty when no name is near, or none can be read.
  private func hint(for error: any Error, of command: AdminCommand) -> String {
    guard case .notFound(let what)? = error as? StoreError else { return "" }
    let parts = what.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let names = try? names(of: parts[0], in: command) else { return "" }
    return NearestWord.hint(String(parts[1]), among: names)
  }

  private func names(of kind: Substring, in command: AdminCommand) throws(StoreError) -> [String] {
    if kind == "workspace" { return try store.fleet.workspaces().map(\.slug) }
    guard case .field(let slug, _) = command, let workspace = try store.fleet.workspace(slug: slug) else {
      return []
    }
    return switch kind {
    case "event": try store.events.all(of: workspace.id).map(\.event.slug)
    case "region": try store.fleet.regionFacts(of: workspace.id).map(\.name)
    default: []
    }
  }

  private func outcome(of command: AdminCommand) throws -> CommandOutcome {
    switch command {
    case .addWorkspace(let slug, let name, let timeZone, let retentionDays, let profiles, let country):
      try addWorkspace(slug, name, timeZone, retentionDays, profiles, country ?? "")
    case .setWorkspace(let slug, let name, let timeZone, let retentionDays, let tellsOffline, let country):
      try setWorkspace(slug, name, timeZone, retentionDays, tellsOffline, country)
    case .previewRetention(let slug, let days): try previewRetention(slug, days)
    case .listWorkspaces: try listWorkspaces()
    case .addMember(let slug, let email, let role, let hash, let isSeparate):
      try addMember(slug, email, role, hash, isSeparate)
    case .offerMembership(let slug, let email, let role, let account):
      try offerMembership(slug, email, role, account)
    case .setPassword(let slug, let email, let hash): try setPassword(slug, email, hash)
    case .resetTwoFactor(let slug, let email): try resetTwoFactor(slug, email)
    case .addResponder(let slug, let person): try addResponder(slug, person)
    case .setResponder(let slug, let id, let change): try setResponder(slug, id, change)
    case .importResponders(let slug, let people, let updates):
      try importResponders(slug, people, updates ?? false)
    case .importTrack(let slug, let id, let file): try importTrack(slug, id, Array(file))
    case .listResponders(let slug): try listResponders(slug)
    case .issueToken(let slug, let id, let device, let lifetime): try issueToken(slug, id, device, lifetime)
    case .issueTokens(let slug, let prefix, let lifetime): try issueTokens(slug, prefix, lifetime)
    case .issueApp(let slug, let id, let app): try issueApp(slug, id, app)
    case .issueAPIKey(let slug, let name, let role): try issueAPIKey(slug, name, role)
    case .revokeAPIKey(let slug, let name): try revokeAPIKey(slug, name)
    case .importProfile(let slug, let profile): try importProfile(slug, profile)
    case .showProfiles(let slug): try showProfiles(slug)
    case .seed(let seed): try plant(seed)
    case .exportResponder(let slug, let id, let path): try exportResponder(slug, id, path)
    case .verifyExport(let print, let rows): try verifyExport(print, rows)
    case .field(let slug, let command): try field(slug, command)
    case .hold(let slug, let command): try hold(slug, command)
    case .confirmClock: try confirmClock()
    case .verify(let heads): try verify(by: heads)
    }
  }

  private func confirmClock() throws(StoreError) -> CommandOutcome {
    let wasInDoubt = try store.confirmClock(by: .commandLine)
    let time = store.clock().rfc3339
    return CommandOutcome(
      .object(["time": .string(time), "was_in_doubt": .bool(wasInDoubt)]),
      text: wasInDoubt
        ? "The clock is believed: it is \(time)." : "The clock was not in doubt: it is \(time).")
  }

  private func verify(by heads: [KnownHead]) throws(StoreError) -> CommandOutcome {
    let found = try store.verify() + store.audit.problems(by: heads)
    return try .verified(found, "The database is sound.", known: heads) { () throws(StoreError) in
      try store.audit.auditHeads()
    }
  }
}

extension CommandOutcome {
  /// The result of checking a database or a backup, with the ends of its audits.
  ///
  /// - Parameter known: the ends that were written down elsewhere, all of which stand if there is no problem.
  static func verified(
    _ problems: [String], _ sound: String, known: [KnownHead] = [],
    heads: () throws(StoreError) -> [(slug: String, head: AuditHead)]
  ) throws(StoreError) -> CommandOutcome {
    guard problems.isEmpty else {
      return CommandOutcome(
        .object(["ok": .bool(false), "problems": .array(problems.map(JSONValue.string))]),
        text: problems.joined(separator: "\n"), exit: 1)
    }
    let heads = try heads()
    let kept = known.map {
      "Entry \($0.number) of the audit of \($0.slug) is as it was written down: nothing before it was cut or rewritten."
    }
    let lines = heads.map { "Audit of \($0.slug): \($0.head.count) entries, the last \($0.head.hashText)" }
    return CommandOutcome(
      .object([
        "ok": .bool(true),
        "audit": .array(
          heads.map { slug, head in
            .object([
              "workspace": .string(slug), "entries": .integer(head.count), "hash": .string(head.hashText),
            ])
          }),
      ]), text: ([sound] + kept + lines).joined(separator: "\n"))
  }
}
