public import Foundation
import Rollcall
import RollcallWire

/// Rollcall on a phone: what an app embeds.
///
/// The app tells it what the platform reports (positions, permission, network, battery) and what its responder does; it
/// keeps all of that on disk, tells the server when it can, and says what the server wants.
///
/// For example, from the installation to the first upload:
///
///     let device = try RollcallDevice(server: address, folder: folder, tokens: keychain)
///     _ = await device.session.requestCode(phone: number)
///     try await device.logIn(phone: number, code: code)
///     let running = Task { await device.run() }
///     await device.report(.permission(.granted))
///     try await device.setDuty(.onDuty)
///     // from the platform's location manager:
///     await device.located(fix)
///     // what the screen shows:
///     for await news in device.news where news == .changed { draw(await device.status) }
public actor RollcallDevice {
  /// The login: for a code, and for what only its owner may see.
  public nonisolated let session: DeviceSession
  /// What the app must act on, in order; for one reader. Of a reader that does not keep up the newest 200 are kept.
  public nonisolated let news: AsyncStream<DeviceNews>

  nonisolated let store: DeviceStore
  nonisolated let clock: DeviceClock
  nonisolated let continuation: AsyncStream<DeviceNews>.Continuation
  private var madeSender: Sender?

  var queue: DeviceQueue?
  var owner: SessionOwner?
  var duty = DutyRecord(.offDuty)
  var environment = PhoneEnvironment()
  var filter = FixFilter()
  var inbox = OfferInbox()
  var tagged: TaggedConfig?
  var userInterval: Double?
  var speed: Double?
  /// When the last ping was recorded; and the timer that waits until the next is due.
  var lastFixAt: Timestamp?
  var timer: Task<Void, Never>?
  var isConfigStale = true
  /// What happened lately, without positions, names or tokens.
  public internal(set) var log = DeviceLog()

  /// The kit for one installation.
  ///
  /// - Parameters:
  ///   - server: The server's address, e.g. `https://rollcall.example`.
  ///   - folder: A folder of the app's own that is kept over restarts and not copied by backups.
  ///   - tokens: The platform's keychain.
  /// - Throws: `DeviceStoreError`; what `tokens` throws.
  public init(server: URL, folder: URL, tokens: any TokenStorage) async throws {
    let path = folder.appendingPathComponent("rollcall.sqlite").path
    try await self.init(
      store: DeviceStore(path: path), tokens: tokens, through: URLSessionSender(server: server))
  }

  /// The same with a network stack and a clock of the app's own.
  public init(
    store: DeviceStore, tokens: any TokenStorage, through sender: any HTTPSending,
    clock: DeviceClock = .system
  ) async throws {
    self.store = store
    self.clock = clock
    session = try DeviceSession(sender: sender, storage: tokens, deviceID: store.deviceID())
    (news, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(200))
    tagged = try store.config()
    switch await session.state {
    case .active(let owner), .ended(let owner): try await use(owner)
    case .loggedOut: break
    }
  }

  /// What sends; made when it is first needed, because it asks this actor for telemetry.
  var sender: Sender {
    if let madeSender { return madeSender }
    let made = Sender(
      session: session, clock: clock,
      telemetry: { [weak self] left in await self?.telemetry(left) ?? left.telemetry },
      news: { [weak self] news in await self?.heard(news) },
      changed: { [weak self] state in await self?.changed(state) })
    madeSender = made
    return made
  }

  /// Logs in with a code that ``DeviceSession/requestCode(phone:)`` has sent. What the same responder left on this phone
  /// is sent now; what another one left, is kept for them.
  ///
  /// - Throws: `Refusal` (a wrong code: 401), `Unreachable`, `DeviceStoreError`.
  public func logIn(phone: String, code: String, device: DeviceDescription = DeviceDescription()) async throws
  {
    try await use(session.logIn(phone: phone, code: code, device: device).value)
    log.note(.loggedIn, at: clock.now())
  }

  /// Goes on with a token that an operator has issued for this phone.
  ///
  /// - Throws: `Refusal`, `Unreachable`, `DeviceStoreError`.
  public func adopt(token: String) async throws {
    try await use(session.adopt(token: token).value)
    log.note(.loggedIn, at: clock.now())
  }

  /// Tells what waits, and ends the session and the duty. What could not be told is kept for the next login.
  ///
  /// - Throws: `Unreachable` when the server cannot be told: it would go on watching.
  public func logOut() async throws {
    _ = await sender.syncNow()
    _ = try await session.logOut().value
    try queue?.keep(nil, telling: [], at: clock.now())
    (queue, owner, duty) = (nil, nil, DutyRecord(.offDuty))
    await sender.use(nil)
    continuation.yield(.changed)
  }

  /// Whose queue is filled and sent from now on.
  private func use(_ owner: SessionOwner) async throws {
    let queue = try store.queue(of: owner.responder)
    if self.owner?.id != owner.id { (filter, inbox) = (FixFilter(), OfferInbox()) }
    (self.queue, self.owner) = (queue, owner)
    if let kept = try queue.duty() {
      duty = kept
    } else {
      duty = await dutyAtTheServer() ?? DutyRecord(Profile(name: owner.profile, rules: []).initialDuty)
      try queue.keep(duty, telling: [], at: clock.now())
    }
    isConfigStale = true
    await sender.use(queue)
    await applyConfig()
    continuation.yield(.changed)
  }

  /// What a responder does who has logged in on another phone before; `nil` = the server does not say.
  private func dutyAtTheServer() async -> DutyRecord? {
    guard case .done(let me) = await session.call({ await $0.me() }), let duty = me.duty else { return nil }
    return DutyState(rawValue: duty.state).map { DutyRecord($0, order: duty.order) }
  }
}

extension Outcome {
  /// What was done.
  ///
  /// - Throws: `Refusal`, `Unreachable`.
  fileprivate var value: Value {
    get throws {
      switch self {
      case .done(let value): return value
      case .tryLater(_, let reason): throw Unreachable(attempts: 1, reason: reason)
      case .refused(let refusal): throw refusal
      }
    }
  }
}

extension DeviceStore {
  /// The random id of this installation; made when it is first asked for.
  func deviceID() throws -> String {
    if let kept = try kept("device_id") { return String(decoding: kept, as: UTF8.self) }
    let made = UUID().uuidString.lowercased()
    try keep(Data(made.utf8), as: "device_id")
    return made
  }

  /// The configuration that was last in force.
  func config() throws -> TaggedConfig? {
    try kept("config").flatMap { try? JSONDecoder().decode(TaggedConfig.self, from: $0) }
  }
}
