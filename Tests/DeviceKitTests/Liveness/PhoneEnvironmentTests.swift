import DeviceKit
import Rollcall
import Testing

@Suite("What the phone allows the app")
struct PhoneEnvironmentTests {
  /// The events that a list of reports makes, one after the other.
  private func events(_ reports: [DeviceEvent.Kind]) -> [DeviceEvent.Kind] {
    var environment = PhoneEnvironment()
    return reports.flatMap { environment.handle($0) }
  }

  @Test("each change is sent once, however often the platform reports it")
  func changes() {
    #expect(
      events([
        .permission(.granted), .permission(.granted), .permission(.denied), .locationServices(true),
        .locationServices(false), .locationServices(false), .power(.lowPower), .power(.lowPower),
        .network(.wifi), .network(.none), .network(.none), .network(.cellular), .lifecycle(.background),
        .lifecycle(.background), .lifecycle(.foreground),
      ]) == [
        .permission(.granted), .permission(.denied), .locationServices(true), .locationServices(false),
        .power(.lowPower), .network(.wifi), .network(.none), .network(.cellular), .lifecycle(.background),
        .lifecycle(.foreground),
      ])
  }

  @Test("each start of the phone and each end of the app is sent")
  func lifecycle() {
    let all: [DeviceEvent.Kind] = [
      .lifecycle(.boot), .lifecycle(.boot), .lifecycle(.killed), .lifecycle(.killed),
    ]
    #expect(events(all) == all)
  }

  @Test(
    "a battery is news at 20 and 10 %, down and clearly up again, not in between",
    arguments: [
      ([0.5, 0.21, 0.2, 0.15, 0.11, 0.1, 0.05], [0.2, 0.1]), ([0.5, 0.05], [0.05]),
      ([0.21, 0.2, 0.21, 0.2], [0.2]),
      ([0.2, 0.24, 0.25, 0.19], [0.2, 0.25, 0.19]), ([0.08, 0.16, 0.3], [0.08, 0.16, 0.3]),
      ([1, 0.9, 0.3], []),
      ([.nan, -100, 2, .infinity], []),
    ] as [([Double], [Double])])
  func battery(levels: [Double], told: [Double]) {
    #expect(events(levels.map { .battery($0) }) == told.map { .battery($0) })
  }

  @Test("the whole state is part of each upload, with the interval in use")
  func telemetry() {
    var environment = PhoneEnvironment()
    for report in [
      .permission(.granted), .locationServices(true), .power(.lowPower), .network(.cellular),
      .lifecycle(.background),
    ] as [DeviceEvent.Kind] { _ = environment.handle(report) }
    let left = QueueLeft(pings: 3, oldestAge: 12.5)
    var expected = Telemetry()
    expected.permission = .granted
    expected.locationServices = true
    expected.powerMode = .lowPower
    expected.network = .cellular
    expected.appState = .background
    expected.queueDepth = 3
    expected.oldestEntryAge = 12.5
    expected.interval = 7.5
    #expect(environment.telemetry(left, interval: 7_500) == expected)
  }

  @Test("an unknown state is not sent, and blocks nothing")
  func unknown() {
    let environment = PhoneEnvironment()
    #expect(environment.canLocate)
    #expect(
      environment.conditions(duty: .onDuty, speed: nil, minuteOfDay: 0) == ReportingConditions(duty: .onDuty))
  }
}

@Suite("The light in the app")
struct PhoneSignalTests {
  private func signal(
    _ reports: [DeviceEvent.Kind] = [], _ sync: SyncState = .upToDate, duty: DutyState = .onDuty,
    pending: Int = 0, recent: Bool = true
  ) -> PhoneSignal {
    var environment = PhoneEnvironment()
    for report in reports { _ = environment.handle(report) }
    return PhoneSignal(environment, sync, duty: duty, pending: pending, hasRecentFix: recent)
  }

  @Test("red is what only the responder can put right, yellow what passes, green the rest")
  func colours() {
    #expect(signal() == PhoneSignal(.allWell))
    #expect(signal([.permission(.denied)]) == PhoneSignal(.permissionDenied))
    #expect(signal([.locationServices(false)], .waiting(.noNetwork)) == PhoneSignal(.locationServicesOff))
    #expect(signal([.permission(.denied)], duty: .offDuty) == PhoneSignal(.offDuty))
    #expect(signal([], .sessionEnded, duty: .offDuty) == PhoneSignal(.sessionEnded))
    #expect(signal([], .loggedOut) == PhoneSignal(.loggedOut))
    #expect(signal([], .waiting(.noNetwork)) == PhoneSignal(.noNetwork))
    #expect(signal([], .waiting(.captivePortal)) == PhoneSignal(.captivePortal))
    #expect(signal([], .waiting(.refused)) == PhoneSignal(.refused))
    #expect(signal([], .syncing(done: 0, of: 2), pending: 2) == PhoneSignal(.allWell))
    #expect(signal([], .syncing(done: 0, of: 200), pending: 200) == PhoneSignal(.syncing))
    #expect(signal(recent: false) == PhoneSignal(.noPosition))
    let colours = PhoneSignal.Reason.allCases.map { PhoneSignal($0).colour }
    #expect(colours.filter { $0 == .green }.count == 2)
    #expect(colours.filter { $0 == .yellow }.count == 6)
  }
}
