extension Words {
  enum Replay {
    static let title = "Replay"
    static func of(_ name: String) -> String { "Replay of \(name)" }
    static func told(_ time: String, _ age: String, _ place: String) -> String {
      "last position \(time), \(age) before; \(place)"
    }
    static let before = "no position yet"
    static let none = "No positions in this time."
    static let noneAdvice = "Choose another day, or look at the person's page."
    static func thinned(_ most: Int) -> String {
      "Of longer tracks \(Words.grouped(most)) positions are drawn, evenly chosen; the history has all."
    }
  }
}
