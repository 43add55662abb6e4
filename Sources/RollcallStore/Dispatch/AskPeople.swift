public import Rollcall
import SQL

extension DispatchStore {
  /// Asks people to take an incident: down the ranking, or the people picked. While the ranking runs, people
  /// picked are asked in addition.
  ///
  /// - Throws: `notFound` for incident or responder; `conflict` with the reason, in words, when the incident
  ///   is over or taken, or none of the people picked can be asked now.
  public func ask(
    _ asking: Asking, for incident: Incident.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { try $0.dispatch.ask(asking, for: incident, by: actor, in: workspace) }
  }

  /// Takes an incident from its assignees, who learn of it at their next contact, and asks others.
  ///
  /// - Parameters:
  ///   - expected: only from the assignee with this accepted offer, which must be in force; `nil` = from all.
  ///   - reason: why, at most 500 bytes; may be empty.
  /// - Throws: `notFound`, `invalid`, `conflict`; nothing was changed then.
  public func reassign(
    _ incident: Incident.ID, from expected: Offer.ID? = nil, to asking: Asking, because reason: String = "",
    in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard reason.utf8.count <= 500 else { throw .invalid("A reason is \(NameLimits.words(upTo: 500))") }
    try write(scope) { transaction in
      try transaction.dispatch.check(asking)
      try transaction.dispatch.refusable(in: workspace) {
        try transaction.dispatch.advance(incident, in: workspace, by: actor) { machine in
          if let expected, !machine.file.assignees.contains(where: { $0.offer == expected }) {
            throw StoreError.conflict("Who has the incident has changed meanwhile")
          }
          try machine.reassign(
            asking, from: expected, because: reason,
            try transaction.dispatch.field(for: incident, in: workspace),
            at: transaction.now)
        }
      }
      try transaction.audit(
        actor, "incident.reassign", subject: Incidents.order(incident), in: workspace)
    }
  }

  /// A workspace's dispatch settings. Blocks.
  public func dispatchSettings(of workspace: Workspace.ID) throws(StoreError) -> DispatchSettings {
    try read { try DispatchCases.settings(of: workspace, $0) }
  }

  /// Sets the times for answers and graces; open offers keep theirs.
  ///
  /// - Throws: `invalid` for a time out of range.
  public func set(
    _ settings: DispatchSettings, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    let times = Incident.Severity.allCases.map { settings.answerTime($0) }
    guard times.allSatisfy(Asking.answerTimes.contains) else {
      throw .invalid("The time to answer is 15 to 600 seconds")
    }
    guard DispatchSettings.graces.contains(settings.grace) else {
      throw .invalid("The grace is 0 to 3,600 seconds")
    }
    guard DispatchSettings.hearingLimits.contains(settings.hearingLimit) else {
      throw .invalid("The time to hear of an offer is 5 to 3,600 seconds")
    }
    guard DispatchSettings.extraOfferCounts.contains(settings.extraOffers) else {
      throw .invalid("A critical incident has 0 to 4 extra offers")
    }
    try write(scope) { transaction in
      let old = try DispatchCases.settings(of: workspace, transaction.db)
      try transaction.db.run(
        """
        INSERT INTO dispatch_setting
          (workspace_id, answer_low_ms, answer_normal_ms, answer_high_ms, answer_critical_ms, grace_ms,
            hearing_limit_ms, extra_offers, offers_by_text)
        VALUES (\(workspace), \(times[0]), \(times[1]), \(times[2]), \(times[3]), \(settings.grace),
          \(settings.hearingLimit), \(settings.extraOffers), \(settings.offersByText))
        ON CONFLICT (workspace_id) DO UPDATE SET answer_low_ms = excluded.answer_low_ms,
          answer_normal_ms = excluded.answer_normal_ms, answer_high_ms = excluded.answer_high_ms,
          answer_critical_ms = excluded.answer_critical_ms, grace_ms = excluded.grace_ms,
          hearing_limit_ms = excluded.hearing_limit_ms, extra_offers = excluded.extra_offers,
          offers_by_text = excluded.offers_by_text
        """)
      if old.offersByText, !settings.offersByText { try transaction.push.endTexts(in: workspace) }
      try transaction.audit(
        actor, "dispatch.set", subject: "dispatch",
        change: AuditChange(Self.values(old), Self.values(settings)),
        in: workspace)
    }
  }

  /// The settings as audit values.
  private static func values(_ settings: DispatchSettings) -> [String: String] {
    var values = [
      "grace": "\(settings.grace / 1_000) s", "hearing_limit": "\(settings.hearingLimit / 1_000) s",
      "extra_offers": "\(settings.extraOffers)", "offers_by_text": "\(settings.offersByText)",
    ]
    for severity in Incident.Severity.allCases {
      values["answer_\(severity.rawValue)"] = "\(settings.answerTime(severity) / 1_000) s"
    }
    return values
  }
}

extension DispatchWrites {
  func ask(
    _ asking: Asking, for incident: Incident.ID, by actor: Actor, in workspace: Workspace.ID
  ) throws {
    try check(asking)
    try refusable(in: workspace) {
      try advance(incident, in: workspace, by: actor) { machine in
        try machine.ask(asking, try field(for: incident, in: workspace), at: now)
      }
    }
    let people = asking.picks.map { "\($0.rawValue)" }.joined(separator: " ")
    try transaction.audit(
      actor, "incident.ask", subject: Incidents.order(incident),
      detail:
        "\(asking.mode.rawValue)\(people.utf8.isEmpty ? "" : " \(people)"), \(asking.answerWithin / 1_000) s",
      in: workspace)
  }

  /// Checks that there are people to ask, and not too many.
  func check(_ asking: Asking) throws {
    guard asking.picks.count <= Asking.pickLimit else {
      throw StoreError.invalid("At most \(Asking.pickLimit) people can be picked")
    }
    guard asking.mode == .automatic || !asking.picks.isEmpty else {
      throw StoreError.invalid("Nobody is picked")
    }
  }

  /// Turns a refusal of the rules into words.
  func refusable(in workspace: Workspace.ID, _ work: () throws -> Void) throws {
    do { try work() } catch let refusal as DispatchMachine.AskRefusal {
      switch refusal {
      case .closed: throw StoreError.conflict("The incident is over")
      case .taken: throw StoreError.conflict("Every place of the incident is taken already")
      case .nobody(let people):
        let words = try people.map { person in
          "\(try Responders.find(person.responder, in: workspace, db)?.name ?? "?") cannot be asked now: \(person.reason)"
        }
        throw StoreError.conflict(words.joined(separator: "; "))
      }
    }
  }
}
