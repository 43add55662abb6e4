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

  /// The fields that tell the time of the page itself.
  private static let clocks: Set<String> = ["now", "asOf", "age"]

  private static func add(_ value: Any, to hash: inout ContentHash) {
    switch value {
    case let text as String: hash.add(text)
    case let moment as Moment: hash.add(moment.ticks.utf8.isEmpty ? moment.text : moment.iso)
    case let flag as Bool: hash.add(flag ? "1" : "0")
    default:
      let children = Mirror(reflecting: value).children
      // A number, a case, or nothing.
      if children.isEmpty { return hash.add("\(value)") }
      // So that a text cannot move from one list to the next unseen.
      hash.add("\(children.count)")
      for child in children where !clocks.contains(child.label ?? "") { add(child.value, to: &hash) }
    }
  }
}

extension Page {
  /// Changes when what the page shows changes, and not because time passes: for an `ETag`.
  var version: String { LiveVersion.of(self) }
}

extension ResponderPage {
  /// A range that ends now moves on by whole minutes, and the drawing with it. Of data that is stale each page is another:
  /// "not modified" would tell an open page that it is as good as new.
  var version: String { LiveVersion.of(self) + (isStale ? now : "") }
}
