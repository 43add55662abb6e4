/// Reads the coordinates in a link to a map, as people paste it: of Google Maps and of OpenStreetMap. Nothing is fetched.
///
/// Total: any text has coordinates or none. A marked place goes before the middle of the view.
enum PastedLink {
  /// Whether a text is an address of the web.
  static func isLink(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// The position that a link names; `nil` for links of others, and for those that only a server can read.
  static func read(_ text: String) -> Position? {
    guard isLink(text) else { return nil }
    let address = text.drop { $0 != "/" }.drop { $0 == "/" }
    let host = address.prefix { !"/?#".contains($0) }
    let (front, fragment) = halves(address[host.endIndex...], at: "#")
    let (path, query) = halves(front, at: "?")
    let labels = host.lowercased().split(separator: ".")
    if labels.contains("google") { return google(path, query) }
    guard labels.suffix(2) == ["openstreetmap", "org"] else { return nil }
    return openStreetMap(query, fragment)
  }

  /// `?q=46.05,14.5`, `/maps/@46.05,14.5,16z`, `/maps/place/…!3d46.05!4d14.5`.
  private static func google(_ path: Substring, _ query: Substring) -> Position? {
    for name in ["q", "query", "ll"] {
      guard let typed = field(name, in: query) else { continue }
      if let place = pair(typed.split(separator: ",")) { return place }
    }
    let parts = path.split(separator: "!")
    let latitude = parts.last { $0.hasPrefix("3d") }?.dropFirst(2)
    let longitude = parts.last { $0.hasPrefix("4d") }?.dropFirst(2)
    if let latitude, let longitude { return pair([latitude, longitude]) }
    // The middle of the view of a named place is beside it.
    guard path.hasPrefix("/maps/@") else { return nil }
    return pair(path.dropFirst(7).prefix { $0 != "/" }.split(separator: ",").prefix(2))
  }

  /// `?mlat=46.05&mlon=14.5`, `#map=16/46.05/14.5`.
  private static func openStreetMap(_ query: Substring, _ fragment: Substring) -> Position? {
    if let latitude = field("mlat", in: query), let longitude = field("mlon", in: query) {
      return pair([latitude, longitude])
    }
    guard let view = field("map", in: fragment) else { return nil }
    return pair(view.split(separator: "/").dropFirst())
  }

  private static func pair(_ numbers: some Collection<Substring>) -> Position? {
    let read = numbers.map { number in DecimalText.double(String(number.drop { $0 == " " })) }
    guard read.count == 2, let latitude = read[0], let longitude = read[1] else { return nil }
    return Position(latitude: latitude, longitude: longitude)
  }

  /// The value of a name in `a=1&b=2`, with the signs that stand for commas and blanks as those.
  private static func field(_ name: String, in query: Substring) -> Substring? {
    let found = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
    guard let found else { return nil }
    var plain = ""
    var rest = found.dropFirst(name.count + 1)
    while let sign = rest.first {
      switch rest.prefix(3).uppercased() {
      case "%2C": (plain, rest) = (plain + ",", rest.dropFirst(3))
      case "%20": (plain, rest) = (plain + " ", rest.dropFirst(3))
      case "%2F": (plain, rest) = (plain + "/", rest.dropFirst(3))
      default:
        plain.append(sign == "+" ? " " : sign)
        rest = rest.dropFirst()
      }
    }
    return Substring(plain)
  }

  private static func halves(_ text: Substring, at sign: Character) -> (Substring, Substring) {
    guard let place = text.firstIndex(of: sign) else { return (text, "") }
    return (text[..<place], text[text.index(after: place)...])
  }
}
