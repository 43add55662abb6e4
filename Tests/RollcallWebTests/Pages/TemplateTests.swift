import Foundation
import Testing

@testable import RollcallWeb

/// A page for trying templates.
private struct Greeting: Page {
  struct Guest: PagePart {
    var name: String
  }

  static let template = "Greeting"
  var title: String
  var guests: [Guest]
  var host: Guest?
}

private struct GuestRow: PageRow {
  static let template = "GuestRow"
  var name: String
}

private struct GuestList: Page {
  static let template = "GuestList"
  var rows: Rows<GuestRow>
}

private struct Headed: Page {
  struct Head: PageHead {
    var title: String
  }

  static let template = "Headed"
  var head: Head
  var guests: [Greeting.Guest]
}

@Suite("Templates are checked before the first page is shown")
struct TemplateTests {
  @Test("a template whose tags the page has is accepted")
  func accepted() throws {
    let folder = try TemplateFolder([
      "Greeting":
        "{{title}}{{#guests}}{{name}}{{/guests}}{{^guests}}nobody{{/guests}}{{#host}}{{>Host}}{{/host}}",
      "Host": "{{name}} {{assets.rollcall_css}}",
    ])
    #expect(try folder.refusal([Greeting.self]) == nil)
  }

  @Test(
    "a tag that no page has is refused with its line",
    arguments: [
      ("a\n{{titel}}", 2), ("{{#guests}}\n\n{{nmae}}{{/guests}}", 3), ("{{#host}}{{nam}}{{/host}}", 1),
      ("{{^guests}}{{no}}{{/guests}}", 1), ("{{#gests}}{{/gests}}", 1), ("{{host.nam}}", 1),
      ("{{assets.rollcall_ccs}}", 1),
    ])
  func misspelt(text: String, line: Int) throws {
    let refusal = try TemplateFolder(["Greeting": text]).refusal([Greeting.self])
    #expect(refusal?.template == "Greeting")
    #expect(refusal?.line == line)
  }

  @Test("a tag of the parent is refused inside a list: a missing value would show the parent's")
  func parent() throws {
    let folder = try TemplateFolder(["Greeting": "{{#guests}}{{title}}{{/guests}}"])
    #expect(try folder.refusal([Greeting.self])?.reason == "no page has {{title}} here")
  }

  @Test(
    "the properties of a head are those of its page, and each list tells whether there is something in it")
  func heads() throws {
    let folder = try TemplateFolder([
      "Headed": "{{title}}{{#hasGuests}}:{{#guests}} {{name}}{{/guests}}{{/hasGuests}}"
    ])
    #expect(try folder.refusal([Headed.self]) == nil)
    let renderer = try PageRenderer(
      directory: folder.url.path, assets: Console.assets(), pages: [Headed.self])
    let html = { (names: [String]) in
      let page = Headed(head: .init(title: "Tonight"), guests: names.map(Greeting.Guest.init))
      return String(decoding: renderer.render(page), as: UTF8.self)
    }
    #expect(html(["Ana", "Jo"]) == "Tonight: Ana Jo")
    #expect(html([]) == "Tonight")
  }

  @Test("a structure is not a text")
  func structure() throws {
    #expect(try TemplateFolder(["Greeting": "{{host}}"]).refusal([Greeting.self]) != nil)
  }

  @Test(
    "what would print unescaped, or what cannot be checked, is refused",
    arguments: [
      "{{{title}}}", "{{&title}}", "{{=<% %>=}}", "{{>*title}}", "{{%X:Y}}", "{{uppercased(title)}}", "{{}}",
    ])
  func forbidden(text: String) throws {
    #expect(try TemplateFolder(["Greeting": text]).refusal([Greeting.self]) != nil)
  }

  @Test(
    "what is not closed, or closes nothing, is refused",
    arguments: ["{{#guests}}", "{{/guests}}", "{{title", "{{title}"])
  func unclosed(text: String) throws {
    #expect(try TemplateFolder(["Greeting": text]).refusal([Greeting.self]) != nil)
  }

  @Test("a page without template, a template without page and an unknown partial are refused")
  func strays() throws {
    #expect(try TemplateFolder(["Other": "x"]).refusal([Greeting.self])?.template == "Greeting")
    #expect(
      try TemplateFolder(["Greeting": "x", "Stray": "y"]).refusal([Greeting.self])?.template == "Stray")
    #expect(try TemplateFolder(["Greeting": "{{>Host}}"]).refusal([Greeting.self])?.line == 1)
    #expect(try TemplateFolder([:]).refusal([Greeting.self]) != nil)
  }

  @Test("the template of a row is checked too")
  func rows() throws {
    let good = ["GuestList": "<ul>{{rows}}</ul>", "GuestRow": "<li>{{name}}</li>"]
    #expect(try TemplateFolder(good).refusal([GuestList.self]) == nil)
    let wrong = ["GuestList": "<ul>{{rows}}</ul>", "GuestRow": "<li>{{nmae}}</li>"]
    #expect(try TemplateFolder(wrong).refusal([GuestList.self])?.template == "GuestRow")
  }

  @Test("rows stand in their place, in order, and cannot be forged by a value")
  func rowsInPlace() throws {
    let folder = try TemplateFolder(["GuestList": "<ul>{{rows}}</ul>", "GuestRow": "<li>{{name}}</li>"])
    let renderer = try PageRenderer(
      directory: folder.url.path, assets: Console.assets(), pages: [GuestList.self])
    let page = GuestList(
      rows: Rows([GuestRow(name: "Ana"), GuestRow(name: "<!--@0-->"), GuestRow(name: "Ana")]))
    for _ in 0..<2 {
      #expect(
        String(decoding: renderer.render(page), as: UTF8.self)
          == "<ul><li>Ana</li><li>&lt;!--@0--&gt;</li><li>Ana</li></ul>")
    }
  }

  @Test("texts that time alone changes are put into kept rows, escaped and in their places")
  func ticking() throws {
    let renderer = try Console.renderer()
    func html(_ since: String, _ age: String) -> String {
      var page = BoardPage.sample
      var row = BoardRow.sample
      (row.since.text, row.lastContact.text) = (since, age)
      page.rows = Rows([row])
      return String(decoding: renderer.render(page), as: UTF8.self)
    }
    let first = html("59 s", "58 s ago")
    #expect(first.contains(">59 s</time>") && first.contains(">58 s ago</time>"))
    let second = html("1 min", "<1 min ago")
    #expect(second.contains(">1 min</time>") && second.contains(">&lt;1 min ago</time>"))
    #expect(!second.contains("59 s") && !second.contains("<!--~"))
  }

  @Test("kept rows are made again only when they change, and the unused are dropped")
  func cache() {
    let cache = RowCache(limit: 2)
    var made: [String] = []
    let ask = { (name: String) in
      _ = cache.pieces(of: GuestRow(name: name)) {
        made.append(name); return []
      }
    }
    for name in ["a", "b", "a", "b"] { ask(name) }
    #expect(made == ["a", "b"])
    for name in ["c", "a", "d", "e", "f"] { ask(name) }
    ask("b")
    #expect(made == ["a", "b", "c", "d", "e", "f", "b"])
  }
}
