/// Why the templates cannot be used. Found at start, never while a page is shown.
public struct TemplateError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The template, its path under the directory without extension; or the directory itself.
  var template: String
  /// The line at fault, from 1; `nil` when it is the whole file.
  var line: Int?
  /// The problem, a sentence.
  var reason: String

  /// `Liveness/BoardPage:12: …`
  public var description: String {
    guard let line else { return "\(template): \(reason)" }
    return "\(template):\(line): \(reason)"
  }

  init(_ template: String, line: Int? = nil, _ reason: String) {
    self.template = template
    self.line = line
    self.reason = reason
  }
}
