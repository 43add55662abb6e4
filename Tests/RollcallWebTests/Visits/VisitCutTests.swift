import Rollcall
import Testing

@testable import RollcallWeb

@Suite("A day with more visits than its page shows")
struct VisitCutTests {
  private static func page(isCut: Bool) -> VisitsPage {
    let visits = VisitsPage.sampleRound
    return VisitsPage(
      shell: .example(.visits), slug: "city-rescue", filter: VisitFilter(),
      time: VisitsPage.sampleDay, visits: visits,
      legs: VisitLeg.all(of: visits), isCut: isCut, people: [], outlets: [], mayPlan: false, mayManage: false,
      mayExport: false, clock: PageClock.sample)
  }

  @Test(
    "When not all visits are shown, the sums of ways say that they are of those alone",
    arguments: [false, true])
  func cut(isCut: Bool) throws {
    let html = try Console.html(Self.page(isCut: isCut))
    #expect(html.contains("From visit to visit"))
    #expect(html.contains("sums of the first 3 visits alone") == isCut)
  }
}
