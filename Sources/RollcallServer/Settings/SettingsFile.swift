import Foundation

/// The settings of a JSON file. An unknown key is an error: a misspelt setting must not be ignored.
struct SettingsFile {
  /// Texts, by key; a switch is `true` or `false`.
  var values: [String: String] = [:]
  /// Lists, by key.
  var lists: [String: [String]] = [:]

  static let textKeys = PushKeys.textKeys.union(SMSKeys.textKeys).union(MailKeys.textKeys).union([
    "listen", "database", "forwarding_header", "log_level", "map_tiles", "map_file", "map_attribution",
    "geocoder",
    "tls_cert", "tls_key", "reports", "purge_after", "backups_kept",
  ])
  static let switchKeys = PushKeys.switchKeys.union(SMSKeys.switchKeys).union(["insecure_http"])
  static let listKeys = PushKeys.listKeys.union(SMSKeys.listKeys).union([
    "trusted_proxies", "allowed_hosts", "geoip",
  ])

  /// Reads a file.
  static func read(_ path: String) throws(SettingsError) -> SettingsFile {
    let document: JSONValue
    do {
      document = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch { throw SettingsError("\(path): \(Words.of(error))") }
    guard case .object(let members) = document else { throw SettingsError("\(path): not a JSON object") }
    var file = SettingsFile()
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      guard file.read(value, for: key) else { throw SettingsError("\(path): \(problem(with: key))") }
    }
    return file
  }

  private mutating func read(_ value: JSONValue, for key: String) -> Bool {
    switch value {
    case .string(let text) where Self.textKeys.contains(key): values[key] = text
    case .bool(let isOn) where Self.switchKeys.contains(key): values[key] = isOn ? "true" : "false"
    case .array(let items) where Self.listKeys.contains(key):
      let texts = items.compactMap(\.text)
      guard texts.count == items.count else { return false }
      lists[key] = texts
    default: return false
    }
    return true
  }

  private static func problem(with key: String) -> String {
    if textKeys.contains(key) { return "\(key) must be a text" }
    if switchKeys.contains(key) { return "\(key) must be true or false" }
    if listKeys.contains(key) { return "\(key) must be a list of texts" }
    let known = textKeys.union(switchKeys).union(listKeys).sorted().joined(separator: ", ")
    return "unknown key \"\(key)\"; known are \(known)"
  }
}
