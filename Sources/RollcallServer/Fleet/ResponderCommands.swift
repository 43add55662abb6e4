import Rollcall
import RollcallStore

extension CommandExecutor {
  func addResponder(_ slug: String, _ person: Person) throws(StoreError) -> CommandOutcome {
    guard let id = try store.fleet.addResponders([person.asNew], slug: slug).first else {
      return .failure("nobody was added")
    }
    return CommandOutcome(
      .object(["id": .integer(id.rawValue)]), text: "\(person.name) is responder \(id.rawValue).")
  }

  func importResponders(
    _ slug: String, _ people: [Person], _ updates: Bool
  ) throws(StoreError) -> CommandOutcome {
    guard let workspace = try store.fleet.workspace(slug: slug) else { throw .notFound("workspace \(slug)") }
    let known = try store.fleet.responders(slug: slug)
    let entries = people.map { person in
      (person: person, known: person.find(in: known, Country(workspace.country)))
    }
    let asked = entries.map { entry in
      (entry.person.draft(of: updates ? entry.known : nil), updates ? entry.known?.id : nil)
    }
    let problems = try store.fleet.problems(with: asked, in: workspace)
    guard problems.isEmpty else { throw .invalid(Self.list(problems, people)) }
    var (new, changed): ([NewResponder], [(id: Responder.ID, person: NewResponder)]) = ([], [])
    for (person, id) in asked {
      if let id { changed.append((id, person)) } else { new.append(person) }
    }
    let ids = try store.fleet.importPeople(
      adding: new, changing: changed, in: .commandLine(workspace.id))
    let added = ids.count == 1 ? "1 responder is added" : "\(ids.count) responders are added"
    return CommandOutcome(
      .object([
        "imported": .integer(Int64(ids.count)), "changed": .integer(Int64(changed.count)),
        "ids": .array(ids.map { .integer($0.rawValue) }),
      ]), text: changed.isEmpty ? "\(added)." : "\(added), \(changed.count) changed.")
  }

  /// The problems by their lines; for those who are known already, what to do about it.
  private static func list(_ problems: [PersonProblem], _ people: [Person]) -> String {
    let most = 20
    var lines = problems.prefix(most).map { problem in
      let line = people.indices.contains(problem.index) ? people[problem.index].line : nil
      return "\(line.map { "line \($0): " } ?? "")\(problem.text)"
    }
    if problems.count > most { lines.append("and \(problems.count - most) more") }
    if problems.contains(where: \.isTaken) {
      lines.append("Use --update to change those who are here already.")
    }
    return lines.joined(separator: "\n")
  }

  func listResponders(_ slug: String) throws(StoreError) -> CommandOutcome {
    let responders = try store.fleet.responders(slug: slug)
    return CommandOutcome(
      .object(["responders": .array(responders.map(object))]),
      text: responders.isEmpty ? "Nobody is in \(slug) yet." : responders.map(line).joined(separator: "\n"))
  }

  /// A person as programs read them.
  func object(_ responder: Responder) -> JSONValue {
    .object([
      "id": .integer(responder.id.rawValue), "name": .string(responder.name),
      "phone": .optional(responder.phone), "profile": .string(responder.profile),
      "region": .optional(responder.region), "external_id": .optional(responder.externalID),
      "active": .bool(responder.isActive),
      "skills": .array(
        responder.skills.skills.map { skill in
          .object(["skill": .string(skill.word), "until": .optional(skill.until?.isoDay)])
        }),
    ])
  }

  /// A person as people read them.
  func line(_ responder: Responder) -> String {
    let parts = [
      responder.name, responder.profile, responder.region, responder.externalID,
      responder.skills.skills.isEmpty ? nil : responder.skills.text, responder.isActive ? nil : "inactive",
    ]
    return "\(responder.id.rawValue)  \(parts.compactMap { $0 }.joined(separator: ", "))"
  }
}

extension Person {
  /// Who of some people it is, by their id in the operator's system, else by their number.
  fileprivate func find(in people: [Responder], _ country: Country?) -> Responder? {
    let number = phone.map { PhoneNumber($0, in: country)?.text ?? $0 }
    return people.first { person in
      externalID.map { $0 == person.externalID } ?? number.map { $0 == person.phone } ?? false
    }
  }

  /// A known person with the values of the list, or a new person.
  fileprivate func draft(of known: Responder?) -> NewResponder {
    guard let known else { return asNew }
    var draft = NewResponder(known)
    draft.name = name
    draft.phone = phone ?? draft.phone
    draft.region = region ?? draft.region
    draft.externalID = externalID ?? draft.externalID
    draft.skills = skills ?? draft.skills
    if hasProfile ?? true { draft.profile = profile }
    return draft
  }
}
