import Foundation
import Rollcall
import Simulator
import Testing

@Suite("Stories")
struct PhoneStoryTests {
  private func story(_ json: String) throws -> PhoneStory {
    try JSONDecoder().decode(PhoneStory.self, from: Data(json.utf8))
  }

  @Test("an empty story is a phone that works")
  func empty() throws {
    let story = try story("{}")
    #expect(story.behaviour == PhoneBehaviour())
    #expect(story.route == nil && story.sessionEnds == nil)
  }

  @Test("a whole story is read as it is told")
  func whole() throws {
    let story = try story(
      #"""
      {"route": "river-run", "shifts": [["-9h", "-1h"], ["-30m"]], "missions": [["-5h", "-4h15m", "M-104"]],
       "troubles": [["network", "-2h", "-90m"], ["silent", "40s"]], "drain": ["0.3", "-1h", "0", "2m"],
       "clock_ahead": "-1h", "offers": "declines", "stay": "90s", "session_ends": "-45m"}
      """#)
    #expect(
      story.behaviour
        == PhoneBehaviour(
          spells: [Spell(.network, from: -7_200_000, until: -5_400_000), Spell(.silent, from: 40_000)],
          drains: [BatteryDrain(level: 0.3, from: -3_600_000, until: 0, charged: 120_000)],
          duty: [
            .init(.onDuty, at: -32_400_000), .init(.offDuty, at: -3_600_000), .init(.onDuty, at: -1_800_000),
            .init(.onMission, at: -18_000_000, order: "M-104"), .init(.onDuty, at: -15_300_000),
          ],
          clockAhead: -3_600_000, offers: .declines, stay: 90_000))
    #expect(story.route == "river-run")
    #expect(story.sessionEnds == -2_700_000)
  }

  @Test("the addresses of a story are where the phone is heard from for a while, else it is at its own")
  func addresses() throws {
    let story = try story(#"{"addresses": [["203.0.113.7", "-2h", "-1h"], ["2001:db8:8000::1", "40s"]]}"#)
    #expect(
      story.behaviour.detours == [
        .init("203.0.113.7", from: -7_200_000, until: -3_600_000), .init("2001:db8:8000::1", from: 40_000),
      ])
    #expect(story.behaviour.address == nil)
  }

  @Test(
    "what is not understood is an error",
    arguments: [
      #"{"troubles": [["flood", "0"]]}"#, #"{"troubles": [["network"]]}"#, #"{"troubles": [["1h", "2h"]]}"#,
      #"{"troubles": [["network", "1x"]]}"#, #"{"drain": ["0.3", "0"]}"#, #"{"drain": ["full", "0", "1h"]}"#,
      #"{"clock_ahead": "soon"}"#, #"{"clock_ahead": "-"}"#, #"{"clock_ahead": "99999999999h"}"#,
      #"{"addresses": [["-1h"]]}"#, #"{"addresses": [["203.0.113.7"]]}"#, #"{"offers": "shrugs"}"#,
      #"{"shifts": [["1h", "2h", "3h", "4h"]]}"#,
    ])
  func unreadable(json: String) {
    #expect(throws: (any Error).self) { try story(json) }
  }
}
