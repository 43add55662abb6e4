/// One finding of the doctor.
struct Check {
  /// How it is.
  enum Verdict: String { case ok, warning, failure }

  let name: String
  let verdict: Verdict
  /// The finding in words. Holds no secret.
  let words: String
  /// How to put it right.
  let advice: String?

  static func ok(_ name: String, _ words: String) -> Check {
    Check(name: name, verdict: .ok, words: words, advice: nil)
  }

  static func warning(_ name: String, _ words: String, _ advice: String) -> Check {
    Check(name: name, verdict: .warning, words: words, advice: advice)
  }

  static func failure(_ name: String, _ words: String, _ advice: String) -> Check {
    Check(name: name, verdict: .failure, words: words, advice: advice)
  }

  /// `warning  clock: …`, and the advice in the next line.
  var line: String {
    let mark = verdict.rawValue + String(repeating: " ", count: 9 - verdict.rawValue.utf8.count)
    return "\(mark)\(name): \(words)" + (advice.map { "\n         \($0)" } ?? "")
  }

  var json: JSONValue {
    .object([
      "name": .string(name), "verdict": .string(verdict.rawValue), "words": .string(words),
      "advice": .optional(advice),
    ])
  }
}
