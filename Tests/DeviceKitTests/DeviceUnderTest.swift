import DeviceKit
import Rollcall

/// A kit with a server in memory and a clock that stands.
struct DeviceUnderTest {
  let file: TemporaryStore
  let server = AuthServer()
  let sleeper = Sleeper()
  let tokens = MemoryTokens()

  init() throws { file = try TemporaryStore() }

  /// The app's process, as it starts.
  ///
  /// - Parameter way: Another way to the server than straight to it.
  func start(through way: (any HTTPSending)? = nil) async throws -> RollcallDevice {
    try await RollcallDevice(
      store: file.open(), tokens: tokens, through: way ?? server, clock: sleeper.patientClock)
  }

  /// The same, with Ana logged in.
  func loggedIn(through way: (any HTTPSending)? = nil) async throws -> RollcallDevice {
    let device = try await start(through: way)
    try await device.logIn(phone: "+38640123456", code: "049130")
    return device
  }

  /// Gives a kit the rules of a profile, as JSON.
  func configure(_ device: RollcallDevice, rules: String, flags: String = "{}") async {
    server.change {
      $0.script = [.ok(#"{"profile":"p","rules":\#(rules),"batch_limit":50,"flags":\#(flags)}"#)]
    }
    await device.refreshConfig()
  }

  func pass(_ milliseconds: Milliseconds) async throws { try await sleeper.clock.sleep(milliseconds) }

  /// An offer, as the server tells it in an answer's data.
  static let offer = #"""
    {"offers":[{"id":5,"state":"sent","expires_at":"2027-01-15T08:01:00.000Z","distance_m":633.6,"drill":false,
     "incident":{"id":7,"kind":"incident","title":"Fall from a ladder","severity":"high",
                 "lat":46.0569,"lng":14.5058,"geo":"geo:46.0569,14.5058","notes":null}}]}
    """#

  /// What an app was told, in order, without `changed`, up to an offer that is made now.
  func newsUntilOffer(_ device: RollcallDevice) async -> [DeviceNews] {
    server.change { $0.script = [.ok(Self.offer)] }
    await device.fetchOffers()
    var found: [DeviceNews] = []
    for await item in device.news where item != .changed {
      if case .offered = item { break }
      found.append(item)
    }
    return found
  }
}
