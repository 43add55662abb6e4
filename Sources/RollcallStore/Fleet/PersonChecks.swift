public import Rollcall
import SQL

/// What can be wrong with a person who is added or changed.
public struct PersonProblem: Error, Equatable, Sendable {
  /// A field of a person, as lists and programs call it.
  public enum Field: String, Sendable {
    case name, phone, profile, region, externalID = "external_id", skills
  }

  /// Which of several people, from 0.
  public var index = 0
  /// The field.
  public let field: Field
  /// What is wrong with it: the end of a sentence without its dot.
  public let text: String
  /// Whether another person has the same, so that it is not wrong by itself.
  public var isTaken = false
}

/// Checks people before they are stored, one after the other.
struct PersonChecks {
  private let workspace: Workspace
  private let db: Database
  private let profiles: [String]
  /// Whose number and id were seen in the same list, by its place from 0.
  private var phones: [String: Int] = [:]
  private var ids: [String: Int] = [:]

  init(_ workspace: Workspace, _ db: Database) throws {
    (self.workspace, self.db) = (workspace, db)
    profiles = try db.all(
      "SELECT name FROM profile WHERE workspace_id = \(workspace.id) ORDER BY name", as: String.self)
  }

  /// What is wrong with a person, and the person with a number as it is stored.
  ///
  /// - Parameters:
  ///   - index: their place in the list.
  ///   - id: who they are; `nil` = a new person.
  mutating func check(
    _ person: NewResponder, at index: Int = 0, as id: Responder.ID? = nil
  ) throws -> (person: NewResponder, problems: [PersonProblem]) {
    var (person, problems) = (person, [PersonProblem]())
    func wrong(_ field: PersonProblem.Field, _ text: String, isTaken: Bool = false) {
      problems.append(PersonProblem(index: index, field: field, text: text, isTaken: isTaken))
    }
    if !person.name.hasBytes(NameLimits.name) || person.name.hasControlCharacters {
      wrong(.name, "a name is \(NameLimits.words(NameLimits.name)), on one line")
    }
    if let typed = person.phone {
      if let number = PhoneNumber(typed, in: Country(workspace.country)) {
        person.phone = number.text
        if let other = try holder(of: "phone", number.text, except: id) {
          wrong(.phone, "\(number.text) is the number of \(other) already", isTaken: true)
        } else if let first = phones.updateValue(index, forKey: number.text) {
          wrong(.phone, "\(number.text) is the number of entry \(first + 1), too", isTaken: true)
        }
      } else {
        wrong(.phone, unreadable(typed))
      }
    }
    if !profiles.contains(where: { $0.utf8.elementsEqual(person.profile.utf8) }) {
      let hint = NearestWord.hint(person.profile, among: profiles)
      wrong(
        .profile,
        "there is no profile \"\(person.profile)\"\(hint); there are \(profiles.joined(separator: ", "))")
    }
    if let region = person.region, !region.hasBytes(NameLimits.short) || region.hasControlCharacters {
      wrong(.region, "a region's name is \(NameLimits.words(NameLimits.short)), on one line")
    }
    if let key = person.externalID {
      if !(1...128).contains(key.utf8.count) || key.hasControlCharacters {
        wrong(.externalID, "an external id is \(NameLimits.words(1...128)), on one line")
      } else if let other = try holder(of: "external_id", key, except: id) {
        wrong(.externalID, "\(key) is \(other) already", isTaken: true)
      } else if let first = ids.updateValue(index, forKey: key) {
        wrong(.externalID, "\(key) is entry \(first + 1), too", isTaken: true)
      }
    }
    do { person.skills = try SkillList(written: person.skills).text } catch {
      if case .invalid(let text) = StoreError(error) { wrong(.skills, text) } else { throw error }
    }
    return (person, problems)
  }

  /// The person as they are stored.
  ///
  /// - Throws: `invalid` or `conflict` with the first problem.
  mutating func require(_ person: NewResponder, at index: Int = 0, as id: Responder.ID? = nil) throws
    -> NewResponder
  {
    let (checked, problems) = try check(person, at: index, as: id)
    guard let first = problems.first else { return checked }
    throw first.isTaken ? StoreError.conflict(first.text) : StoreError.invalid(first.text)
  }

  /// The name of another person who has a number or an id.
  private func holder(of column: String, _ value: String, except id: Responder.ID?) throws -> String? {
    try db.first(
      """
      SELECT name FROM responder
      WHERE workspace_id = \(workspace.id) AND \(Query(trusted: column)) = \(value) AND (\(id) IS NULL OR id <> \(id))
      """, as: String.self)
  }

  private func unreadable(_ typed: String) -> String {
    Country(workspace.country).map { country in
      """
      "\(typed)" is not a telephone number: write it as it is dialled in \(country.code), or with + and its country code
      """
    } ?? """
      "\(typed)" needs its country code: write it with +, or set the country of the workspace
      """
  }
}

extension FleetStore {
  /// What is wrong with people about to be added or changed, in their order. Blocks.
  ///
  /// - Parameter people: each with who they are; `nil` = a new person.
  public func problems(
    with people: [(person: NewResponder, id: Responder.ID?)], in workspace: Workspace
  ) throws(StoreError) -> [PersonProblem] {
    try read { db in
      var checks = try PersonChecks(workspace, db)
      return try people.enumerated().flatMap { try checks.check($1.person, at: $0, as: $1.id).problems }
    }
  }
}
