import Mustache

/// Nothing to print: false in a section, and found under its name, so that the parent's value never shows through.
struct Absent: MustacheCustomRenderable {
  let renderText = ""
  let isNull = true
}

/// What a template sees of a page: dictionaries, because the library reads a struct's fields anew for every tag.
struct PageContext {
  /// The page's fields by name: text, flags, `Absent`, dictionaries and lists of them.
  private(set) var values: [String: Any] = [:]
  /// The HTML of each list of rows, in the order of their marks.
  private(set) var lists: [[UInt8]] = []

  /// The context of `part`.
  ///
  /// - Parameters:
  ///   - complete: whether what is absent is filled from its type's sample, so that every tag can be checked.
  ///   - rows: makes the HTML of a list of rows.
  init(of part: any PagePart, complete: Bool = false, rows: (any AnyRows) -> [UInt8] = { _ in [] }) {
    values = fields(of: part, complete: complete, rows: rows)
  }

  /// Adds a value beside the page's own fields.
  mutating func add(_ value: [String: Any], named name: String) { values[name] = value }

  /// What stands in the output where the list `index` belongs. No value can print it: `<` in values is escaped.
  static func mark(_ index: Int) -> String { "<!--@\(index)-->" }

  private mutating func fields(
    of subject: Any, complete: Bool, rows: (any AnyRows) -> [UInt8]
  ) -> [String: Any] {
    var fields: [String: Any] = [:]
    for child in Mirror(reflecting: subject).children {
      guard let name = child.label else { continue }
      fields[name] = value(child.value, complete: complete, rows: rows)
    }
    return fields
  }

  private mutating func value(_ value: Any, complete: Bool, rows: (any AnyRows) -> [UInt8]) -> Any {
    switch value {
    case let text as String: return text.utf8.isEmpty ? Absent() : text
    case let flag as Bool: return flag
    case let number as Int: return String(number)
    case let list as any AnyRows:
      lists.append(rows(list))
      return (try? MustacheTemplate(string: Self.mark(lists.count - 1))) ?? Absent()
    default: return structure(value, complete: complete, rows: rows)
    }
  }

  private mutating func structure(_ subject: Any, complete: Bool, rows: (any AnyRows) -> [UInt8]) -> Any {
    let mirror = Mirror(reflecting: subject)
    switch mirror.displayStyle {
    case .optional, .collection:
      let content = mirror.children.map(\.value)
      if content.isEmpty, complete, let example = (type(of: subject) as? any Exemplified.Type)?.example {
        return value(example, complete: complete, rows: rows)
      }
      if mirror.displayStyle == .optional {
        return content.first.map { value($0, complete: complete, rows: rows) } ?? Absent()
      }
      return content.map { value($0, complete: complete, rows: rows) }
    default: return fields(of: subject, complete: complete, rows: rows)
    }
  }
}
