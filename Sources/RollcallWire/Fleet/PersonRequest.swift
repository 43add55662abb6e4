/// A person to add, or what is to be changed of one: `{name?, phone?, profile?, region?, external_id?, skills?}`. An empty
/// text takes a value away.
public struct PersonRequest: Equatable, Sendable {
  /// Their values; `nil` = not named.
  public var name, phone, profile, region, externalID, skills: String?

  /// Decodes what is to be changed.
  public static func decode(bytes: [UInt8]) throws(WireError) -> PersonRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> PersonRequest in
      var findings = Findings()
      let person = findings.person(root)
      try findings.throwFaults()
      return person
    }
  }

  /// The most people of one request.
  public static let most = 500

  /// Decodes people to add: `{people: [{name, …}]}`.
  public static func decodeList(bytes: [UInt8]) throws(WireError) -> [PersonRequest] {
    try JSON.readObject(bytes) { root throws(WireError) -> [PersonRequest] in
      var findings = Findings()
      let list = try findings.array(
        JSONMembers<PersonField>(of: root)[.people], PersonField.people.name, limit: most)
      var people: [PersonRequest] = []
      for (index, element) in list.elements {
        let person = findings.within("people.\(index)") { inner -> PersonRequest in
          guard element.kind == .object else {
            inner.refuse("", .type, "must be an object")
            return PersonRequest()
          }
          let person = inner.person(element)
          if person.name == nil { inner.refuse(PersonField.name.name, .required, "name is required") }
          return person
        }
        people.append(person)
      }
      try findings.throwFaults()
      return people
    }
  }
}

extension Findings {
  fileprivate mutating func person(_ value: JSONValue) -> PersonRequest {
    let members = JSONMembers<PersonField>(of: value)
    var person = PersonRequest()
    person.name = text(members[.name], PersonField.name.name, limit: 200)
    person.phone = optional(members[.phone], PersonField.phone.name, limit: 40)
    person.profile = text(members[.profile], PersonField.profile.name, limit: 40)
    person.region = optional(members[.region], PersonField.region.name, limit: 80)
    person.externalID = optional(members[.externalID], PersonField.externalID.name, limit: 128)
    person.skills = optional(members[.skills], PersonField.skills.name, limit: 2_000)
    return person
  }

  /// A text, or an empty one, which takes the value away.
  private mutating func optional(_ value: JSONValue?, _ field: String, limit: Int) -> String? {
    value?.string == "" ? "" : text(value, field, limit: limit)
  }
}

private enum PersonField: Int, JSONField {
  case people, name, phone, profile, region, externalID, skills
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .people: "people"
    case .name: "name"
    case .phone: "phone"
    case .profile: "profile"
    case .region: "region"
    case .externalID: "external_id"
    case .skills: "skills"
    }
  }
}
