import Rollcall
import Testing

@testable import RollcallWeb

@Suite("The version of a page that polls itself")
struct LiveVersionTests {
  private func alerts(at now: Timestamp, detail: String = "7 of 38", closed: [ClosedAlertRow] = [])
    -> AlertsPage
  {
    let clock = PageClock(now: now) { _ in 0 }
    return AlertsPage(
      shell: .example(.alerts), slug: "x",
      open: [
        OpenAlert(
          id: 1, page: "/w/x/alerts/1", kind: "HighOfflineRate", isCritical: false, scope: "X",
          since: PageClock.sampleNow, detail: detail, clock: clock)
      ], closed: closed, board: "/w/x/board", clock: clock)
  }

  @Test("does not change because time passes")
  func time() {
    let later = PageClock.sampleNow.advanced(by: 3_600_000)
    #expect(alerts(at: PageClock.sampleNow).version == alerts(at: later).version)
  }

  @Test("changes with anything that is shown")
  func change() {
    let now = PageClock.sampleNow
    let version = alerts(at: now).version
    #expect(alerts(at: now, detail: "8 of 38").version != version)
    #expect(alerts(at: now, closed: [.sample]).version != version)
    var incident = IncidentPage.sample
    incident.state = .incident(.assigned)
    #expect(incident.version != IncidentPage.sample.version)
    var list = IncidentsPage.sample
    list.rows.items.swapAt(0, 1)
    #expect(list.version != IncidentsPage.sample.version)
    list = .sample
    list.rows.items[1].holders = []
    #expect(list.version != IncidentsPage.sample.version)
  }
}
