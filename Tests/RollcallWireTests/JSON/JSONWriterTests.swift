import Foundation
import RollcallWire
import Testing

@Suite struct JSONWriterTests {
  private func written(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func commasComeByThemselves() {
    let text = written { writer in
      writer.object { top in
        top.member("a", 1)
        top.array("b") { list in
          list.value("x")
          list.object { _ in }
          list.array { _ in }
          list.value(2.5)
        }
        top.member("c", nil as String?)
        top.member("d", true)
      }
    }
    #expect(text == #"{"a":1,"b":["x",{},[],2.5],"c":null,"d":true}"#)
  }

  @Test func textIsEscapedByteByByte() {
    #expect(
      written { $0.value("\"\u{301}\\</a>\u{1}\u{7F}\r\né🚑") }
        == "\"\\\"\u{301}\\\\\\u003c/a\\u003e\\u0001\\u007f\\u000d\\u000aé🚑\"")
  }

  @Test(arguments: [
    0, 1, -1, 0.1, 46.0512345, 1e16, 1e-7, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 123_456_789.123,
    -0.000_012,
  ])
  func doublesComeBack(number: Double) throws {
    let text = written { $0.value(number) }
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? Double
    #expect(read == number)
  }

  @Test func whatJSONCannotSayIsNull() {
    #expect(written { $0.value(Double.nan) } == "null")
    #expect(written { $0.value(-Double.infinity) } == "null")
  }

  @Test func integersAreWrittenToTheLastOne() {
    #expect(written { $0.value(Int64.min) } == "-9223372036854775808")
    #expect(written { $0.value(Int64.max) } == "9223372036854775807")
    #expect(written { $0.value(0) } == "0")
  }
}
