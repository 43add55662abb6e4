import Rollcall
import Testing

@Suite("Why somebody was silent: the session, our own absence, the order")
struct CauseRulesTests {
  static let notObserved = [
    CauseCase("a restart that covers the silence", until: 300, .notObserved) { $0.away(10, 290) },
    CauseCase("what remains is exactly D", until: 390, .notObserved) { $0.away(40, 340) },
    CauseCase("what remains is more than D", until: 391, .unknown) { $0.away(40, 340) },
    CauseCase("two absences count together", until: 390, .notObserved) {
      $0.away(200, 340)
      $0.away(40, 220)
    },
    CauseCase("our absence excuses whatever else is known", until: 300, .notObserved) {
      $0.away(10, 290)
      $0.ended(.revoked, 5)
    },
    CauseCase("an absence elsewhere excuses nothing", until: 300, .unknown) { $0.away(-600, 0) },
    CauseCase("an open silence is judged now", until: nil, at: 380, .notObserved) { $0.away(10, 300) },
  ]

  static let sessions = [
    CauseCase("revoked while quiet", until: nil, .sessionRevoked) { $0.ended(.revoked, 100) },
    CauseCase("revoked at the instant of the last contact", until: nil, .sessionRevoked) {
      $0.ended(.revoked, 0)
    },
    CauseCase("revoked before the last contact", until: nil, .unknown) { $0.ended(.revoked, -1) },
    CauseCase("revoked by a new login", until: nil, .unknown) { $0.ended(.revoked, 100, succeeded: 100) },
    CauseCase("revoked, and signed in again much later", .sessionRevoked) {
      $0.ended(.revoked, 100, succeeded: 3_500)
    },
    CauseCase("revoked at the instant of the next contact", .unknown) { $0.ended(.revoked, 3_600) },
    CauseCase("expired while quiet", until: nil, .sessionExpired) { $0.ended(.expired, 60) },
    CauseCase("expired, but renewed in time", until: nil, .unknown) { $0.ended(.expired, 60, succeeded: 10) },
    CauseCase("will expire", until: nil, at: 50, .unknown) { $0.ended(.expired, 60) },
    CauseCase("revoked an hour into a silence that the battery began", until: nil, .batteryEmpty) {
      $0.ended(.revoked, 3_700)
      $0.battery(0.03, 0)
    },
    CauseCase("revoked an hour into a silence of which nothing else is known", until: nil, .sessionRevoked) {
      $0.ended(.revoked, 3_700)
    },
    CauseCase("revoked late, but the phone did try", until: nil, .sessionRevoked) {
      $0.ended(.revoked, 3_700)
      $0.battery(0.03, 0)
      $0.refusals = [.at(3_760)]
    },
  ]

  @Test("our absence excuses, but only for what fits into D outside it", arguments: notObserved)
  func judgedForOurAbsence(_ example: CauseCase) { #expect(example.silence.cause == example.cause) }

  @Test("a session that ended without a successor explains a silence", arguments: sessions)
  func judgedForSessions(_ example: CauseCase) { #expect(example.silence.cause == example.cause) }

  @Test("what was so at the beginning is tried in the order of the causes", arguments: 1...8)
  func order(removed: Int) {
    let pieces: [(cause: Cause, fill: @Sendable (inout SilenceFacts) -> Void)] = [
      (.notObserved, { $0.away(1, 3_599) }),
      (.sessionRevoked, { $0.ended(.revoked, 1) }),
      (.sessionExpired, { $0.ended(.expired, 1) }),
      (.permissionRevoked, { $0.event(.permission(.denied), 1) }),
      (.locationOff, { $0.event(.locationServices(false), 1) }),
      (.batteryEmpty, { $0.battery(0.02, 0) }),
      (.powerSaving, { $0.event(.power(.lowPower), 1) }),
      (.noNetwork, { $0.event(.network(.none), 1) }),
      (.appKilled, { $0.event(.lifecycle(.killed), 1) }),
    ]
    #expect(pieces.map(\.cause) + [.unknown] == Cause.allCases)
    let example = CauseCase("all but the first \(removed)", pieces[removed].cause) { facts in
      for piece in pieces[removed...] { piece.fill(&facts) }
    }
    #expect(example.silence.cause == example.cause)
  }

  @Test("the words in answers and reports")
  func words() {
    #expect(
      Cause.allCases.map(\.rawValue).joined(separator: " ")
        == "not_observed session_revoked session_expired permission_revoked location_off battery_empty power_saving no_network app_killed unknown"
    )
  }

  @Test("the order of the facts does not matter, nor facts from another day")
  func shuffled() {
    var random = SplitMix(state: 7)
    for example in PhoneCausesTests.all + Self.sessions + Self.notObserved {
      let silence = example.silence
      for _ in 0..<5 {
        var facts = example.facts
        facts.event(.permission(.denied), 90_000)
        facts.event(.locationServices(false), -90_000)
        facts.event(.lifecycle(.killed), -90_000)
        facts.report(90_000) { $0.permission = .denied }
        facts.ended(.revoked, 90_000)
        facts.ended(.revoked, -90_000)
        facts.refusals.append(.at(-90_000))
        facts.battery(0.01, 90_000)
        facts.battery(0.01, -90_000)
        facts.events.shuffle(using: &random)
        facts.reports.shuffle(using: &random)
        facts.batteries.shuffle(using: &random)
        facts.sessionEnds.shuffle(using: &random)
        facts.absences.shuffle(using: &random)
        let again = Silence(judging: example.quiet, by: facts, at: .at(example.now))
        #expect(again == silence, "\(example.testDescription)")
      }
    }
  }

  @Test("no facts whatever end the process: the rules are total")
  func total() {
    let ends = [Int64.min, -1, 0, 1, .max].map(Timestamp.init(milliseconds:))
    for from in ends {
      for to in ends.map(Optional.some) + [nil] {
        for now in ends {
          var facts = SilenceFacts()
          facts.absences = [TimeSpan(from: ends[0], to: ends[2]), TimeSpan(from: ends[1], to: ends[4])]
          facts.sessionEnds = ends.map { .init(at: $0, how: .expired, succeededAt: $0) }
          facts.events = ends.flatMap { at in
            DeviceEvent.Lifecycle.allCases.map { .init(.lifecycle($0), at: at, receivedAt: at) }
          }
          facts.batteries = ends.map { .init(level: .nan, at: $0) } + ends.map { .init(level: 9e300, at: $0) }
          facts.reports = ends.map {
            var telemetry = Telemetry()
            telemetry.interval = .infinity
            telemetry.queueDepth = .min
            return .init(receivedAt: $0, telemetry: telemetry)
          }
          for at in ends { facts.fixes.add(effective: at, received: at) }
          for limit in [Int64.min, 0, .max] {
            let quiet = Quiet(from: from, to: to, thresholds: Thresholds(degraded: limit, offline: limit))
            _ = Silence(judging: quiet, by: facts, at: now)
            facts.absences = []
          }
        }
      }
    }
  }
}
