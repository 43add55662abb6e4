public import RollcallWire

/// Reads lists of people: cells with heads such as `name,phone,profile,region,external_id,skills`.
public enum PeopleList {
  /// The people of a list; an absent profile is `responder`.
  ///
  /// - Throws: `CSVError` with the line at fault.
  public static func read(_ bytes: [UInt8]) throws(CSVError) -> [Person] {
    try ListedPerson.read(bytes).map { person in
      Person(
        name: person.name, phone: person.phone, profile: person.profile, region: person.region,
        externalID: person.externalID, skills: person.skills, line: person.line)
    }
  }
}
