import Rollcall

/// One thing found, as a line.
struct SearchLine: PagePart {
  var label, detail, href: String

  init(_ hit: SearchHit) { (label, detail, href) = (hit.label, hit.detail, hit.href) }
}

/// Things of one kind that were found.
struct SearchGroup: PagePart {
  var title: String
  var hits: [SearchLine]
}

/// What a search found.
struct SearchPage: Page {
  static let template = "Search/SearchPage"

  var shell: Shell
  var path: String
  var typed: String
  var groups: [SearchGroup]
  var empty: EmptyState?

  init(typed: String, found: [SearchHit], shell: Shell, slug: String) {
    (self.shell, self.typed, path) = (shell, typed, PagePath.search(slug))
    groups = SearchHit.Kind.allCases.compactMap { kind in
      let hits = found.filter { $0.kind == kind }
      return hits.isEmpty
        ? nil : SearchGroup(title: Words.Search.kind(kind), hits: hits.map { SearchLine($0) })
    }
    empty =
      found.isEmpty ? EmptyState(title: Words.Search.nothing(typed), advice: Words.Search.advice) : nil
  }
}
