import Rollcall

/// The query of a link: what a filter says, so that a view can be sent to a colleague.
public struct URLQuery: Hashable, Sendable {
  private var text = ""

  /// An empty query.
  public init() {}

  /// Adds `name=value`; nothing when the value is empty.
  public mutating func add(_ name: String, _ value: String) {
    guard !value.utf8.isEmpty else { return }
    text +=
      "\(text.utf8.isEmpty ? "?" : "&")\(PercentEncoding.text(of: name))=\(PercentEncoding.text(of: value))"
  }

  /// `path` with this query: `/w/city/board?status=offline`.
  public func link(_ path: String) -> String { path + text }
}
