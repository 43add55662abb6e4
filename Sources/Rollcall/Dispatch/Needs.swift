/// The people that an incident needs: lines of how many, and what each of them must be able to do.
public struct Needs: Equatable, Sendable {
  /// Some people who must be able to do the same.
  public struct Line: Equatable, Sendable {
    /// How many.
    public let count: Int
    /// What each of them must be able to do, as it was written; empty = anybody fits.
    public let skills: [String]
    /// The words by which skills are compared.
    let keys: Set<String>

    /// A line as somebody wrote it.
    public init(count: Int = 1, skills: [String] = []) {
      (self.count, self.skills) = (count, skills)
      keys = Set(skills.map { $0.lowercased() })
    }
  }

  /// The lines, 1 to 5; their order decides where two of them fit.
  public let lines: [Line]

  /// How many lines there may be.
  public static let lineLimit = 5
  /// How many people a line may need.
  public static let counts = 1...20
  /// One person without skills: what an incident needs if nothing is said.
  public static let onePerson = Needs(unchecked: [Line()])

  private init(unchecked lines: [Line]) { self.lines = lines }

  /// Needs from their lines, checked.
  ///
  /// - Throws: the first problem.
  public init(_ lines: [Line]) throws(NeedsProblem) {
    guard (1...Self.lineLimit).contains(lines.count) else { throw .lines }
    for line in lines {
      guard Self.counts.contains(line.count) else { throw .count }
      guard line.skills.count <= SkillList.limit else { throw .skills }
      guard line.keys.count == line.skills.count, line.skills.allSatisfy({ Skill($0) != nil }) else {
        throw .skill
      }
    }
    self.lines = lines
  }

  /// The needs as text, a line each: `2 medic;boat`.
  public var text: String {
    lines.map { "\($0.count) \($0.skills.joined(separator: ";"))" }.joined(separator: "\n")
  }

  /// Needs from such a text.
  ///
  /// - Throws: the first problem.
  public init(_ text: String) throws(NeedsProblem) {
    var lines: [Line] = []
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard let count = parts.first.flatMap({ Int($0) }) else { throw .count }
      let words = parts.count > 1 ? parts[1].split(separator: ";").map(String.init) : []
      lines.append(Line(count: count, skills: words))
    }
    try self.init(lines)
  }

  /// The needs in words: `2 × medic, boat; 1 × anybody`.
  public var words: String {
    lines.map { "\($0.count) × \($0.skills.isEmpty ? "anybody" : $0.skills.joined(separator: ", "))" }
      .joined(separator: "; ")
  }

  /// The longest text.
  public static let textLimit = lineLimit * (SkillList.limit * (Skill.wordLimit + 1) + 4)

  /// Who finds a place while nobody has one.
  public var openings: Openings { Openings(skills: lines.map(\.keys)) }

  /// How many people are needed in all.
  public var places: Int { lines.reduce(0) { $0 + $1.count } }
}

/// Why needs are refused.
public enum NeedsProblem: Error, Equatable, Sendable {
  /// There are no lines, or too many.
  case lines
  /// A count is out of range.
  case count
  /// A line has too many skills.
  case skills
  /// A skill is not a word, or stands twice in a line.
  case skill

  /// The problem in words.
  public var words: String {
    switch self {
    case .lines: "An incident needs 1 to \(Needs.lineLimit) lines of people"
    case .count: "Each line needs \(Needs.counts.lowerBound) to \(Needs.counts.upperBound) people"
    case .skills: "Each line has at most \(SkillList.limit) skills"
    case .skill:
      "A skill is a word of at most \(Skill.wordLimit) characters without ; and =, named once in a line"
    }
  }
}

/// What one more person must be able to do to find a place: one of these sets of skills suffices.
public struct Openings: Equatable, Sendable {
  /// The skills of the lines in which a place is open, or can be by placing others anew.
  let skills: [Set<String>]

  /// Anybody finds a place.
  public static let anybody = Openings(skills: [[]])

  /// Whether a person with these skills finds a place.
  public func admit(_ keys: Set<String>) -> Bool { skills.contains { $0.isSubset(of: keys) } }

  /// Whether a person finds a place with the skills that count at an instant.
  public func admit(_ abilities: Abilities, at instant: Timestamp) -> Bool {
    skills.contains { $0.isEmpty } || admit(abilities.keys(at: instant))
  }

  /// What a person lacks for the line that asks for the fewest further skills, sorted; empty = they find a place, or
  /// none is open.
  public func lacking(_ keys: Set<String>) -> [String] {
    let missing = skills.map { $0.subtracting(keys).sorted() }
    return missing.min { ($0.count, $0.joined(separator: ";")) < ($1.count, $1.joined(separator: ";")) } ?? []
  }
}

/// What a person can do, with the instants at which it lapses.
public struct Abilities: Equatable, Sendable {
  private let ends: [String: Timestamp]

  /// No skills.
  public static let none = Abilities(ends: [:])

  private init(ends: [String: Timestamp]) { self.ends = ends }

  /// The skills of a list.
  ///
  /// - Parameter endOfDay: the first instant after a local day.
  public init(_ list: SkillList, endOfDay: (CivilDate) -> Timestamp) {
    ends = Dictionary(
      list.skills.map { ($0.key, $0.until.map(endOfDay) ?? Timestamp(milliseconds: .max)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The words of the skills that count at an instant.
  public func keys(at instant: Timestamp) -> Set<String> {
    Set(ends.lazy.filter { instant < $0.value }.map(\.key))
  }
}
