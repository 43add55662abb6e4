import Logging
import Rollcall
import Testing

@testable import RollcallServer
@testable import RollcallWeb

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

  @Test("the page of the server shows warnings as they stand in the log, with their fields")
  func troubles() {
    let troubles = RecentTroubles()
    troubles.record(.notice, "a code", at: Timestamp(milliseconds: 0))
    for number in 0...50 { troubles.record(.warning, "line \(number)", at: Timestamp(milliseconds: 0)) }
    #expect(troubles.lines.map(\.text) == (1...50).reversed().map { "line \($0)" }, "the newest first")
    let log = LineLog(logLevel: .info) { _ in }
    let logger = Logger(label: "test") { _ in log }
    logger.warning("answered \"so\"", metadata: ["status": "503", "route": "/w/{ws}/a b"])
    let text = #"answered \"so\" route="/w/{ws}/a b" status=503"#
    #expect(RecentTroubles.all.lines.contains { $0.text == text && $0.level == "warning" })
  }
}
