import Foundation
import Rollcall
import Testing

@Suite("Rules of a profile")
struct ProfileRuleTests {
  /// A profile with one conditional rule, `special`, before a plain one.
  private func profile(when: String, rest: String = #""interval_s":60"#) throws -> Profile {
    try Profile.read(
      #"{"name":"p","rules":[{"name":"special","when":{\#(when)},\#(rest)},{"name":"plain","interval_s":60}]}"#
    )
  }

  @Test("A rule with a null interval is not timed; one without an interval is refused")
  func notTimed() throws {
    let profile = try Profile.read(#"{"name":"p","rules":[{"name":"quiet","interval_s":null}]}"#)
    let rule = try #require(profile.rule(under: ReportingConditions(duty: .onDuty)))
    #expect(rule.interval == nil)
    #expect(rule.thresholds == nil)
    #expect(profile.problems() == [])
    let written = String(decoding: try JSONEncoder().encode(profile), as: UTF8.self)
    #expect(written.contains(#""interval_s":null"#))
    #expect(throws: DecodingError.self) {
      try Profile.read(#"{"name":"p","rules":[{"name":"quiet"}]}"#)
    }
  }

  @Test("Fractions of a second are kept")
  func fractions() throws {
    let profile = try Profile.read(#"{"name":"p","rules":[{"name":"fast","interval_s":2.5}]}"#)
    #expect(profile.problems() == [])
    #expect(profile.rules[0].thresholds == Thresholds(degraded: 3_750, offline: 7_500))
  }

  @Test(
    "Between two times of day, also over midnight; from is in, until is out",
    arguments: [
      ("22:00", "06:00", [1_320, 1_439, 0, 359], [360, 720, 1_319]),
      ("08:30", "17:00", [510, 1_019], [0, 509, 1_020, 1_439]),
      ("00:00", "00:01", [0], [1, 1_439]),
      ("12:00", "12:00", [], [0, 719, 720, 1_439]),
    ] as [(String, String, [Int], [Int])])
  func between(from: String, until: String, inside: [Int], outside: [Int]) throws {
    let profile = try profile(when: #""between":["\#(from)","\#(until)"]"#)
    #expect(profile.problems() == [])
    for minute in inside + outside {
      let rule = profile.rule(under: ReportingConditions(duty: .onDuty, minuteOfDay: minute))
      #expect(rule?.name == (inside.contains(minute) ? "special" : "plain"), "minute \(minute)")
    }
  }

  @Test(
    "A condition on a value never reported does not hold",
    arguments: [
      #""battery_below":1"#, #""speed_above_mps":0"#, #""app_state":"foreground""#, #""power_mode":"normal""#,
    ])
  func neverReported(when: String) throws {
    let rule = try profile(when: when).rule(under: ReportingConditions(duty: .onDuty))
    #expect(rule?.name == "plain")
  }

  @Test("All conditions of a rule must hold")
  func allOf() throws {
    let profile = try profile(when: #""duty":"on_mission","battery_below":0.5"#)
    func rule(_ duty: DutyState, _ battery: Double) -> String? {
      profile.rule(under: ReportingConditions(duty: duty, battery: battery))?.name
    }
    #expect(rule(.onMission, 0.4) == "special")
    #expect(rule(.onMission, 0.5) == "plain")
    #expect(rule(.onDuty, 0.4) == "plain")
  }

  @Test(
    "An import refuses what cannot work",
    arguments: [
      #""interval_s":0"#, #""interval_s":-5"#, #""interval_s":60,"degraded_s":60"#,
      #""interval_s":60,"degraded_s":50"#, #""interval_s":60,"offline_s":90"#,
      #""interval_s":60,"degraded_s":200"#, #""interval_s":60,"degraded_s":90,"offline_s":80"#,
      #""interval_s":60,"offline_s":1e300"#, #""interval_s":60,"distance_m":-1"#,
    ])
  func refusedThresholds(rest: String) throws {
    #expect(try profile(when: "", rest: rest).problems() != [])
  }

  @Test(
    "An import refuses conditions that mean nothing",
    arguments: [
      #""duty":"busy""#, #""battery_below":1.5"#, #""battery_below":-1"#, #""speed_above_mps":-1"#,
      #""app_state":"Foreground""#, #""power_mode":"saver""#, #""between":["22:00"]"#,
      #""between":["22:00","24:00"]"#, #""between":["2:00","03:00"]"#, #""between":["22:60","03:00"]"#,
      #""between":["+1:00","03:00"]"#, #""between":["22:00","06:00","07:00"]"#,
    ])
  func refusedConditions(when: String) throws {
    #expect(try profile(when: when).problems() != [])
  }

  @Test(
    "An import refuses documents without a last resort",
    arguments: [
      #"{"name":"p","rules":[]}"#, #"{"name":"","rules":[{"name":"a","interval_s":1}]}"#,
      #"{"name":"p","rules":[{"name":"a","when":{"duty":"on_duty"},"interval_s":1}]}"#,
      #"{"name":"p","rules":[{"name":"","interval_s":1}]}"#,
      #"{"name":"p","labels":{"busy":"Busy"},"rules":[{"name":"a","interval_s":1}]}"#,
      #"{"name":"p","queue_limit":0,"rules":[{"name":"a","interval_s":1}]}"#,
    ])
  func refusedDocuments(document: String) throws {
    #expect(try Profile.read(document).problems() != [])
  }
}
