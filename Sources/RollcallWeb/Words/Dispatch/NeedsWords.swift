extension Words {
  enum Needs {
    static let people = "People"
    static let peopleHint = "Empty: 1."
    static let skills = "Skills"
    static let skillsHint = "Words with ; between them, as in medic; boat. Empty: anybody."
    static func line(_ count: Int, _ skills: [String]) -> String {
      "\(count) × \(skills.isEmpty ? "anybody" : skills.joined(separator: ", "))"
    }
    static func open(_ count: Int) -> String { count == 1 ? "1 place open" : "\(count) places open" }
  }
}
