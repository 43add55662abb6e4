import QRCode
import Testing

@Suite("Codes that a camera reads")
struct QRCodeTests {
  @Test("a code is as small as its text allows", arguments: [(1, 21), (14, 21), (15, 25), (2_331, 177)])
  func size(bytes: Int, side: Int) throws {
    #expect(try #require(QRCode(String(repeating: "a", count: bytes))).size == side)
  }

  @Test("what does not fit is no code", arguments: ["", "a\0b", String(repeating: "a", count: 2_332)])
  func refused(text: String) { #expect(QRCode(text) == nil) }

  @Test("the three corners by which a camera finds it are there, and nothing is dark around it")
  func corners() throws {
    let code = try #require(QRCode("otpauth://totp/Rollcall:ana@example.org?secret=GEZDGNBVGY3TQOJQ"))
    let far = code.size - 7
    for (left, top) in [(0, 0), (far, 0), (0, far)] {
      for row in 0..<7 {
        for column in 0..<7 {
          // A ring of seven, a light one of five, a dark heart of three
          let distance = max(abs(column - 3), abs(row - 3))
          #expect(code.isDark(column: left + column, row: top + row) == (distance != 2))
        }
      }
    }
    #expect(!code.isDark(column: -1, row: 0) && !code.isDark(column: 0, row: code.size))
  }

  @Test("the same text gives the same code, another text another")
  func distinct() {
    #expect(QRCode("one") == QRCode("one"))
    #expect(QRCode("one") != QRCode("two"))
  }

  @Test("the drawing is the code: each run of dark modules, a margin of four, no style or script")
  func drawing() throws {
    let code = try #require(QRCode("https://example.org/"))
    let svg = code.svg
    #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 33 33\""))
    #expect(svg.contains("M4 4h7v1h-7z"))
    #expect(!svg.contains("style") && !svg.contains("script"))
    var drawn = 0
    for part in svg.split(separator: "M").dropFirst() where part.contains("v1h-") {
      drawn += Int(part.split(separator: "h")[1].prefix { $0.isNumber }) ?? 0
    }
    let dark = (0..<code.size * code.size).count {
      code.isDark(column: $0 % code.size, row: $0 / code.size)
    }
    #expect(drawn == dark)
  }
}
