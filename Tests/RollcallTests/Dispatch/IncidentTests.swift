import Rollcall
import Testing

@Suite("Incidents")
struct IncidentTests {
  private func form(
    kind: String? = nil, title: String? = "Fire", severity: String? = nil, place: String = "46, 14",
    notes: String? = nil, region: String? = nil
  ) -> NewIncident.Form {
    .init(kind: kind, title: title, severity: severity, place: .text(place), notes: notes, region: region)
  }

  private func problems(_ form: NewIncident.Form) -> [NewIncident.Problem] {
    do throws(NewIncident.Refusal) {
      _ = try NewIncident(form)
      return []
    } catch { return error.problems }
  }

  @Test("A title and a place are enough")
  func least() throws {
    let incident = try NewIncident(form())
    #expect(incident.kind == .incident && incident.severity == .normal && incident.title == "Fire")
    #expect(incident.position == Position(latitude: 46, longitude: 14))
    #expect(incident.notes == nil && incident.region == nil)
  }

  @Test("What is filled in is kept, without the blanks around it")
  func full() throws {
    let incident = try NewIncident(
      form(
        kind: "order", title: " Two boxes\u{A0}\t", severity: " critical ", notes: "\nRing\r\ntwice\rat 3 ",
        region: " Centre"))
    #expect(incident.kind == .order && incident.severity == .critical && incident.title == "Two boxes")
    #expect(incident.notes == "Ring\ntwice\nat 3" && incident.region == "Centre")
  }

  @Test("Fields left empty are missing")
  func empty() throws {
    let incident = try NewIncident(form(kind: "", severity: " ", notes: "\r\n", region: ""))
    #expect(incident == (try NewIncident(form())))
  }

  @Test(
    "What is wrong with a field is told at the field",
    arguments: [
      (.init(title: nil, place: .text("46 14")), .title, "required"),
      (.init(title: " \n", place: .text("46 14")), .title, "required"),
      (.init(title: String(repeating: "č", count: 101), place: .text("46 14")), .title, "range"),
      (.init(title: "two\nlines", place: .text("46 14")), .title, "format"),
      (.init(title: "a\u{2028}b", place: .text("46 14")), .title, "format"),
      (.init(title: "a\u{0}b", place: .text("46 14")), .title, "format"),
      (.init(kind: "Incident", title: "a", place: .text("46 14")), .kind, "range"),
      (.init(title: "a", severity: "urgent", place: .text("46 14")), .severity, "range"),
      (.init(title: "a", place: .text("")), .place, "required"),
      (.init(title: "a", place: .text("here")), .place, "format"),
      (.init(title: "a", place: .text("146 14")), .place, "range"),
      (
        .init(title: "a", place: .text("46 14"), notes: String(repeating: "x", count: 4_001)), .notes, "range"
      ),
      (.init(title: "a", place: .text("46 14"), notes: "bell\u{7}"), .notes, "format"),
      (.init(title: "a", place: .text("46 14"), region: String(repeating: "x", count: 81)), .region, "range"),
    ] as [(NewIncident.Form, NewIncident.Field, String)])
  func refused(form: NewIncident.Form, field: NewIncident.Field, rule: String) {
    let problems = problems(form)
    #expect(problems.map(\.field) == [field] && problems.map(\.rule) == [rule])
    #expect(problems.allSatisfy { !$0.words.isEmpty })
  }

  @Test("Everything wrong is told at once, and the limits themselves are fine")
  func limits() throws {
    let bad = form(kind: "x", title: "", severity: "x", place: "", notes: "\u{1}", region: nil)
    #expect(problems(bad).map(\.field) == [.kind, .severity, .title, .place, .notes])
    let fits = try NewIncident(
      form(
        title: String(repeating: "x", count: 200), notes: String(repeating: "x", count: 4_000),
        region: String(repeating: "č", count: 80)))
    #expect(fits.title.utf8.count == 200 && fits.notes?.utf8.count == 4_000)
  }

  @Test("A known position needs no text")
  func knownPosition() throws {
    let outlet = try #require(Position(latitude: 1, longitude: 2))
    #expect(try NewIncident(.init(title: "a", place: .position(outlet))).position == outlet)
  }

  @Test("Severities are ordered")
  func severities() {
    #expect(Incident.Severity.allCases.sorted() == [.low, .normal, .high, .critical])
  }
}
