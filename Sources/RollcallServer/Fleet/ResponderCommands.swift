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

  func importResponders(_ slug: String, _ people: [Person]) throws(StoreError) -> CommandOutcome {
    let ids: [Responder.ID]
    do { ids = try store.fleet.addResponders(people.map(\.asNew), slug: slug) } catch {
      throw error.naming(lineOf: people)
    }
    return CommandOutcome(
      .object([
        "imported": .integer(Int64(ids.count)), "ids": .array(ids.map { .integer($0.rawValue) }),
      ]), text: ids.count == 1 ? "1 responder is added." : "\(ids.count) responders are added.")
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

extension StoreError {
  /// The store counts people, but the author of the list counts lines: the header and quoted line ends are
  /// lines, too.
  fileprivate func naming(lineOf people: [Person]) -> StoreError {
    switch self {
    case .invalid(let text): .invalid(Self.renumber(text, people))
    case .conflict(let text): .conflict(Self.renumber(text, people))
    default: self
    }
  }

  private static func renumber(_ text: String, _ people: [Person]) -> String {
    if people.count == 1 { return people[0].line.map { "line \($0): \(text)" } ?? text }
    guard text.hasPrefix("line "), let colon = text.firstIndex(of: ":"),
      let number = Int(text[..<colon].dropFirst(5)), people.indices.contains(number - 1),
      let line = people[number - 1].line
    else { return text }
    return "line \(line)\(text[colon...])"
  }
}
