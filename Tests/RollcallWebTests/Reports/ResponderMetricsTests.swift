import Testing

@testable import RollcallWeb

@Suite("Metrics: who is available, by region")
struct ResponderMetricsTests {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  /// Somebody whose phone has just reported: on duty and online.
  private func person(_ name: String, _ region: String?) async throws -> TimelineDesk {
    let desk = try TimelineDesk(name, web: web, region: region)
    #expect(await desk.report(1).status == 201)
    return desk
  }

  /// The lines of one family, without the header.
  private func lines(_ family: String, _ desk: TimelineDesk) async -> [String] {
    await web.get("/metrics", key: desk.key).text.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("\(family){") }
  }

  @Test("available is who is online and on duty; whoever is on a mission is online, and not available")
  func available() async throws {
    let ana = try await person("Ana", "North")
    let bo = try await person("Bo", "North")
    let cene = try await person("Cene", "North")
    _ = try await person("Dana", nil)
    await bo.duty("on_mission")
    await cene.duty("off_duty")
    #expect(
      await lines("responders_available", ana) == [
        "responders_available{workspace=\"north\",region=\"\"} 1",
        "responders_available{workspace=\"north\",region=\"North\"} 1",
      ])
    let statuses = await lines("responders_by_status", ana)
    #expect(statuses.contains("responders_by_status{workspace=\"north\",status=\"online\"} 3"))
    #expect(statuses.contains("responders_by_status{workspace=\"north\",status=\"off_duty\"} 1"))
    await bo.duty("on_duty")
    #expect(
      await lines("responders_available", ana).contains(
        "responders_available{workspace=\"north\",region=\"North\"} 2"))
    // Nobody is heard for longer than their fix is fresh: the regions stay, at zero.
    web.pass(seconds: 100)
    #expect(
      await lines("responders_available", ana) == [
        "responders_available{workspace=\"north\",region=\"\"} 0",
        "responders_available{workspace=\"north\",region=\"North\"} 0",
      ])
  }
}
