/// The version of a page that polls itself: it changes with the content, but not with passing time alone.
///
/// It reads every field by reflection: for pages of at most some hundred rows.
enum LiveVersion {
  /// The version of `page`, for an `ETag`.
  static func of(_ page: some Page) -> String {
    var hash = ContentHash()
    add(page, to: &hash)
    return hash.text
  }

  /// The fields with the time of the page itself.
  private static let clocks: Set<String> = ["now", "asOf", "age"]

  private static func add(_ value: Any, to hash: inout ContentHash) {
    switch value {
    case let text as String: hash.add(text)
    case let moment as Moment: hash.add(moment.ticks.utf8.isEmpty ? moment.text : moment.iso)
    case let flag as Bool: hash.add(flag ? "1" : "0")
    default:
      let children = Mirror(reflecting: value).children
      // A number, a case, or an empty value.
      if children.isEmpty { return hash.add("\(value)") }
      // So that a text cannot move from one list to the next unnoticed.
      hash.add("\(children.count)")
      for child in children where !clocks.contains(child.label ?? "") { add(child.value, to: &hash) }
    }
  }
}

extension Page {
  /// Changes with the content of the page, but not with passing time: for an `ETag`.
  var version: String { LiveVersion.of(self) }
}

extension ResponderPage {
  /// A range that ends now moves by whole minutes, and so does the drawing. Pages of stale data all differ:
  /// "not modified" would tell an open page that its data is still good.
  var version: String { LiveVersion.of(self) + (isStale ? stamp.now : "") }
}
