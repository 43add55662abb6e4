/// The address of a map outside that a workspace names, with `{lat}` and `{lng}` where the coordinates belong.
///
/// Whoever follows it gives a position away, so there is none unless a workspace wants one.
public enum MapLink {
  /// The longest address, bytes.
  public static let bytes = 0...300

  /// Whether it is empty, or an address over TLS with both coordinates and without a user's name.
  public static func isValid(_ template: String) -> Bool {
    guard !template.isEmpty else { return true }
    let rest = template.dropFirst("https://".utf8.count)
    let host = rest.prefix { !"/?#".contains($0) }
    return template.hasPrefix("https://") && !host.isEmpty && !host.contains("@") && !host.contains("{")
      && ["{lat}", "{lng}"].allSatisfy(template.contains)
      && template.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") }
  }

  /// The map at a place, by coordinates as texts; `nil` without a template.
  public static func address(_ template: String, latitude: String, longitude: String) -> String? {
    guard !template.isEmpty else { return nil }
    return filled(filled(template, "{lat}", latitude), "{lng}", longitude)
  }

  private static func filled(_ text: String, _ name: String, _ value: String) -> String {
    var (rest, result) = (Array(text.utf8)[...], [UInt8]())
    let sought = Array(name.utf8)
    while let first = rest.first {
      if rest.starts(with: sought) {
        result += value.utf8
        rest = rest.dropFirst(sought.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
