import Rollcall

/// The query of a link: what a filter says, so that a view can be sent to a colleague.
struct URLQuery: Hashable, Sendable {
  private var text = ""

  /// Adds `name=value`; nothing when the value is empty.
  mutating func add(_ name: String, _ value: String) {
    guard !value.utf8.isEmpty else { return }
    text +=
      "\(text.utf8.isEmpty ? "?" : "&")\(PercentEncoding.text(of: name))=\(PercentEncoding.text(of: value))"
  }

  /// `path` with this query: `/w/city/board?status=offline`.
  func link(_ path: String) -> String { path + text }
}
