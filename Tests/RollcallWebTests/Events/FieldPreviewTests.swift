import Foundation
import Testing

@testable import RollcallWeb

private let pagesFolder = ProcessInfo.processInfo.environment["ROLLCALL_PAGES"]

/// Writes the pages of events, visits and outlets, as `ActingPreviewTests` does the others.
@Suite("Pages of events and visits, for the browser tests", .enabled(if: pagesFolder != nil))
struct FieldPreviewTests {
  @Test("every page and its states are written")
  func write() throws {
    let folder = URL(fileURLWithPath: try #require(pagesFolder))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let renderer = try Console.renderer()
    for (name, page) in Self.pages {
      try Data(renderer.render(page)).write(to: folder.appendingPathComponent(name + ".html"))
      try Data(renderer.renderFragment(page)).write(
        to: folder.appendingPathComponent(name + "-fragment.html"))
    }
  }

  private static var pages: [(name: String, page: any Page)] {
    [
      ("events", EventsPage.examples), ("events-none", EventsPage.none), ("events-wrong", EventsPage.wrong),
      ("event", EventPage.running), ("event-nobody", EventPage.nobody), ("visits", VisitsPage.day),
      ("visits-none", VisitsPage.none), ("visits-wrong", VisitsPage.wrong),
      ("settings-outlets", OutletsPage.examples), ("settings-outlets-wrong", OutletsPage.sample),
    ]
  }
}
