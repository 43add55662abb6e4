/// The tags of one template, as a tree, for the check at start.
struct TemplateTags: Equatable {
  indirect enum Tag: Equatable {
    case variable(String, line: Int)
    /// `{{#name}}` and `{{^name}}`.
    case section(String, inverted: Bool, [Tag], line: Int)
    case partial(String, line: Int)
    /// `{{<name}}`: a layout, with the blocks that the page fills.
    case layout(String, [Tag], line: Int)
    case block(String, [Tag], line: Int)
  }

  /// The tags outside every section.
  var tags: [Tag] = []

  /// Reads the tags of `text`.
  ///
  /// - Throws: `TemplateError` for features that our templates may not use (unescaped tags, transforms, other
  ///   delimiters, dynamic partials) and for unclosed tags.
  init(of text: String, named template: String) throws(TemplateError) {
    var scanner = TagScanner(text: text, template: template)
    var open: [(Opening, [Tag])] = []
    var current: [Tag] = []
    while let tag = try scanner.next() {
      switch tag.kind {
      case UInt8(ascii: "!"): continue
      case UInt8(ascii: ">"): current.append(.partial(tag.name, line: tag.line))
      case UInt8(ascii: "#"), UInt8(ascii: "^"), UInt8(ascii: "<"), UInt8(ascii: "$"):
        open.append((Opening(tag: tag), current))
        current = []
      case UInt8(ascii: "/"):
        guard let (opening, before) = open.popLast(), opening.tag.name == tag.name else {
          throw TemplateError(template, line: tag.line, "{{/\(tag.name)}} closes nothing")
        }
        current = before + [opening.closed(with: current)]
      default: current.append(.variable(tag.name, line: tag.line))
      }
    }
    if let (opening, _) = open.last {
      throw TemplateError(template, line: opening.tag.line, "{{\(opening.tag.name)}} is not closed")
    }
    tags = current
  }

  /// A tag that waits for its end.
  private struct Opening {
    var tag: TagScanner.Raw

    func closed(with inner: [Tag]) -> Tag {
      switch tag.kind {
      case UInt8(ascii: "<"): .layout(tag.name, inner, line: tag.line)
      case UInt8(ascii: "$"): .block(tag.name, inner, line: tag.line)
      default: .section(tag.name, inverted: tag.kind == UInt8(ascii: "^"), inner, line: tag.line)
      }
    }
  }
}
