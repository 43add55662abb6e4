import Foundation
import GeoIP
import HTTPServer
import HTTPTypes
import Logging
import Push
public import Rollcall
import RollcallStore
import RollcallWeb
import Synchronization

/// A database that passes through the past: the server's own routes without sockets, on a store whose clock
/// its owner sets. Used for a demonstration, whose yesterday is written by the same ingest as its today.
///
/// Close it before a server opens the file.
public final class HistoryWriter: Sendable {
  private struct Open {
    var store: Store
    var router: Router
    var configuration: Configuration
  }

  /// An answer: status, header fields, body.
  public typealias Answer = (status: Int, headers: [String: String], body: [UInt8])

  private let database: String
  private let places: Places
  private let addresses: AddressLookup
  private let time: VirtualTime
  private let open: Mutex<Open?>
  private let wake: Wake?

  /// Hands a message to the service that wakes phones: the address there, the data for the app, the last
  /// instant at which it is useful, and now.
  public typealias Wake =
    @Sendable (_ address: String, _ data: [String: String], _ expiresAt: Timestamp, _ now: Timestamp) ->
    DeliveryResult

  /// Opens or makes the database, with the clock at `start`.
  ///
  /// - Parameters:
  ///   - geoIP: files that know the country and the network of an address, as a server's settings name them.
  ///   - wake: takes the messages that wake phones; `nil` = nothing wakes them.
  /// - Throws: `SettingsError` for a file that cannot be used, `StoreError`, `TemplateError`.
  public init(
    database: String, places: Places, start: Timestamp, geoIP: [String] = [], wake: Wake? = nil
  ) throws {
    self.wake = wake
    self.database = database
    self.places = places
    addresses = .files(try GeoIPDatabase.named(geoIP, Logs.standard(level: .warning)))
    time = VirtualTime(start)
    open = Mutex(try Self.open(database, places, addresses, time))
  }

  /// Carries out a command at the clock's time, as the command line would. Blocks.
  public func execute(_ command: AdminCommand) -> CommandOutcome {
    guard let store = open.withLock({ $0?.store }) else { return .failure("the past is closed") }
    return CommandExecutor(store: store).execute(command)
  }

  /// Sets the clock, which never goes back, and settles the deadlines that passed, as a server's loop does.
  /// Blocks.
  public func move(to now: Timestamp) {
    time.move(to: now)
    guard let store = open.withLock({ $0?.store }) else { return }
    while let settled = try? store.liveness.settleOverdue(), settled > 0 {}
    while let due = try? store.dispatch.dispatchDue(), due > 0 {}
    if let wake { sendMessages(of: store, wake) }
  }

  /// Hands over the messages that are due, once each.
  private func sendMessages(of store: Store, _ wake: Wake) {
    for job in (try? store.push.duePushJobs(limit: 500)) ?? [] {
      let now = store.clock()
      let data = Dictionary(PhoneMessage.data(job), uniquingKeysWith: { first, _ in first })
      // A constant spread of retries keeps two runs equal.
      try? store.push.record(wake(job.token, data, job.expiresAt, now), of: job.id, chance: 0.5)
    }
  }

  /// Stops the server at the clock's time: the file is closed. Blocks.
  ///
  /// - Parameter isOrderly: whether it shuts down in order; otherwise as if it were killed.
  public func stop(isOrderly: Bool = true) throws {
    guard !isOrderly else { return try close() }
    open.withLock { opened in
      opened?.store.close()
      opened = nil
    }
  }

  /// Restarts the server at the clock's time: opens the file again. Blocks.
  public func resume() throws {
    let opened = try Self.open(database, places, addresses, time)
    open.withLock { $0 = opened }
  }

  /// The code that SMS would bring to a person who wants to log in; `nil` = an unknown number, or too many
  /// requests. Blocks.
  public func code(for number: PhoneNumber) throws -> String? {
    guard let store = open.withLock({ $0?.store }) else { throw StoreError.unavailable("the past is closed") }
    return try store.code(for: number)
  }

  /// Answers a request as the server would; `X-Forwarded-For` names its peer, as behind a proxy.
  public func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: [UInt8]
  ) async throws -> Answer {
    guard let open = open.withLock({ $0 }), let method = HTTPRequest.Method(method) else {
      throw StoreError.unavailable("the past is closed")
    }
    var fields = HTTPFields()
    for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
    let peer = headers["X-Forwarded-For"] ?? "127.0.0.1"
    if method == .post || method == .put { fields[.contentLength] = String(body.count) }
    let response = await open.router.respond(
      to: Request(method: method, target: path, headers: fields, body: body, peer: peer),
      configuration: open.configuration)
    let answered = response.headers.map { ($0.name.canonicalName, $0.value) }
    return (
      response.status.code, Dictionary(answered, uniquingKeysWith: { first, _ in first }),
      try Self.bytes(of: response.body)
    )
  }

  /// A whole body, read to its end like a phone or a script does.
  private static func bytes(of body: Response.Body) throws -> [UInt8] {
    switch body {
    case .none: return []
    case .bytes(let bytes): return bytes
    case .stream(let source):
      var bytes: [UInt8] = []
      while let chunk = try source.next() { bytes += chunk }
      try source.sent()
      return bytes
    }
  }

  /// Settles the deadlines that passed, records that the server lived until now, and closes the file. Blocks.
  public func close() throws {
    guard let store = open.withLock({ $0?.store }) else { return }
    defer {
      open.withLock { $0 = nil }
      store.close()
    }
    while try store.liveness.settleOverdue() > 0 {}
    try store.markAlive()
  }

  private static func open(
    _ database: String, _ places: Places, _ addresses: AddressLookup, _ time: VirtualTime
  ) throws -> Open {
    var options = Store.Options(clock: { time.now }, readers: 1)
    options.syncs = false
    let store = try Store(path: database, options: options)
    do {
      let web = try Web(
        store: store, templates: places.templates, files: places.files, addresses: addresses)
      var configuration = Configuration()
      web.prepare(&configuration)
      return Open(store: store, router: try Router(web.routes), configuration: configuration)
    } catch {
      store.close()
      throw error
    }
  }
}

/// A clock that only moves when set.
private final class VirtualTime: Sendable {
  private let present: Mutex<Timestamp>

  init(_ start: Timestamp) { present = Mutex(start) }

  var now: Timestamp { present.withLock { $0 } }

  func move(to instant: Timestamp) { present.withLock { $0 = max($0, instant) } }
}
