import HTTPTypes

/// The routes by path, segment by segment. A literal beats an ending, the longer ending beats the shorter,
/// and any ending beats a bare parameter.
struct RouteTree: Sendable {
  /// A route and the names of what its parameters match.
  struct Entry: Sendable {
    let route: Route
    let names: [String]
  }

  /// All methods of one path.
  struct Leaf: Sendable {
    var entries: [Entry] = []

    /// The route for the method; HEAD is answered by GET.
    func entry(for method: HTTPRequest.Method) -> Entry? {
      entries.first { $0.route.method == method }
        ?? (method == .head ? entries.first { $0.route.method == .get } : nil)
    }

    /// The value of `Allow`.
    var allow: String {
      var methods = entries.map(\.route.method.rawValue)
      if methods.contains("GET"), !methods.contains("HEAD") { methods.append("HEAD") }
      return methods.sorted().joined(separator: ", ")
    }
  }

  private final class Branch: Sendable {
    let literals: [String: Branch]
    let endings: [(ending: String, branch: Branch)]
    let parameter: Branch?
    let leaf: Leaf

    init(_ entries: [(segments: ArraySlice<RoutePattern.Segment>, entry: Entry)]) {
      var literals: [String: [(ArraySlice<RoutePattern.Segment>, Entry)]] = [:]
      var endings: [String: [(ArraySlice<RoutePattern.Segment>, Entry)]] = [:]
      var leaf = Leaf()
      for (segments, entry) in entries {
        switch segments.first {
        case nil: leaf.entries.append(entry)
        case .literal(let text): literals[text, default: []].append((segments.dropFirst(), entry))
        case .parameter(_, let ending): endings[ending, default: []].append((segments.dropFirst(), entry))
        }
      }
      self.leaf = leaf
      self.literals = literals.mapValues { Branch($0) }
      self.parameter = endings.removeValue(forKey: "").map { Branch($0) }
      self.endings = endings.sorted { ($1.key.utf8.count, $0.key) < ($0.key.utf8.count, $1.key) }
        .map { ($0.key, Branch($0.value)) }
    }
  }

  /// Paths without parameters, found in one step.
  private let fixed: [String: Leaf]
  private let root: Branch

  init(_ entries: [(pattern: RoutePattern, route: Route)]) {
    var fixed: [String: Leaf] = [:]
    for (pattern, route) in entries where pattern.names.isEmpty {
      fixed[route.pattern, default: Leaf()].entries.append(Entry(route: route, names: []))
    }
    self.fixed = fixed
    root = Branch(
      entries.filter { !$0.pattern.names.isEmpty }.map { pattern, route in
        (pattern.segments[...], Entry(route: route, names: pattern.names))
      })
  }

  /// The leaf of a decoded path and what its parameters matched; nil when no pattern fits.
  func find(_ path: String) -> (leaf: Leaf, values: [String])? {
    // A pattern is ASCII; Swift's == would also let some other scalars (the Kelvin sign) equal a letter.
    let isASCII = path.utf8.allSatisfy { $0 < 0x80 }
    if isASCII, let leaf = fixed[path] { return (leaf, []) }
    let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var values: [String] = []
    guard let leaf = Self.descend(root, segments[...], isASCII, &values) else { return nil }
    return (leaf, values)
  }

  /// Depth first, at most as deep as the longest pattern.
  private static func descend(
    _ branch: Branch, _ segments: ArraySlice<Substring.UTF8View>, _ isASCII: Bool, _ values: inout [String]
  ) -> Leaf? {
    guard let first = segments.first else { return branch.leaf.entries.isEmpty ? nil : branch.leaf }
    let text = String(Substring(first))
    let rest = segments.dropFirst()
    if isASCII || text.utf8.allSatisfy({ $0 < 0x80 }), let next = branch.literals[text],
      let leaf = descend(next, rest, isASCII, &values)
    {
      return leaf
    }
    for (ending, next) in branch.endings {
      guard first.count > ending.utf8.count, first.suffix(ending.utf8.count).elementsEqual(ending.utf8) else {
        continue
      }
      values.append(String(Substring(first.dropLast(ending.utf8.count))))
      if let leaf = descend(next, rest, isASCII, &values) { return leaf }
      values.removeLast()
    }
    guard let next = branch.parameter, !first.isEmpty else { return nil }
    values.append(text)
    if let leaf = descend(next, rest, isASCII, &values) { return leaf }
    values.removeLast()
    return nil
  }
}

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
