import Rollcall
import RollcallStore

/// The form of a new event, as typed.
struct EventForm: FieldValues {
  var slug = ""
  var name = ""
  /// When it begins, a day or an instant; may be empty.
  var from = ""
  /// When it ends, likewise.
  var to = ""

  static let fields: [Field<EventForm>] = [
    .text("slug", \.slug), .text("name", \.name), .text("from", \.from), .text("to", \.to),
  ]

  /// The event, or the problems.
  ///
  /// - Parameter instant: reads a day or an instant by the workspace's clocks.
  func read(_ instant: (String) -> Timestamp?) -> (event: NewEvent?, problems: [FieldProblem]) {
    var problems: [FieldProblem] = []
    if !Workspace.isValid(slug: slug) { problems.append(FieldProblem("slug", Words.Events.slugFormat)) }
    if !name.hasBytes(NameLimits.name) {
      problems.append(FieldProblem("name", "\(NameLimits.words(NameLimits.name))."))
    }
    func time(_ text: String, _ field: String) -> Timestamp? {
      guard !text.utf8.isEmpty else { return nil }
      let found = instant(Self.withSeconds(text))
      if found == nil { problems.append(FieldProblem(field, Words.Events.timeFormat)) }
      return found
    }
    let (first, last) = (time(from, "from"), time(to, "to"))
    if let first, let last, last <= first {
      problems.append(FieldProblem("to", Words.Events.endsAfterBegins))
    }
    guard problems.isEmpty else { return (nil, problems) }
    return (NewEvent(slug: slug, name: name, from: first, to: last), [])
  }

  /// People leave the seconds out: `2026-11-21T09:00+01:00`.
  private static func withSeconds(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= 17, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      bytes[16] != UInt8(ascii: ":")
    else { return text }
    return String(decoding: bytes[..<16], as: UTF8.self) + ":00"
      + String(decoding: bytes[16...], as: UTF8.self)
  }
}
