import Mustache

/// Compares the tags of the templates with examples of the pages: a misspelt tag would silently print
/// nothing.
struct TemplateCheck {
  private let tags: [String: TemplateTags]
  /// The templates that some page reaches.
  private(set) var reached: Set<String> = []

  init(tags: [String: TemplateTags]) { self.tags = tags }

  /// Checks `template` and all it includes against the values it will be given.
  mutating func check(_ template: String, with fields: Fields) throws(TemplateError) {
    try enter(template, from: nil, frames: [fields])
  }

  /// - Throws: when a template is not reached by any page checked so far.
  func checkAllReached() throws(TemplateError) {
    guard let unused = tags.keys.sorted().first(where: { !reached.contains($0) }) else { return }
    throw TemplateError(unused, "no page uses this template")
  }

  private typealias Frames = [Fields]

  private mutating func enter(
    _ template: String, from place: (template: String, line: Int)?, frames: Frames
  ) throws(TemplateError) {
    guard let found = tags[template] else {
      throw TemplateError(place?.template ?? template, line: place?.line, "there is no template \(template)")
    }
    reached.insert(template)
    try walk(found.tags, in: template, frames: frames)
  }

  private mutating func walk(
    _ tags: [TemplateTags.Tag], in template: String, frames: Frames
  ) throws(TemplateError) {
    for tag in tags {
      switch tag {
      case .variable(let name, let line):
        guard isPrintable(try find(name, at: line, in: template, frames: frames)) else {
          throw TemplateError(template, line: line, "{{\(name)}} is a structure, not a text")
        }
      case .section(let name, let inverted, let inner, let line):
        let value = try find(name, at: line, in: template, frames: frames)
        for next in inverted ? [frames] : inside(value, frames: frames) {
          try walk(inner, in: template, frames: next)
        }
      case .partial(let name, let line): try enter(name, from: (template, line), frames: frames)
      case .layout(let name, let inner, let line):
        try enter(name, from: (template, line), frames: frames)
        try walk(inner, in: template, frames: frames)
      case .block(_, let inner, _): try walk(inner, in: template, frames: frames)
      }
    }
  }

  /// A plain name must belong to the innermost part; only a path such as `shell.csrf` may lead further out.
  private func find(
    _ name: String, at line: Int, in template: String, frames: Frames
  ) throws(TemplateError) -> Any {
    if name == "." { return "" }
    let path = name.utf8.split(separator: UInt8(ascii: ".")).map { String(decoding: $0, as: UTF8.self) }
    let reachable = path.count > 1 ? frames.reversed() : Array(frames.suffix(1))
    guard let head = path.first, let frame = reachable.first(where: { $0.values[head] != nil }),
      let value = path.reduce(Optional<Any>.some(frame), { ($0 as? Fields)?.values[$1] })
    else { throw TemplateError(template, line: line, "no page has {{\(name)}} here") }
    return value
  }

  private func isPrintable(_ value: Any) -> Bool {
    value is String || value is Absent || value is MustacheTemplate
  }

  /// The frames for rendering a section: one for each element, the same for a flag or text.
  private func inside(_ value: Any, frames: Frames) -> [Frames] {
    switch value {
    case let part as Fields: [frames + [part]]
    case let list as [Any]: list.map { ($0 as? Fields).map { frames + [$0] } ?? frames }
    default: [frames]
    }
  }
}
