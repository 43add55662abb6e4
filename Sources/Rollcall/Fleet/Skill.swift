/// What a person can do, as a word, with the last local day on which it counts.
public struct Skill: Equatable, Sendable {
  /// The word as it was written: `medic`.
  public let word: String
  /// The last day in the workspace's zone on which it counts; `nil` = it does not lapse.
  public let until: CivilDate?

  /// Bytes of a word.
  public static let wordLimit = 40

  /// A skill; `nil` for an empty or long word, and one with a control character, `;` or `=`.
  public init?(_ word: String, until: CivilDate? = nil) {
    guard (1...Self.wordLimit).contains(word.utf8.count), !word.hasControlCharacters,
      !word.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") })
    else { return nil }
    (self.word, self.until) = (word, until)
  }

  /// By this words are compared: `AED` and `aed` are the same skill.
  public var key: String { word.lowercased() }

  /// Whether it counts on a day.
  public func counts(on day: CivilDate) -> Bool {
    until.map { $0.daysSince1970 >= day.daysSince1970 } ?? true
  }
}

/// The skills of a person, each word once: as text `medic;boat=2027-03-31`.
public struct SkillList: Equatable, Sendable {
  /// In the order in which they were written.
  public let skills: [Skill]

  /// How many a person may have.
  public static let limit = 20
  /// Bytes of the text of a full list of the longest words with their days.
  public static let textLimit = limit * (Skill.wordLimit + 12)

  /// No skills.
  public static let none = SkillList(skills: [])

  private init(skills: [Skill]) { self.skills = skills }

  /// Reads `medic;boat=2027-03-31`; blanks around words and days do not count. `nil` when a word or a day is none, a
  /// word stands twice, or there are too many.
  public init?(text: String) {
    var (skills, keys): ([Skill], Set<String>) = ([], [])
    for part in text.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed) {
      if part.utf8.isEmpty { continue }
      guard let skill = Self.skill(part), keys.insert(skill.key).inserted, keys.count <= Self.limit else {
        return nil
      }
      skills.append(skill)
    }
    self.skills = skills
  }

  /// The list as text, from which the same list is read.
  public var text: String {
    skills.map { skill in skill.until.map { "\(skill.word)=\($0.isoDay)" } ?? skill.word }
      .joined(separator: ";")
  }

  private static func skill(_ text: Substring) -> Skill? {
    let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(trimmed)
    switch sides.count {
    case 1: return Skill(String(sides[0]))
    case 2: return CivilDate(isoDay: String(sides[1])).flatMap { Skill(String(sides[0]), until: $0) }
    default: return nil
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
