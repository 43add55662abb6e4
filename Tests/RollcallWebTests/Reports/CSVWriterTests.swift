import Rollcall
import Testing

@testable import RollcallWeb

@Suite struct CSVWriterTests {
  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""), ("a\nb", "\"a\nb\""),
    ("=1+1", "\"'=1+1\""), ("=LINK(\"a\",b)", "\"'=LINK(\"\"a\"\",b)\""), ("+386", "\"'+386\""),
    ("-x", "\"'-x\""), ("@cmd", "\"'@cmd\""),
    ("\tx", "\"'\tx\""),
    ("\rx", "\"'\rx\""), (" x", "\" x\""), ("x ", "\"x \""), ("", ""), ("=\u{301}x", "\"'=\u{301}x\""),
    ("\"\u{301}", "\"\"\"\u{301}\""), ("اسم", "اسم"),
  ])
  func aTextCellIsQuotedAndNeverAFormula(_ text: String, _ cell: String) {
    var csv = CSVWriter()
    csv.text(text)
    #expect(Array(csv.bytes) == Array(cell.utf8))
  }

  @Test func numbersAndInstantsAreNeverTouched() {
    var csv = CSVWriter()
    var zone = Zone("Europe/Ljubljana")
    csv.header(["a", "b"])
    csv.number(-0.18)
    csv.number(Int64(-5))
    csv.number(nil as Double?)
    csv.instant(TestWeb.start, &zone)
    csv.endRow()
    #expect(
      String(decoding: csv.bytes, as: UTF8.self) == "a,b\r\n-0.18,-5,,2026-11-21T10:00:00.000+01:00\r\n")
  }

  @Test func aValueIsWrittenAsItsCell() {
    let values: [any CellValue] = [
      "a,b", "=1", "", Int64(-5), 7, -0.18, 46.0569465, true, false, TestWeb.start, Responder.ID(3),
      ["mock", "speed"],
      [String](), nil as String?, "x" as String?, nil as Int64?, Int64.min as Int64?, nil as Double?,
      0.1 as Double?,
      nil as Bool?, true as Bool?, nil as Timestamp?, TestWeb.start as Timestamp?, nil as [String]?,
      Seconds(1_500), Seconds(1_500) as Seconds?, Thousandths(0.98765), DatedTexts([(TestWeb.start, "seen")]),
    ]
    var zone = Zone("Europe/Ljubljana")
    for value in values {
      var (direct, cell) = (CSVWriter(), CSVWriter())
      // Behind another, so that the comma counts.
      direct.text("first")
      cell.text("first")
      value.write(to: &direct, &zone)
      cell.cell(value.cell, &zone)
      #expect(direct.bytes == cell.bytes, "\(value)")
    }
  }

  @Test(arguments: [
    ("2026-11-21", "2026-11-20T23:00:00.000Z"), ("2026-07-01", "2026-06-30T22:00:00.000Z"),
    ("2026-03-29", "2026-03-28T23:00:00.000Z"), ("2026-03-30", "2026-03-29T22:00:00.000Z"),
    ("2026-10-25", "2026-10-24T22:00:00.000Z"), ("2026-10-26", "2026-10-25T23:00:00.000Z"),
    ("2026-02-30", nil), ("2026-1-1", nil), ("today", nil),
  ])
  func aLocalDayBeginsAtItsMidnight(_ day: String, _ start: String?) {
    #expect(Zone("Europe/Ljubljana").start(ofDay: day)?.rfc3339 == start)
  }

  @Test func metricLabelsCannotBreakOut() {
    var text = MetricsText()
    text.sample("x_total", [("region", "a\"b\\c\nd\u{301}")], 1)
    #expect(String(decoding: text.bytes, as: UTF8.self) == "x_total{region=\"a\\\"b\\\\c\\nd\u{301}\"} 1\n")
  }
}
