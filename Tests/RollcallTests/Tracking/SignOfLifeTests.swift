import Rollcall
import Testing

@Suite("What a sign of life proves")
struct SignOfLifeTests {
  static let home = Position(latitude: 46.05, longitude: 14.5)
  static let away = Position(latitude: 46.05, longitude: 14.500000000000002)

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var change: @Sendable (inout Scene) -> Void
    var verdict: SignVerdict

    init(_ name: String, _ verdict: SignVerdict, _ change: @escaping @Sendable (inout Scene) -> Void) {
      (testDescription, self.verdict, self.change) = (name, verdict, change)
    }
  }

  /// A phone at rest for an hour, whose app says so; everything that a case may change of it.
  struct Scene: Sendable {
    var sign: Position? = home
    var made = FixTime(effective: .at(3_590), source: .phone, flags: [])
    var seesNoMovement = true
    var isAhead = false
    var shown: Position? = home
    var shownAt: Timestamp? = .at(0)
    var sent: SentPlace? = home.map { SentPlace(position: $0, effective: .at(0)) }
    var isShown = true
    var isWatched = true
    var phone = PhoneState()
    var now = Timestamp.at(3_600)

    var verdict: SignVerdict? {
      sign.map {
        SignVerdict(
          SignOfLife(position: $0, madeAt: made.effective, seesNoMovement: seesNoMovement), made,
          isAhead: isAhead,
          SignVerdict.Circumstances(
            shown: shown, shownAt: shownAt, sent: sent, isShown: isShown, isWatched: isWatched, phone: phone,
            now: now))
      }
    }
  }

  static let cases: [Case] = [
    Case("all holds", .confirms(at: .at(3_590))) { _ in },
    Case("again, after an earlier confirmation", .confirms(at: .at(3_590))) { $0.shownAt = .at(2_700) },
    Case("permission granted and location services on", .confirms(at: .at(3_590))) {
      $0.phone.permission = Reported(.granted)
      $0.phone.locationServices = Reported(true)
    },
    Case("the app does not say that it sees no movement", .contact) { $0.seesNoMovement = false },
    Case("permission denied", .contact) { $0.phone.permission = Reported(.denied) },
    Case("location services off", .contact) { $0.phone.locationServices = Reported(false) },
    Case("a doubted place", .contact) { $0.sent?.flags = .mock },
    Case("off duty", .contact) { $0.isWatched = false },
    Case("a place of 24 h ago", .confirms(at: .at(86_390))) {
      ($0.made.effective, $0.now) = (.at(86_390), .at(86_400))
    },
    Case("a place of more than 24 h ago", .contact) {
      ($0.made.effective, $0.now) = (.at(86_390), .at(86_400.001))
    },
    Case("timed by the server", .contact) { $0.made.source = .server },
    Case("ahead of us", .contact) { $0.isAhead = true },
    Case("made when the place was", .contact) { $0.made.effective = .at(0) },
    Case("made before the place was", .contact) { $0.made.effective = .at(-1) },
    Case("another place, by the last digit", .history) { $0.sign = away },
    Case("another place, timed by the server", .contact) {
      ($0.sign, $0.made.source) = (away, .server)
    },
    Case("nothing stored yet", .history) {
      ($0.sent, $0.shown, $0.shownAt, $0.isShown) = (nil, nil, nil, false)
    },
    Case("another app's place, and none of its own", .contact) { ($0.sent, $0.isShown) = (nil, false) },
    Case("another app's place at the very same spot", .contact) { $0.isShown = false },
    Case("another app shows another place", .history) { ($0.shown, $0.isShown) = (away, false) },
    Case("the shown place, but not the newest of the app", .contact) {
      ($0.sent, $0.isShown) = (away.map { SentPlace(position: $0, effective: .at(10)) }, false)
    },
    Case("the newest place of the app, sent off duty", .brings) {
      $0.shown = away
      $0.shownAt = .at(-600)
      $0.isShown = false
      $0.sent?.wasOnDuty = false
    },
    Case("sent off duty, and nothing shown", .brings) {
      $0.shown = nil
      $0.shownAt = nil
      $0.isShown = false
      $0.sent?.wasOnDuty = false
    },
    Case("sent off duty, and something newer shown", .contact) {
      $0.shown = away
      $0.shownAt = .at(1)
      $0.isShown = false
      $0.sent?.wasOnDuty = false
    },
    Case("sent off duty, while off duty", .contact) {
      $0.shown = nil
      $0.isShown = false
      $0.sent?.wasOnDuty = false
      $0.isWatched = false
    },
    Case("sent off duty, permission denied", .contact) {
      $0.shown = nil
      $0.shownAt = nil
      $0.isShown = false
      $0.sent?.wasOnDuty = false
      $0.phone.permission = Reported(.denied)
    },
    Case("brought by an earlier sign", .contact) { $0.sent?.wasOnDuty = false },
  ]

  @Test("the verdict is", arguments: cases) func verdict(_ row: Case) {
    var scene = Scene()
    row.change(&scene)
    #expect(scene.verdict == row.verdict)
  }
}
