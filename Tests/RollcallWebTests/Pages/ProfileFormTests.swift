import Foundation
import Rollcall
import Testing

@testable import RollcallWeb

@Suite("A profile as a form")
struct ProfileFormTests {
  private let profile = ProfilePage.sampleProfile

  /// The pairs that a browser would send for `form`.
  private func sent(_ form: ProfileForm, _ more: [(name: String, value: String)] = []) -> [(
    name: String, value: String
  )] {
    var pairs = [
      ("rules", String(form.rules.count)), ("queue_limit", form.queueLimit), ("order", form.order),
    ]
    for state in DutyState.allCases {
      pairs.append(("label_\(state.rawValue)", form.labels[state.rawValue] ?? ""))
    }
    for kind in form.offers { pairs.append(("offers", kind)) }
    for (index, rule) in form.rules.enumerated() {
      for field in RuleForm.fields { pairs.append(("r\(index)_\(field.name)", rule[keyPath: field.path])) }
    }
    return pairs.map { (name: $0.0, value: $0.1) } + more
  }

  @Test(
    "every profile of the seeds comes back from the form as it was",
    arguments: ["responder", "family", "driver", "field", "event"])
  func seeds(name: String) throws {
    let file = Console.root.appendingPathComponent("seeds/profiles/\(name).json")
    let profile = try JSONDecoder().decode(Profile.self, from: Data(contentsOf: file))
    let form = ProfileForm(profile)
    #expect(ProfileForm(sent(form)) == form)
    let read = ProfileForm(sent(form)).read(name: name)
    #expect(read.problems == [])
    #expect(read.profile.rules == profile.rules)
    #expect(read.profile.labels == profile.labels)
    #expect(read.profile.queueLimit == profile.queueLimit)
    #expect(read.profile.order == profile.order)
    #expect(read.profile.offers == profile.offers)
  }

  @Test("every share of a battery comes back", arguments: 0...100)
  func percent(percent: Int) {
    var rule = profile.rules[1]
    rule.when?.batteryBelow = Double(percent) / 100
    #expect(RuleForm(rule).batteryBelow == String(percent))
    let form = ProfileForm(Profile(name: "x", rules: [rule, profile.rules[2]]))
    #expect(form.read(name: "x").profile.rules[0].when?.batteryBelow == Double(percent) / 100)
  }

  @Test(
    "a speed is shown in km/h and comes back",
    arguments: [(1.0, "3.6"), (1.5, "5.4"), (8.33, "29.988"), (0.0, "0")]
  )
  func speed(metresPerSecond: Double, shown: String) {
    var rule = profile.rules[1]
    rule.when?.speedAbove = metresPerSecond
    #expect(RuleForm(rule).speedAbove == shown)
    let form = ProfileForm(Profile(name: "x", rules: [rule, profile.rules[2]]))
    #expect(form.read(name: "x").profile.rules[0].when?.speedAbove == metresPerSecond)
  }

