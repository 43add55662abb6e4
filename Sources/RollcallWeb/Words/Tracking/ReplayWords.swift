extension Words {
  enum Replay {
    static let title = "Replay"
    static func of(_ name: String) -> String { "Replay of \(name)" }
    static func told(_ time: String, _ age: String, _ place: String, isDoubted: Bool) -> String {
      "last position \(time), \(age) before; \(place)\(isDoubted ? "; \(suspicious)" : "")"
    }
    static let before = "no position yet"
    static let none = "No positions in this time."
    static let noneAdvice = "Choose another day, or look at the person's page."
    static let suspicious = "suspicious"
    static func scene(_ incident: String) -> String { "Place of \(incident)" }
    static func more(_ shown: Int, of all: Int) -> String {
      "\(Words.grouped(shown)) of \(Words.grouped(all)) people are shown, by their numbers. The replay of each of the others is on their own page."
    }
    static func thinned(_ most: Int) -> String {
      "Of longer tracks \(Words.grouped(most)) positions are drawn, evenly chosen; the history has all."
    }
  }
}
