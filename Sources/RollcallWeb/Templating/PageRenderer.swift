import Mustache

/// Turns pages into HTML.
///
/// All templates are read and checked when it is made: afterwards rendering cannot fail.
public final class PageRenderer: Sendable {
  private let library: MustacheLibrary
  private let assets: Assets
  private let cache = RowCache(limit: 4_096)

  /// Reads the templates of `directory` and checks them against examples of `pages`.
  ///
  /// - Throws: `TemplateError` when a page has no template, a template no page, or a tag no value.
  init(
    directory: String, assets: Assets, pages: [any Page.Type] = ConsolePages.all
  ) throws {
    let files = try TemplateFiles(directory: directory).pages
    library = try files.library()
    self.assets = assets
    try Self.check(pages, against: files, assets: assets)
  }

  /// The whole page, UTF-8.
  func render(_ page: some Page) -> [UInt8] { html(of: page, template: type(of: page).template) }

  /// The part of the page that an open page polls; the whole page when it has none.
  func renderFragment(_ page: some Page) -> [UInt8] {
    html(of: page, template: type(of: page).fragmentTemplate ?? type(of: page).template)
  }

  private func html(of page: any Page, template: String) -> [UInt8] {
    let assets = assets.fields
    let context = PageContext(of: page, assets: assets) { rows in
      var html: [UInt8] = []
      for row in rows.all { append(row, to: &html) }
      return html
    }
    return render(context, template)
  }

  /// Appends a row: the cached pieces, with the present texts between them.
  private func append(_ row: any PageRow, to html: inout [UInt8]) {
    let stilled = row.stilled
    let pieces = cache.pieces(of: stilled) {
      let context = PageContext(of: stilled, assets: assets.fields)
      return Self.split(render(context, type(of: row).template), ticks: context.ticking)
    }
    for (index, piece) in pieces.enumerated() {
      html += piece
      if index < pieces.count - 1, row.ticking.indices.contains(index) {
        html += ScalarHTML().escapeText(row.ticking[index]).utf8
      }
    }
  }

  /// A row's HTML, split where its ticking texts belong.
  private static func split(_ html: [UInt8], ticks: Int) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = html[...]
    for index in 0..<ticks {
      guard let place = rest.firstRange(of: Array(PageContext.tick(index).utf8)) else { continue }
      pieces.append(Array(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return pieces + [Array(rest)]
  }

  /// Renders a context and inserts the lists of rows at their marks.
  func render(_ context: PageContext, _ template: String) -> [UInt8] {
    let text = library.render(context.fields, withTemplate: template) ?? ""
    guard !context.lists.isEmpty else { return Array(text.utf8) }
    return Self.insert(context.lists, into: text)
  }

  private static func insert(_ lists: [[UInt8]], into text: String) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(text.utf8.count + lists.reduce(0) { $0 + $1.count })
    var rest = text.utf8[...]
    for (index, list) in lists.enumerated() {
      let mark = Array(PageContext.mark(index).utf8)
      guard let place = rest.firstRange(of: mark) else { continue }
      html += rest[..<place.lowerBound]
      html += list
      rest = rest[place.upperBound...]
    }
    return html + rest
  }

  private static func check(
    _ pages: [any Page.Type], against files: TemplateFiles, assets: Assets
  ) throws {
    var check = TemplateCheck(tags: try files.tags())
    for page in pages {
      var rows: [any AnyRows] = []
      let context = PageContext(of: try ExampleDecoder.example(of: page), assets: assets.fields) { list in
        rows.append(list)
        return []
      }
      try check.check(page.template, with: context.fields)
      if let fragment = page.fragmentTemplate { try check.check(fragment, with: context.fields) }
      for list in rows {
        guard let row = list.all.first else { continue }
        try check.check(type(of: list).template, with: PageContext(of: row, assets: assets.fields).fields)
      }
    }
    try check.checkAllReached()
  }
}
