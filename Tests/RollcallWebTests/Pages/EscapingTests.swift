import Mustache
import Testing

@testable import RollcallWeb

@Suite("No value leaves its place in the page")
struct EscapingTests {
  /// A combining mark makes one Character of a quote and itself; HTML parsers see the quote.
  private static let hostile = "\"\u{301} onx=1 <\u{200d}b '\u{301}&>\u{0}"

  @Test("special scalars are escaped whatever combines with them")
  func scalars() {
    #expect(
      Array(ScalarHTML().escapeText(Self.hostile).unicodeScalars)
        == Array("&quot;\u{301} onx=1 &lt;\u{200d}b &#39;\u{301}&amp;&gt;\u{fffd}".unicodeScalars))
    #expect(ScalarHTML().escapeText("Ана 🚑 أحمد") == "Ана 🚑 أحمد")
  }

  @Test("a hostile text in every value of every page and row stays text", arguments: Templates.all)
  func everyTemplate(template: Templates) throws {
    let harmless = try template.html { _ in "x" }
    let hostile = try template.html { _ in Self.hostile }
    // The markup is what it is with harmless values: nothing was added by any of them.
    for special: Unicode.Scalar in ["<", ">", "\"", "'", "\u{0}"] {
      #expect(count(special, in: hostile) == count(special, in: harmless), "\(special) in \(template.name)")
    }
    #expect(hostile.utf8.count > harmless.utf8.count, "a value was printed at least once")
  }

  private func count(_ scalar: Unicode.Scalar, in text: String) -> Int {
    text.unicodeScalars.count { $0 == scalar }
  }
}

/// Every page, fragment and row of the console, with its sample.
struct Templates: Sendable, CustomTestStringConvertible {
  let name: String
  let part: any PagePart

  var testDescription: String { name }

  static let all: [Templates] = {
    var all: [Templates] = []
    for page in Samples.pages {
      let (whole, fragment) = (type(of: page).template, type(of: page).fragmentTemplate)
      all.append(Templates(name: whole, part: page))
      if let fragment { all.append(Templates(name: fragment, part: page)) }
    }
    let rows: [any PageRow] = [
      BoardRow.sample, HistoryRow.sample, ResponderRow.sample, SilenceRow.sample, TransitionRow.sample,
    ]
    return all + rows.map { Templates(name: type(of: $0).template, part: $0) }
  }()

  /// The template's HTML with every text of the sample changed.
  func html(_ change: @escaping (String) -> String) throws -> String {
    let assets = Fields(["rollcall_css": "/a", "rollcall_js": "/b", "favicon_svg": "/c"])
    let context = PageContext(of: part, assets: assets)
    let changed = context.replacing(Fields(Self.changed(context.fields, change).values))
    return String(decoding: try Console.renderer().render(changed, name), as: UTF8.self)
  }

  private static func changed(_ fields: Fields, _ change: (String) -> String) -> Fields {
    Fields(fields.values.mapValues { changed($0, change) })
  }

  private static func changed(_ value: Any, _ change: (String) -> String) -> Any {
    switch value {
    case let text as String: change(text)
    case let part as Fields: changed(part, change) as Fields
    case let list as [Any]: list.map { changed($0, change) as Any }
    default: value
    }
  }
}

extension PageContext {
  /// This context with other fields.
  func replacing(_ fields: Fields) -> PageContext {
    var context = self
    context.fields = fields
    return context
  }
}
