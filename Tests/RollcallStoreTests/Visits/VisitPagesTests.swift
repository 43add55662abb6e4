import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("The visits of a day, page by page")
struct VisitPagesTests {
  @Test("Pages of any size have each visit once, in the order of the whole day", arguments: [1, 2, 3, 50])
  func pages(size: Int) throws {
    let fixture = try TestStore()
    let (store, workspace) = (fixture.store, fixture.workspace.id)
    let people = [try fixture.phone().id, try fixture.phone(name: "Bor", device: "phone-2").id]
    let place = try #require(Position(latitude: 46, longitude: 14))
    _ = try store.visits.importOutlets([NewOutlet(name: "Kiosk", position: place)], in: .test(workspace, "t"))
    let outlet = try #require(try store.visits.outlets(of: workspace).first).id
    // Some begin alike, some are alike altogether.
    for (from, to) in [("10:00", "11:00"), ("09:00", "12:00"), ("09:00", "10:00"), ("09:00", "10:00")] {
      let window = try #require(VisitWindow(day: "2027-01-15", from: from, to: to))
      for id in people {
        _ = try store.visits.planVisits(
          [NewVisit(responder: id, outlet: outlet, window: window)], in: .test(workspace, "t"))
      }
    }
    let span = TimeSpan(from: .at(-100_000), to: .at(100_000))
    let persons: [Responder.ID?] = [nil, people[0]]
    for person in persons {
      let whole = try store.visits.all(of: workspace, in: span, responder: person)
      #expect(whole.count == (person == nil ? 8 : 4))
      var paged: [Visit] = []
      for _ in 0...8 {
        paged += try store.visits.all(
          of: workspace, in: span, responder: person, after: paged.last, limit: size)
      }
      #expect(paged == whole)
    }
  }
}
