import Mustache

/// An absent value: false in a section, and found under its name, so that the parent's value never shows
/// through.
struct Absent: MustacheCustomRenderable {
  let renderText = ""
  let isNull = true
}

/// The fields of a part by name.
///
/// A type of its own: that a dictionary is a `MustacheParent` depends on its key, which is slow to find out for every tag.
final class Fields: MustacheParent {
  private(set) var values: [String: Any]

  init(_ values: [String: Any]) { self.values = values }

  func child(named name: String) -> Any? { values[name] }
}

/// A page as templates see it: fields read once, because the library would reflect a struct for every tag.
struct PageContext {
  /// The page's fields: text, flags, `Absent`, `Fields` and lists of them.
  var fields: Fields
  /// The HTML of each list of rows, in the order of their marks.
  private(set) var lists: [[UInt8]] = []
  /// How many texts were left out because time alone changes them.
  private(set) var ticking = 0

  /// The context of `part`.
  ///
  /// - Parameters:
  ///   - assets: the addresses of files for browsers, printed as `{{assets.…}}`.
  ///   - rows: makes the HTML of a list of rows.
  init(
    of part: any PagePart, assets: Fields,
    rows: (any AnyRows) -> [UInt8] = { _ in [] }
  ) {
    fields = Fields(["assets": assets])
    let own = read(part, rows: rows)
    fields = Fields(own.merging(["assets": assets]) { own, _ in own })
  }

  /// The placeholder for the list `index` in the output. No value can print it: `<` in values is escaped.
  static func mark(_ index: Int) -> String { "<!--@\(index)-->" }

  /// The placeholder for the ticking text `index` in the output.
  static func tick(_ index: Int) -> String { "<!--~\(index)-->" }

  private mutating func read(
    _ subject: Any, rows: (any AnyRows) -> [UInt8]
  ) -> [String: Any] {
    var fields: [String: Any] = [:]
    for child in Mirror(reflecting: subject).children {
      guard let name = child.label else { continue }
      if let head = child.value as? any PageHead {
        fields.merge(read(head, rows: rows)) { own, _ in own }
        continue
      }
      fields[name] = value(child.value, rows: rows)
      // A section of a list is repeated for each row, so its surroundings ask for this instead.
      if let isEmpty = Self.isEmpty(child.value) { fields["has" + Words.capitalized(name)] = !isEmpty }
    }
    return fields
  }

  /// Whether a list is empty; `nil` for other values.
  private static func isEmpty(_ value: Any) -> Bool? {
    if let rows = value as? any AnyRows { return rows.all.isEmpty }
    return (value as? [Any])?.isEmpty
  }

  private mutating func value(_ value: Any, rows: (any AnyRows) -> [UInt8]) -> Any {
    switch value {
    case let text as String: return text.utf8.isEmpty ? Absent() : text
    case let flag as Bool: return flag
    case let number as Int: return String(number)
    case let list as any AnyRows:
      lists.append(rows(list))
      return (try? MustacheTemplate(string: Self.mark(lists.count - 1))) ?? Absent()
    case let moment as Moment where !moment.ticks.isEmpty && moment.text.isEmpty: return ticked(moment)
    default: return structure(value, rows: rows)
    }
  }

  /// A moment of a stilled row: a mark in place of its text.
  private mutating func ticked(_ moment: Moment) -> Fields {
    defer { ticking += 1 }
    return Fields([
      "text": (try? MustacheTemplate(string: Self.tick(ticking))) ?? Absent(), "iso": moment.iso,
      "full": moment.full, "ticks": moment.ticks,
    ])
  }

  private mutating func structure(_ subject: Any, rows: (any AnyRows) -> [UInt8]) -> Any {
    let mirror = Mirror(reflecting: subject)
    switch mirror.displayStyle {
    case .optional, .collection:
      let content = mirror.children.map(\.value)
      if mirror.displayStyle == .optional {
        return content.first.map { value($0, rows: rows) } ?? Absent()
      }
      return content.map { value($0, rows: rows) }
    default: return Fields(read(subject, rows: rows))
    }
  }
}
