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
    var start = 0
    for index in 0..<ticks {
      guard let place = html.place(of: PageContext.tick(index), from: start) else { continue }
      pieces.append(Array(html[start..<place.lowerBound]))
      start = place.upperBound
    }
    return pieces + [Array(html[start...])]
  }

  /// Renders a context and inserts the lists of rows at their marks.
  func render(_ context: PageContext, _ template: String) -> [UInt8] {
    let html = Array((library.render(context.fields, withTemplate: template) ?? "").utf8)
    return context.lists.isEmpty ? html : Self.insert(context.lists, into: html)
  }

  private static func insert(_ lists: [[UInt8]], into page: [UInt8]) -> [UInt8] {
    var html: [UInt8] = []
    html.reserveCapacity(page.count + lists.reduce(0) { $0 + $1.count })
    var start = 0
    for (index, list) in lists.enumerated() {
      guard let place = page.place(of: PageContext.mark(index), from: start) else { continue }
      html += page[start..<place.lowerBound]
      html += list
      start = place.upperBound
    }
    return html + page[start...]
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

extension [UInt8] {
  /// The first place of a text at or after an index. The library's search takes as long as the rendering.
  fileprivate func place(of text: String, from start: Int) -> Range<Int>? {
    let sought = Array(text.utf8)
    guard let first = sought.first else { return nil }
    var index = start
    while index + sought.count <= count {
      if self[index] == first, self[index..<index + sought.count].elementsEqual(sought) {
        return index..<index + sought.count
      }
      index += 1
    }
    return nil
  }
}
