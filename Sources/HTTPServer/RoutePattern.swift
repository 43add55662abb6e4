/// A pattern taken apart: "/w/{ws}/{id}.json" is literal, parameter, parameter with ending.
struct RoutePattern {
  /// One part between slashes.
  enum Segment: Equatable {
    case literal(String)
    /// A non-empty segment; `ending` is what must follow the value, "" for nothing.
    case parameter(name: String, ending: String)
  }

  let segments: [Segment]

  /// The names of the parameters, in order.
  var names: [String] {
    segments.compactMap { segment in
      if case .parameter(let name, _) = segment { name } else { nil }
    }
  }

  init(_ pattern: String) throws(Router.Fault) {
    guard pattern.utf8.first == UInt8(ascii: "/"), pattern.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .badPattern(pattern)
    }
    var segments: [Segment] = []
    for part in pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let segment = Self.segment(part) else { throw .badPattern(pattern) }
      segments.append(segment)
    }
    // Only the last segment may be empty, as in "/" and "/docs/".
    guard !segments.dropLast().contains(.literal("")) else { throw .badPattern(pattern) }
    self.segments = segments
    guard Set(names).count == names.count else { throw .badPattern(pattern) }
  }

  private static func segment(_ part: Substring) -> Segment? {
    guard part.first == "{" else {
      return part.contains("{") || part.contains("}") ? nil : .literal(String(part))
    }
    guard let close = part.firstIndex(of: "}") else { return nil }
    let name = part[part.index(after: part.startIndex)..<close]
    let ending = part[part.index(after: close)...]
    guard !name.isEmpty, !name.contains("{"), !ending.contains("{"), !ending.contains("}") else { return nil }
    return .parameter(name: String(name), ending: String(ending))
  }
}
