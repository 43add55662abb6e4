import Rollcall
import Testing

@Suite("What is changed about an open incident")
struct IncidentEditTests {
  private let before: NewIncident

  init() throws {
    before = NewIncident(
      kind: .incident, title: "Fall", severity: .high,
      position: try #require(Position(latitude: 46, longitude: 14)), notes: "Third floor", region: "North")
  }

  @Test("What is absent stays, and empty notes are none")
  func applied() throws {
    #expect(try IncidentEdit(.init()).applied(to: before) == before)
    let edit = try IncidentEdit(.init(title: " Cardiac arrest ", severity: "critical", notes: ""))
    let after = edit.applied(to: before)
    #expect(after.title == "Cardiac arrest" && after.severity == .critical && after.notes == nil)
    #expect(after.position == before.position && after.region == "North" && after.needs == before.needs)
    #expect(
      after.changesInWords(since: before)
        == "title, before: Fall; severity, before: high; notes, before: Third floor")
    #expect(after.changedFields(since: before) == ["title", "severity", "notes"])
  }

  @Test("Another place has its own name and region")
  func place() throws {
    var edit = try IncidentEdit(.init(place: .text("46.5, 14.5")))
    edit.place?.region = "South"
    let after = edit.applied(to: before)
    #expect(after.position.latitude == 46.5 && after.region == "South" && after.title == "Fall")
    #expect(after.changesInWords(since: before) == "place, before: 46.0, 14.0")
    #expect(after.changesInWords(since: before, placeBefore: "Depot") == "place, before: 46.0, 14.0")
  }

  @Test("Another name of the same place is a change, too")
  func renamed() {
    #expect(before.changesInWords(since: before, placeBefore: "Depot") == "place, before: Depot")
    #expect(before.changesInWords(since: before, placeBefore: "") == "place, before: 46.0, 14.0")
    #expect(before.changedFields(since: before, isRenamed: true) == ["place"])
    #expect(before.changesInWords(since: before).isEmpty && before.changedFields(since: before).isEmpty)
  }

  @Test("Every mistake is named, and nothing is taken")
  func mistakes() {
    let form = IncidentEdit.Form(title: "", severity: "worst", notes: "\u{0}", place: .text("nowhere"))
    do {
      _ = try IncidentEdit(form)
      Issue.record("it was taken")
    } catch {
      #expect(Set(error.problems.map(\.field)) == [.title, .severity, .notes, .place])
    }
  }
}
