import Rollcall
import Testing

@Suite("What speaks for a cause")
struct EvidenceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let silence: CauseCase
    let sentences: [String]
    var testDescription: String { silence.testDescription }

    init(_ silence: CauseCase, _ sentences: [String]) {
      (self.silence, self.sentences) = (silence, sentences)
    }
  }

  static let cases = [
    Case(
      CauseCase("our absence", until: 1_440, .notObserved) { $0.away(5, 1_440) },
      ["5: Rollcall itself was away for 23 min"]),
    Case(
      CauseCase("a part of it ours", until: nil, .sessionRevoked) {
        $0.ended(.revoked, 20)
        $0.away(300, 390)
      },
      ["20: session revoked", "300: Rollcall itself was away for 90 s"]),
    Case(
      CauseCase("refused", until: nil, .sessionExpired) {
        $0.ended(.expired, 20)
        $0.refusals = [.at(80), .at(60)]
      },
      ["20: session expired", "60: the phone reported and was refused"]),
    Case(
      CauseCase("permission", until: nil, .permissionRevoked) {
        $0.event(.permission(.denied), -5, received: 0)
      },
      ["-5: location permission denied"]),
    Case(
      CauseCase("services on return", .locationOff) { $0.report(3_600) { $0.locationServices = false } },
      ["3600: location services off on return"]),
    Case(
      CauseCase("battery", .batteryEmpty) {
        $0.battery(0.04, -1)
        $0.event(.lifecycle(.boot), 3_500)
      },
      ["-1: battery 4 %", "3500: the phone was started"]),
    Case(
      CauseCase("power", .powerSaving) {
        $0.event(.power(.lowPower), -120, received: 0)
        $0.report(-60) { $0.interval = 60 }
        $0.report(3_600) { $0.interval = 240 }
      },
      ["-120: low power mode switched on", "3600: interval grew from 60 s to 4 min"]),
    Case(
      CauseCase("network", until: 1_800, .noNetwork) {
        $0.event(.network(.none), 3, received: 1_800)
        $0.fixes(45, 1_755, every: 45, received: 1_800)
      },
      ["3: network none", "1800: 39 fixes were queued and arrived"]),
    Case(
      CauseCase("app", until: 3_960, .appKilled) {
        $0.report(0) { $0.appState = .background }
        $0.fixes(60, 1_800, every: 60, received: 3_960)
        $0.event(.lifecycle(.foreground), 3_955, received: 3_960)
      },
      [
        "0: last state background", "1800: no fixes taken from here on for 36 min",
        "3955: came back in foreground",
      ]),
    Case(
      CauseCase("not known yet", until: nil, .unknown) {
        $0.battery(0.38, 0)
        $0.report(-60) { $0.powerMode = .lowPower }
        $0.report(0) { ($0.powerMode, $0.queueDepth) = (.lowPower, 38) }
      },
      ["0: last contact: battery 38 %, low power, 38 pings waiting"]),
    Case(
      CauseCase("not known, and back", .unknown) {
        $0.report(3_600) { ($0.appState, $0.queueDepth) = (.background, 0) }
      },
      [
        "0: last contact: the phone said nothing about itself",
        "3600: came back: app in background, 0 pings waiting",
      ]),
  ]

  @Test("each sentence has its time and says what was so", arguments: cases)
  func sentences(_ example: Case) {
    let silence = example.silence.silence
    #expect(silence.cause == example.silence.cause)
    let told = silence.evidence.map { "\($0.at.since(.at(0)) / 1_000): \($0.text)" }
    #expect(told == example.sentences)
  }

  @Test(
    "a silence's worst goes by what remains outside our absence",
    arguments: [
      (200, [], .offline), (180, [], .degraded), (91, [], .degraded), (90, [], nil),
      (400, [(0, 310)], nil), (400, [(0, 300)], .degraded), (400, [(50, 100), (90, 150)], .offline),
    ] as [(Double, [(Double, Double)], Silence.Worst?)])
  func worst(end: Double, absences: [(Double, Double)], worst: Silence.Worst?) {
    let spans = absences.map { TimeSpan(from: .at($0.0), to: .at($0.1)) }
    let thresholds = Thresholds(degraded: 90_000, offline: 180_000)
    let closed = Quiet(from: .at(0), to: .at(end), thresholds: thresholds)
    #expect(closed.worst(outside: spans, at: .at(9_999)) == worst)
    let open = Quiet(from: .at(0), to: nil, thresholds: thresholds)
    #expect(open.worst(outside: spans, at: .at(end)) == worst)
  }
}
