/// A browser's name in short: `Firefox on Linux`.
enum BrowserName {
  /// The name for a list of logins; `Another browser` or a program's own name when not recognised, empty
  /// without any.
  static func of(_ agent: String) -> String {
    guard !agent.utf8.isEmpty else { return "" }
    let name = first(browsers, in: agent)
    let system = first(systems, in: agent)
    guard let name else { return program(agent) }
    return system.map { "\(name) on \($0)" } ?? name
  }

  /// The order matters: each also names those after it.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
  ]

  private static func first(_ words: [(mark: String, name: String)], in agent: String) -> String? {
    let bytes = Array(agent.utf8.prefix(1_000))
    return words.first { bytes.firstRange(of: Array($0.mark.utf8)) != nil }?.name
  }

  /// `curl` of `curl/7.88.1`, when it is a plain word.
  private static func program(_ agent: String) -> String {
    let word = agent.utf8.prefix(24).prefix { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "-")
    }
    return word.isEmpty || agent.utf8.starts(with: "Mozilla".utf8)
      ? "Another browser" : String(decoding: word, as: UTF8.self)
  }
}
