public import Foundation
public import Rollcall
import RollcallWire

/// Rollcall on a phone: what an app embeds.
///
/// The app tells it what the platform reports (positions, permission, network, battery) and what its responder does; it
/// keeps all of that on disk, tells the server when it can, and says what the server wants.
///
/// For example, from the installation to the first upload:
///
///     let device = try await RollcallDevice(server: address, folder: folder, tokens: keychain)
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
  nonisolated let recorded: @Sendable (Ping) -> Void
  nonisolated let continuation: AsyncStream<DeviceNews>.Continuation
  private var madeSender: Sender?

  var queue: DeviceQueue?
  var owner: SessionOwner?
  var duty = DutyRecord(.offDuty)
  var environment = PhoneEnvironment()
  var filter = FixFilter()
  var inbox = OfferInbox()
  var tagged: TaggedConfig? { didSet { zone = tagged?.config.zone ?? .current } }
  /// The workspace's time zone; the phone's own until it is known.
  var zone = TimeZone.current
  var userInterval: Double?
  static let intervalKey = "user_interval"
  /// Where the phone can be woken; and who tells it to the server just now.
  var push = PushAddresses()
  var tellingPush: Task<Void, Never>?
  var speed: Double?
  /// What the server was told that decides between rules.
  var told = ToldConditions()
  /// Whether the last that was to be kept could not be: the disk is full.
  var hasStorageFailed = false
  /// Whether it was told that the session has ended.
  var hasToldEnd = false
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
  ///
  /// - Parameter recorded: Is told each ping that is kept, with its number, before anything else happens to it: for an
  ///   app that shows what it reports, or counts it.
  public init(
    store: DeviceStore, tokens: any TokenStorage, through sender: any HTTPSending,
    clock: DeviceClock = .system, recorded: @escaping @Sendable (Ping) -> Void = { _ in }
  ) async throws {
    self.store = store
    self.clock = clock
    self.recorded = recorded
    session = try DeviceSession(
      sender: sender, storage: tokens, deviceID: store.deviceID(), tasks: clock.tasks)
    (news, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(200))
    userInterval = try store.kept(Self.intervalKey).flatMap { Double(String(decoding: $0, as: UTF8.self)) }
    push = try store.pushAddresses()
    await noteTokens()
    switch await session.state {
    case .active(let owner), .ended(let owner): try await use(owner)
    case .loggedOut: break
    }
  }

  /// The queue of whoever is logged in, or was until the server ended the session.
  ///
  /// - Throws: `LoggedOut`.
  var loggedIn: DeviceQueue {
    get throws {
      guard let queue else { throw LoggedOut() }
      return queue
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
}

extension DeviceStore {
  /// The random id of this installation; made when it is first asked for.
  func deviceID() throws -> String {
    if let kept = try kept("device_id") { return String(decoding: kept, as: UTF8.self) }
    let made = UUID().uuidString.lowercased()
    try keep(Data(made.utf8), as: "device_id")
    return made
  }
}