  /// A field, what is typed there, and which field is told to be wrong; empty when nothing is.
  @Test(
    "what is typed wrongly is told at its field",
    arguments: [
      ("r0_interval_s", "abc", "r0_interval_s"), ("r0_interval_s", "1e999", "r0_interval_s"),
      ("r0_interval_s", "nan", "r0_interval_s"), ("r0_interval_s", "0", "r0_interval_s"),
      ("r0_interval_s", "50", "r0_degraded_s"), ("r0_interval_s", "7.5", ""), ("r0_interval_s", "7,5", ""),
      ("r0_interval_s", "", ""), ("r0_degraded_s", "60", "r0_offline_s"),
      ("r0_offline_s", "45", "r0_offline_s"), ("r0_distance_m", "-1", "r0_distance_m"),
      ("r0_name", "", "r0_name"), ("r1_battery_below", "101", "r1_battery_below"),
      ("r1_until", "", "r1_until"), ("r1_from", "24:00", "r1_from"), ("r1_from", "9:00", "r1_from"),
      ("r1_from", "23:59", ""), ("r1_from", "12:60", "r1_from"), ("r2_duty", "on_duty", "r2_name"),
      ("queue_limit", "0", "queue_limit"), ("queue_limit", "1.5", "queue_limit"), ("queue_limit", "", ""),
      ("r0_duty", "asleep", ""),
    ])
  func wrong(field: String, typed: String, told: String) {
    let pairs = sent(ProfileForm(profile)).map { $0.name == field ? (name: field, value: typed) : $0 }
    let form = ProfileForm(pairs)
    let read = form.read(name: "responder")
    if field == "r0_duty" {
      // A word that no select of ours offers: told of the whole.
      #expect(read.problems.map(\.field) == [""])
    } else {
      #expect(read.problems.map(\.field) == (told.isEmpty ? [] : [told]))
    }
    #expect(read.problems.isEmpty == read.profile.problems().isEmpty || !read.problems.isEmpty)
    if told.isEmpty, field != "r0_duty" { #expect(read.profile.problems() == []) }
  }

  @Test("rules can be added, removed and moved without a script; the last stays the last")
  func rearranging() {
    let form = ProfileForm(profile)
    let names = { (form: ProfileForm) in form.rules.map(\.name) }
    #expect(
      names(ProfileForm(sent(form, [("do", "add")])))
        == ["on_mission, low power", "on_duty, night", "", "on_duty"])
    #expect(names(ProfileForm(sent(form, [("remove", "0")]))) == ["on_duty, night", "on_duty"])
    #expect(
      names(ProfileForm(sent(form, [("up", "1")]))) == ["on_duty, night", "on_mission, low power", "on_duty"])
    for bad in ["9", "-1", "x", "99999999999999999999"] {
      #expect(ProfileForm(sent(form, [("remove", bad), ("up", bad)])) == form)
    }
    #expect(ProfileForm.isRearranging([("up", "1")]))
    #expect(!ProfileForm.isRearranging([("do", "save")]))
    #expect(ProfileForm([("rules", "100000000")]).rules.count == Profile.mostRules)
  }

  @Test("the hash changes with every field: what is saved is what was previewed")
  func hash() {
    let form = ProfileForm(profile)
    #expect(ProfileForm(sent(form)).hash == form.hash)
    for (index, pair) in sent(form).enumerated() where pair.name != "rules" {
      var pairs = sent(form)
      pairs[index].value += "1"
      #expect(ProfileForm(pairs).hash != form.hash, "\(pair.name)")
    }
  }

  @Test("only with a preview can it be saved, and not with problems")
  func save() throws {
    let save = "value=\"save\""
    #expect(try Console.html(ProfilePage.sample).contains(save))
    #expect(try Console.html(ProfilePage.sample).contains("name=\"seen\" value=\"d1b2\""))
    let wrong = try Console.html(Acting.wrongProfile)
    #expect(!wrong.contains(save))
    #expect(
      wrong.contains(
        "<a href=\"#r0_degraded_s\">Rule 1: on_mission, low power, Limited after: More than the interval of 30 s.</a>"
      ))
    let plain = ProfilePage(
      shell: .example(.settings), slug: "x", name: "a b/c", people: 3, form: ProfileForm(profile), json: "{}")
    #expect(try !Console.html(plain).contains(save))
    #expect(plain.head.path == "/w/x/settings/profiles/a%20b%2Fc")
  }

  @Test("conditions are told in words")
  func words() {
    let told = ProfileForm(profile).rules.map(\.conditionsInWords)
    #expect(
      told == [
        "on mission and low power mode", "battery below 15 % and between 22:00 and 06:00",
        "always",
      ])
  }

  @Test("a change tells what is and what would be, and nothing twice")
  func change() {
    let row = ProfileChangeRow.sample
    #expect(row.ruleThen == "on_duty, night")
    #expect(row.thresholdsThen == "limited after 7 min 30 s, offline after 15 min")
    #expect(row.statusThen?.name == "online")
    let side = ProfileChangeRow.Side(rule: "a", thresholds: nil, status: StatusPill(.online))
    let same = ProfileChangeRow(responder: 1, name: "A", href: "", now: side, then: side)
    #expect([same.ruleThen, same.thresholdsThen] == ["", ""])
    #expect(same.statusThen == nil)
  }
}
