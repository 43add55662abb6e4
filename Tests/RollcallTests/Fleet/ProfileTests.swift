import Foundation
import Rollcall
import Testing

@Suite("The five profiles of the contract")
struct ProfileTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let document: String
    let conditions: ReportingConditions
    let rule: String
    let interval, degraded, offline: Double
    var testDescription: String { "\(rule) under \(conditions)" }

    init(
      _ document: String, _ conditions: ReportingConditions, _ rule: String, _ interval: Double,
      _ degraded: Double, _ offline: Double
    ) {
      (self.document, self.conditions, self.rule) = (document, conditions, rule)
      (self.interval, self.degraded, self.offline) = (interval, degraded, offline)
    }
  }

  static let responder = ContractProfiles.responder
  static let family = ContractProfiles.family
  static let driver = ContractProfiles.driver
  static let field = ContractProfiles.field
  static let low = Telemetry.PowerMode.lowPower

  static let cases = [
    Case(responder, .init(duty: .onDuty), "on_duty", 60, 90, 180),
    Case(responder, .init(duty: .onMission), "on_mission", 15, 30, 60),
    Case(responder, .init(duty: .onDuty, powerMode: low), "on_duty, low power", 120, 150, 180),
    Case(responder, .init(duty: .onMission, powerMode: low), "on_mission, low power", 30, 45, 60),
    Case(responder, .init(duty: .onMission, powerMode: .normal), "on_mission", 15, 30, 60),
    Case(family, .init(duty: .onDuty), "stationary", 300, 450, 900),
    Case(family, .init(duty: .onDuty, battery: 0.10), "battery low", 600, 900, 1_800),
    Case(family, .init(duty: .onDuty, battery: 0.0999), "battery very low", 900, 1_350, 2_700),
    Case(family, .init(duty: .onDuty, battery: 0.20), "stationary", 300, 450, 900),
    Case(family, .init(duty: .onDuty, battery: 0.20, speed: 1.0), "stationary", 300, 450, 900),
    Case(family, .init(duty: .onDuty, battery: 0.20, speed: 1.01), "moving", 120, 180, 360),
    Case(family, .init(duty: .onDuty, battery: 0.05, speed: 9), "battery very low", 900, 1_350, 2_700),
    Case(driver, .init(duty: .onMission), "order", 15, 30, 60),
    Case(driver, .init(duty: .onDuty), "shift", 60, 90, 180),
    Case(field, .init(duty: .onDuty), "background", 900, 1_350, 2_700),
    Case(field, .init(duty: .onDuty, appState: .background), "background", 900, 1_350, 2_700),
    Case(field, .init(duty: .onDuty, appState: .foreground), "foreground", 300, 1_350, 2_700),
    Case(
      field, .init(duty: .onDuty, battery: 0.14, appState: .foreground), "battery", 1_800, 2_700, 5_400),
    Case(ContractProfiles.event, .init(duty: .onDuty), "tracking", 10, 15, 30),
  ]

  @Test(arguments: cases) func ruleInForce(_ example: Case) throws {
    let rule = try #require(try Profile.read(example.document).rule(under: example.conditions))
    #expect(rule.name == example.rule)
    #expect(rule.interval == example.interval)
    #expect(rule.thresholds?.degraded == Milliseconds.seconds(example.degraded))
    #expect(rule.thresholds?.offline == Milliseconds.seconds(example.offline))
  }

  @Test("They may be imported, and survive being written", arguments: ContractProfiles.all)
  func importable(_ document: String) throws {
    let profile = try Profile.read(document)
    #expect(profile.problems() == [])
    let written = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(Profile.self, from: written) == profile)
  }

  @Test("It has at most 30 rules")
  func rules() {
    let rules = (1...31).map { ProfileRule(name: "r\($0)", interval: 60) }
    #expect(Profile(name: "long", rules: Array(rules.prefix(1))).problems() == [])
    #expect(Profile(name: "long", rules: rules).problems().contains("rules: at most 30"))
  }

  @Test("Only the phones of responder and driver announce duty")
  func initialDuty() throws {
    let duties = try ContractProfiles.all.map { try Profile.read($0).initialDuty }
    #expect(duties == [.offDuty, .onDuty, .offDuty, .onDuty, .onDuty])
  }

  @Test("A copy keeps the duty of its original, whatever its own name, also when it is written and read")
  func copy() throws {
    for document in ContractProfiles.all {
      let original = try Profile.read(document)
      for name in ["city", "responder", "family"] {
        let copy = original.copy(named: name)
        let read = try JSONDecoder().decode(Profile.self, from: try JSONEncoder().encode(copy))
        #expect(read == copy && read.name == name && read.problems() == [])
        #expect(read.initialDuty == original.initialDuty)
        #expect(read.rules == original.rules && read.labels == original.labels)
      }
    }
  }

  @Test("Nobody begins on a mission")
  func firstDuty() throws {
    var profile = try Profile.read(ContractProfiles.event)
    profile.firstDuty = .onMission
    #expect(profile.problems() == ["initial_duty: on_duty or off_duty"])
  }

  @Test("Labels, limit and order come from the document; what it does not name has plain words")
  func words() throws {
    let event = try Profile.read(ContractProfiles.event)
    #expect(event.label(for: .onDuty) == "Tracking")
    #expect(event.label(for: .onMission) == "On mission")
    #expect(event.label(for: .offDuty) == "Off duty")
    #expect(event.queueLimit == 1_000)
    #expect(event.order == .fifo)
    let field = try Profile.read(ContractProfiles.field)
    #expect(field.queueLimit == 200)
    #expect(field.order == nil)
  }
}

extension Profile {
  /// A profile from its document.
  static func read(_ document: String) throws -> Profile {
    try JSONDecoder().decode(Profile.self, from: Data(document.utf8))
  }
}
