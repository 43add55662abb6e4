import Foundation

/// The values that a change altered, before and after.
struct AuditChange {
  /// `retention_days 90, time_zone UTC`; empty for a new object.
  let before: String
  /// The same values afterwards; empty for a deleted object.
  let after: String

  /// Bytes of either side; the number of values that do not fit is given.
  static let limit = 1_000

  /// The difference between two sets of values. They must not contain secrets, names of people, phone numbers
  /// or places: an entry is never erased.
  init(_ old: [String: String], _ new: [String: String]) {
    let names = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    before = Self.words(names, old)
    after = Self.words(names, new)
  }

  private static func words(_ names: [String], _ values: [String: String]) -> String {
    let parts = names.compactMap { name in values[name].map { "\(name) \($0)" } }
    var text = ""
    for (index, part) in parts.enumerated() {
      guard text.utf8.count + part.utf8.count <= limit else {
        return text + (text.isEmpty ? "" : ", ") + "and \(parts.count - index) more"
      }
      text += (text.isEmpty ? "" : ", ") + part
    }
    return text
  }

  /// The values of a document by their paths; one that is not JSON has none.
  static func values(of document: String) -> [String: String] {
    guard let root = try? JSONSerialization.jsonObject(with: Data(document.utf8)) else { return [:] }
    var found: [String: String] = [:]
    flatten(root, "", into: &found)
    return found
  }

  private static func flatten(_ value: Any, _ path: String, into found: inout [String: String]) {
    switch value {
    case let object as [String: Any]:
      for (name, member) in object { flatten(member, path.isEmpty ? name : "\(path).\(name)", into: &found) }
    case let list as [Any]:
      for (index, member) in list.enumerated() { flatten(member, "\(path)[\(index + 1)]", into: &found) }
    case is NSNull: found[path] = "none"
    default: found[path] = "\(value)"
    }
  }
}
