import Rollcall
import Testing

@Suite("Why somebody was silent: what the phone tells")
struct PhoneCausesTests {
  static let permission = [
    CauseCase("denied just before, while it is still silent", until: nil, .permissionRevoked) {
      $0.event(.permission(.denied), -5, received: 0)
    },
    CauseCase("denied in the last upload", until: nil, .permissionRevoked) {
      $0.report(0) { $0.permission = .denied }
    },
    CauseCase("denied, and granted again before the silence", until: nil, .unknown) {
      $0.event(.permission(.denied), -600, received: -600)
      $0.report(0) { $0.permission = .granted }
    },
    CauseCase("denied, and granted again at once, yet silent for an hour", .unknown) {
      $0.event(.permission(.denied), 10)
      $0.event(.permission(.granted), 70)
    },
    CauseCase("denied right after the last contact, told afterwards", .permissionRevoked) {
      $0.report(0) { $0.permission = .granted }
      $0.event(.permission(.denied), 30)
    },
    CauseCase("denied in the first upload after it", .permissionRevoked) {
      $0.report(0) { $0.permission = .granted }
      $0.report(3_600) { $0.permission = .denied }
    },
    CauseCase("denied only in an upload long after it", .unknown) {
      $0.report(4_200) { $0.permission = .denied }
    },
    CauseCase("granted all the time", .unknown) { $0.report(0) { $0.permission = .granted } },
  ]

  static let location = [
    CauseCase("switched off just before", until: nil, .locationOff) {
      $0.event(.locationServices(false), -5, received: 0)
    },
    CauseCase("off in the last upload", until: nil, .locationOff) {
      $0.report(0) { $0.locationServices = false }
    },
    CauseCase("on again before the silence", until: nil, .unknown) {
      $0.report(-60) { $0.locationServices = false }
      $0.event(.locationServices(true), -10, received: 0)
    },
    CauseCase("off on return", .locationOff) { $0.report(3_601) { $0.locationServices = false } },
  ]

  static let battery = [
    CauseCase("5 % at the last contact", until: nil, .batteryEmpty) { $0.battery(0.05, 0) },
    CauseCase("6 %", until: nil, .unknown) { $0.battery(0.06, 0) },
    CauseCase("falling to 3 % in what arrived later", .batteryEmpty) {
      $0.battery(0.08, 0)
      $0.battery(0.03, 600)
      $0.fixes(60, 600, every: 60)
    },
    CauseCase("3 % half an hour before the last contact", until: nil, .unknown) { $0.battery(0.03, -1_800) },
    CauseCase("4 % and rising: it hangs on a charger", until: nil, .unknown) {
      $0.battery(0.02, -60)
      $0.battery(0.04, 0)
    },
    CauseCase("3 %, but fixes were taken all the time", .noNetwork) {
      $0.battery(0.03, 0)
      $0.fixes(60, 3_540, every: 60)
    },
    CauseCase("9 %, and the phone was started before it came back", .batteryEmpty) {
      $0.battery(0.09, 0)
      $0.event(.lifecycle(.boot), 3_590)
    },
    CauseCase("60 %, and the phone was started before it came back", .unknown) {
      $0.battery(0.6, 0)
      $0.event(.lifecycle(.boot), 3_590)
    },
  ]

  static let power = [
    CauseCase("switched on right before", until: nil, .powerSaving) {
      $0.event(.power(.lowPower), -60, received: 0)
    },
    CauseCase("on in the last upload, not in the one before", until: nil, .powerSaving) {
      $0.report(-60) { $0.powerMode = .normal }
      $0.report(0) { $0.powerMode = .lowPower }
    },
    CauseCase("on for long, at the same pace: explains nothing", until: nil, .unknown) {
      $0.report(-60) { $0.powerMode = .lowPower }
      $0.report(0) { $0.powerMode = .lowPower }
    },
    CauseCase("on for long, and the interval grew", .powerSaving) {
      $0.report(0) { ($0.powerMode, $0.interval) = (.lowPower, 60) }
      $0.report(3_600) { ($0.powerMode, $0.interval) = (.lowPower, 240) }
    },
    CauseCase("on for long, at an interval longer than D", until: nil, .powerSaving) {
      $0.report(0) { ($0.powerMode, $0.interval) = (.lowPower, 240) }
    },
    CauseCase("the interval grew without low power", until: nil, .unknown) {
      $0.report(-60) { $0.interval = 60 }
      $0.report(0) { $0.interval = 240 }
    },
    CauseCase("on for long, and fixes became rare", .powerSaving) {
      $0.report(0) { $0.powerMode = .lowPower }
      $0.fixes(600, 3_000, every: 600)
    },
    CauseCase("switched on, but fixes kept their pace: no network", .noNetwork) {
      $0.event(.power(.lowPower), 0)
      $0.fixes(60, 3_540, every: 60)
    },
    CauseCase("switched off again before", until: nil, .unknown) {
      $0.event(.power(.lowPower), -60, received: 0)
      $0.event(.power(.normal), -30, received: 0)
    },
  ]

