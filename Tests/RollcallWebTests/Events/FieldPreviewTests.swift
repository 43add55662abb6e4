import Foundation
import Testing

@testable import RollcallWeb

/// Writes the pages of events, visits, outlets and holds, as `ActingPreviewTests` does the others.
@Suite("Pages of events and visits, for the browser tests", .enabled(if: Previews.folder != nil))
struct FieldPreviewTests {
  @Test("every page and its states are written")
  func write() throws {
    try Previews.write(Self.pages)
  }

  private static var pages: [(name: String, page: any Page)] {
    [
      ("events", EventsPage.examples), ("events-none", EventsPage.none), ("events-wrong", EventsPage.wrong),
      ("event", EventPage.running), ("event-nobody", EventPage.nobody), ("visits", VisitsPage.day),
      ("visits-none", VisitsPage.none), ("visits-wrong", VisitsPage.wrong),
      ("holds", HoldsPage.some), ("holds-none", HoldsPage.none), ("holds-wrong", HoldsPage.wrong),
      ("settings-outlets", OutletsPage.examples), ("settings-outlets-wrong", OutletsPage.sample),
    ]
  }
}
