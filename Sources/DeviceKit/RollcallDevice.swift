public import Foundation
public import Rollcall
import RollcallWire

/// Rollcall on a phone: the object that an app embeds.
///
/// The app passes in what the platform reports (positions, permission, network, battery) and what its
/// responder does. The kit saves all of that on disk, sends it when the server can be reached, and reports
/// back what the server wants.
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
  /// The login: requests codes, and makes requests that need the session.
  public nonisolated let session: DeviceSession
  /// What the app must act on, in order. For one reader; if it falls behind, the newest 200 are kept.
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
  /// The push addresses, and the task that is sending them.
  var push = PushAddresses()
  var tellingPush: Task<Void, Never>?
  var speed: Double?
  /// The conditions for choosing a rule that the server was last told.
  var told = SentConditions()
  /// Whether the last write failed because the disk is full.
  var hasStorageFailed = false
  /// Whether the app was told that the session has ended.
  var hasToldEnd = false
  /// When the last ping was recorded; and the timer that waits until the next is due.
  var lastFixAt: Timestamp?
  var timer: Task<Void, Never>?
  var isConfigStale = true
  /// Recent events, without positions, names or tokens.
  public internal(set) var log = DeviceLog()

  /// Opens the kit for one installation.
  ///
  /// - Parameters:
  ///   - server: The server's address, e.g. `https://rollcall.example`.
  ///   - folder: A folder of the app's own that survives restarts and is excluded from backups.
  ///   - tokens: The platform's keychain.
  /// - Throws: `DeviceStoreError`; what `tokens` throws.
  public init(server: URL, folder: URL, tokens: any TokenStorage) async throws {
    let path = folder.appendingPathComponent("rollcall.sqlite").path
    try await self.init(
      store: DeviceStore(path: path), tokens: tokens, through: URLSessionSender(server: server))
  }

  /// Opens the kit with the app's own network stack and clock.
  ///
  /// - Parameter recorded: Called with each saved ping and its number before anything else happens to it, for
  ///   an app that shows or counts what it reports.
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

  /// The queue of the responder who is logged in, or whose session the server has ended.
  ///
  /// - Throws: `LoggedOut`.
  var loggedIn: DeviceQueue {
    get throws {
      guard let queue else { throw LoggedOut() }
      return queue
    }
  }

  /// Sends the queue. Created on first use, because it asks this actor for telemetry.
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
  /// The random id of this installation, created on first use.
  func deviceID() throws -> String {
    if let kept = try kept("device_id") { return String(decoding: kept, as: UTF8.self) }
    let made = UUID().uuidString.lowercased()
    try save(Data(made.utf8), as: "device_id")
    return made
  }
}