  static let network = [
    CauseCase("the phone says so right after the last contact", .noNetwork) { $0.event(.network(.none), 5) },
    CauseCase("said in the last upload", until: nil, .noNetwork) {
      $0.report(0) { $0.network = Telemetry.Network.none }
    },
    CauseCase("said ten minutes before: the contact since then disproves it", until: nil, .unknown) {
      $0.event(.network(.none), -600, received: 0)
    },
    CauseCase("said, and back within a minute", .unknown) {
      $0.event(.network(.none), 5)
      $0.event(.network(.cellular), 50)
    },
    CauseCase("fixes went on and came on return", .noNetwork) { $0.fixes(60, 3_540, every: 60) },
    CauseCase("fixes went on, but came while it was silent: no queue", .unknown) {
      $0.fixes(60, 3_540, every: 60, received: 3_000)
    },
    CauseCase("one fix of a two minute tunnel", until: 125, .noNetwork) {
      $0.fixes(60, 60, every: 60, received: 125)
    },
    CauseCase("fixes stopped before half of it: more than the network was gone", .unknown) {
      $0.fixes(60, 1_500, every: 60)
    },
    CauseCase("one fix taken just when it came back", .unknown) { $0.fixes(3_590, 3_590, every: 60) },
    CauseCase("on cellular all the time", .unknown) { $0.report(0) { $0.network = .cellular } },
  ]

  static let app = [
    CauseCase("the app's end was told", .appKilled) { $0.event(.lifecycle(.killed), 20) },
    CauseCase("told as its last word", until: nil, .appKilled) {
      $0.event(.lifecycle(.killed), 0, received: 0)
    },
    CauseCase("ended, and started again before it fell silent", until: nil, .unknown) {
      $0.event(.lifecycle(.killed), -60, received: 0)
      $0.event(.lifecycle(.foreground), -30, received: 0)
    },
    CauseCase("ended, but fixes went on: it was started by the system", .noNetwork) {
      $0.event(.lifecycle(.killed), 20)
      $0.fixes(60, 3_540, every: 60)
    },
    CauseCase("in the background, no fixes, came back in foreground", .appKilled) {
      $0.report(0) { $0.appState = .background }
      $0.report(3_600) { $0.appState = .foreground }
    },
    CauseCase("the same, with fixes for the first 27 minutes", .appKilled) {
      $0.report(0) { $0.appState = .background }
      $0.fixes(60, 1_620, every: 60)
      $0.fixes(3_590, 3_590, every: 60)
      $0.report(3_600) { $0.appState = .foreground }
    },
    CauseCase("in the background, then the phone was started", .appKilled) {
      $0.event(.lifecycle(.background), -30, received: 0)
      $0.event(.lifecycle(.boot), 3_595)
    },
    CauseCase("came back in the background: nobody opened it", .unknown) {
      $0.report(0) { $0.appState = .background }
      $0.report(3_600) { $0.appState = .background }
    },
    CauseCase("was in the foreground", .unknown) {
      $0.report(0) { $0.appState = .foreground }
      $0.report(3_600) { $0.appState = .foreground }
    },
    CauseCase("still away: nobody knows yet", until: nil, .unknown) {
      $0.report(0) { $0.appState = .background }
    },
  ]

  static let all = permission + location + battery + power + network + app

  @Test("the location permission was taken away", arguments: permission)
  func permissions(_ example: CauseCase) { #expect(example.silence.cause == example.cause) }

  @Test("location services were switched off", arguments: location)
  func locations(_ example: CauseCase) { #expect(example.silence.cause == example.cause) }

  @Test("the battery was empty", arguments: battery)
  func batteries(_ example: CauseCase) { #expect(example.silence.cause == example.cause) }

  @Test("the phone saved power and slowed down", arguments: power)
  func powers(_ example: CauseCase) { #expect(example.silence.cause == example.cause) }

  @Test("the phone had no network", arguments: network)
  func networks(_ example: CauseCase) { #expect(example.silence.cause == example.cause) }

  @Test("the app was ended in the background", arguments: app)
  func apps(_ example: CauseCase) { #expect(example.silence.cause == example.cause) }

  @Test("what becomes so an hour later gives way to what was so at the beginning")
  func lateFacts() {
    let late = CauseCase("", .permissionRevoked) { $0.event(.permission(.denied), 3_000) }
    #expect(late.silence.cause == .permissionRevoked)
    let earlier = CauseCase("", .noNetwork) {
      $0.event(.permission(.denied), 3_000)
      $0.event(.network(.none), 10)
    }
    #expect(earlier.silence.cause == .noNetwork)
  }
}
