import Rollcall
import Testing

@testable import RollcallWeb

@Suite struct TimelineJSONTests {
  private func at(_ seconds: Int64) -> String {
    "\"\(TestWeb.start.advanced(by: seconds * 1_000).rfc3339)\""
  }

  @Test("The whole of it, member by member, as the contract has it") func shape() async throws {
    let desk = try TimelineDesk()
    await desk.report(1)
    desk.web.pass(seconds: 600)
    await desk.report(5, mock: true)
    desk.web.pass(seconds: 91)
    let answer = await desk.get("responders/\(desk.id.rawValue)/timeline.json")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type")?.hasPrefix("application/json") == true)
    let heard = "last contact: the phone said nothing about itself"
    let parts = [
      #"{"transitions":["#,
      #"{"at":\#(at(0)),"from":null,"to":"off_duty","rule":"family/stationary: off duty"},"#,
      #"{"at":\#(at(0)),"from":"off_duty","to":"unknown","rule":"family/stationary: on duty, no fresh fix yet"},"#,
      #"{"at":\#(at(0)),"from":"unknown","to":"online","rule":"family/stationary: a fresh fix"},"#,
      #"{"at":\#(at(90)),"from":"online","to":"degraded","rule":"family/stationary: no fix for 90 s"},"#,
      #"{"at":\#(at(180)),"from":"degraded","to":"offline","rule":"family/stationary: no contact for 180 s"},"#,
      #"{"at":\#(at(600)),"from":"offline","to":"online","rule":"family/stationary: a fresh fix"},"#,
      #"{"at":\#(at(690)),"from":"online","to":"degraded","rule":"family/stationary: no fix for 90 s"}],"#,
      #""silences":[{"from":\#(at(0)),"to":\#(at(600)),"worst":"offline","cause":"unknown","#,
      #""evidence":[{"at":\#(at(0)),"text":"\#(heard)"}]},"#,
      #"{"from":\#(at(600)),"to":null,"worst":"degraded","cause":"unknown","#,
      #""evidence":[{"at":\#(at(600)),"text":"\#(heard)"}]}],"#,
      #""track_gaps":[{"from":\#(at(0)),"to":\#(at(600)),"backfilled_at":null}],"#,
      #""not_observed":[],"missing_sequences":[{"queue":"d\#(desk.id.rawValue)","from":2,"to":4}],"#,
      #""duty":[{"at":\#(at(0)),"state":"on_duty"}],"#,
      #""flags":[{"at":\#(at(600)),"flag":"mock","ping_id":\#(desk.id.rawValue << 32 + 2)}],"crossings":[],"purged_before":null,"purged":[],"on_hold":[]}"#,
    ]
    #expect(answer.text == parts.joined())
    #expect(at(600).hasSuffix(":10:00.000Z\""), "UTC, milliseconds")
  }

  @Test("A backfill has its instant; a silence that fell into our absence has no worst") func backfilled()
    async throws
  {
    let desk = try TimelineDesk()
    await desk.report(1)
    desk.web.pass(seconds: 300)
    await desk.report(2, secondsAgo: [240, 180, 120, 60, 0])
    let text = await desk.get("responders/\(desk.id.rawValue)/timeline.json").text
    #expect(
      text.contains(
        #""track_gaps":[{"from":\#(at(0)),"to":\#(at(240)),"backfilled_at":\#(at(300))}]"#), "\(text)")
    #expect(text.contains(#""cause":"no_network","evidence":[{"at":\#(at(300)),"text":"4 fixes were queued"#))
  }

  @Test("The default is the last 24 hours, a day is local, and both ends may be instants") func ranges()
    async throws
  {
    let desk = try TimelineDesk()
    await desk.report(1)
    let path = "responders/\(desk.id.rawValue)/timeline.json"
    desk.web.pass(seconds: 86_400 + 120)
    #expect(await desk.get(path).text.hasPrefix(#"{"transitions":[{"at":\#(at(180)),"#))
    #expect(
      await desk.get("\(path)?range=7d").text.hasPrefix(#"{"transitions":[{"at":\#(at(0)),"from":null"#))
    #expect(await desk.get("\(path)?from=2026-11-21&to=2026-11-22").text.contains(at(90)))
    #expect(await desk.get("\(path)?from=2026-11-20&to=2026-11-21").text.contains("\"transitions\":[],"))
    let narrow = "from=2026-11-21T10:01:30%2B01:00&to=2026-11-21T09:03:00Z"
    let text = await desk.get("\(path)?\(narrow)").text
    #expect(text.contains(#""transitions":[{"at":\#(at(90)),"from":"online","to":"degraded""#))
    #expect(!text.contains(#""at":\#(at(180))"#), "half-open")
    for bad in ["from=x", "to=2026-02-30", "from=2026-11-22&to=2026-11-21", "from=2026-11-21&to=2026-11-21"] {
      #expect(await desk.get("\(path)?\(bad)").status == 400, "\(bad)")
    }
  }
}
