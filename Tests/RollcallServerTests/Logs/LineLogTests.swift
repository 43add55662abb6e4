import Logging
import Rollcall
import Testing

@testable import RollcallServer

@Suite("Logs: one line is one line")
struct LineLogTests {
  @Test(
    "control characters, quotes and line ends never leave a line",
    arguments: [
      ("ready", [:], "info ready\n"),
      ("two\nlines", [:], "info two\\nlines\n"),
      ("a \"quote\" \\", [:], "info a \\\"quote\\\" \\\\\n"),
      ("\u{1B}[31m\u{2028}\u{7F}", [:], "info \\u{1b}[31m\\u{2028}\\u{7f}\n"),
      ("\"\u{301}", [:], "info \\\"\u{301}\n"),
      ("m", ["b": "2", "a": "x y", "c": ""], "info m a=\"x y\" b=2 c=\"\"\n"),
    ] as [(String, Logger.Metadata, String)])
  func lines(message: String, fields: Logger.Metadata, expected: String) {
    let line = LineLog.line(at: Timestamp(milliseconds: 0), level: .info, message: message, fields: fields)
    #expect(String(decoding: line, as: UTF8.self) == "1970-01-01T00:00:00.000Z " + expected)
  }
}
