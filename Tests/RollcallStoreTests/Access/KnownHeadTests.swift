import Testing

@testable import RollcallStore

@Suite("The head of a chain, written down elsewhere")
struct KnownHeadTests {
  private let head = KnownHead(slug: "north", number: 4_211, hash: String(repeating: "5e2f", count: 16))

  private func found(_ text: String) -> [KnownHead] { KnownHead.all(in: Array(text.utf8)) }

  @Test("is found in a line, each once")
  func plain() {
    #expect(found("Head \(head.text), again \(head.text).") == [head])
  }

  @Test("is found where a page is too narrow for it, wherever lines end", arguments: [4, 9, 14, 21, 40, 88])
  func overLines(width: Int) {
    var (lines, rest) = ([String](), head.text[...])
    while !rest.isEmpty {
      lines.append("                  \(rest.prefix(width)) ")
      rest = rest.dropFirst(width)
    }
    #expect(found("Head of the audit\n\(lines.joined(separator: "\n"))\nabc of the files\n") == [head])
    #expect(found("Head\r\n\(lines.joined(separator: "\r\n"))\u{C}Page 2") == [head])
  }

  @Test("is not found where its hash is too short, or is no hash")
  func broken() {
    #expect(found(String(head.text.dropLast())) == [])
    #expect(found("\(head.text.dropLast(10))\nXY0123456789") == [])
    #expect(found("rollcall-head:north:0:\(head.hash)") == [])
  }
}
