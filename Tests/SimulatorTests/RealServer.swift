import DeviceKit
import Foundation
import Rollcall
import RollcallServer
import Synchronization

/// The server's own routes on a store of its own, without sockets, at a time that the test sets, and the way of phones to
/// it.
final class RealServer: HTTPSending {
  /// No answer came.
  struct Unheard: Error {}
  /// A command failed, or the console answered strangely.
  struct Refused: Error { var words: String }

  private struct State {
    var now = SharedTime.start
    var isReachable = true
    /// How many of the next answers are lost on the way.
    var lost = 0
    var calls: [HTTPCall] = []
  }

  let folder: URL
  let writer: HistoryWriter
  private let key: String
  private let state = Mutex(State())

  /// A server with a workspace `north` that has the profiles as they are brought. It is 09:00 there.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("realserver-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL.path
    let places = Places(share: root)
    writer = try HistoryWriter(
      database: folder.path + "/server.db", places: places, start: SharedTime.start)
    _ = try Self.done(
      writer.execute(
        .addWorkspace(
          slug: "north", name: "North", timeZone: "Europe/Ljubljana", retentionDays: 90,
          profiles: places.profiles())))
    let made = try Self.done(
      writer.execute(.issueAPIKey(slug: "north", name: "test", role: Role.owner.rawValue)))
    key = made["api_key"]?.text ?? ""
  }

  deinit {
    try? writer.close()
    try? FileManager.default.removeItem(at: folder)
  }

  var now: Timestamp { state.withLock { $0.now } }
  var calls: [HTTPCall] { state.withLock { $0.calls } }

  /// The same time on every phone.
  var clock: DeviceClock {
    DeviceClock(
      now: { self.now }, sleep: { _ in try await Task.sleep(for: .seconds(86_400)) }, random: { 0 })
  }

  /// Lets time pass, seconds.
  func pass(_ seconds: Int64) {
    let now = state.withLock { state in
      state.now = state.now.advanced(by: seconds * 1_000)
      return state.now
    }
    writer.move(to: now)
  }

  /// Whether phones reach it.
  func reach(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

  /// Lets the next answers be lost after the server has done what was asked.
  func lose(_ count: Int) { state.withLock { $0.lost = count } }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    let isReached = state.withLock { state in
      if state.isReachable { state.calls.append(call) }
      return state.isReachable
    }
    guard isReached else { throw Unheard() }
    let answer = try await writer.send(call.method, call.path, call.headers, call.body)
    let isLost = state.withLock { state in
      defer { state.lost = max(0, state.lost - 1) }
      return state.lost > 0
    }
    guard !isLost else { throw Unheard() }
    return HTTPAnswer(status: answer.status, headers: answer.headers, body: answer.body)
  }

  // MARK: The control room

  /// Carries out a command.
  @discardableResult
  func execute(_ command: AdminCommand) throws -> JSONValue { try Self.done(writer.execute(command)) }

  private static func done(_ outcome: CommandOutcome) throws -> JSONValue {
    guard outcome.exit == 0 else { throw Refused(words: outcome.text) }
    return outcome.result
  }

  /// Somebody with this number; their own number among the people.
  func person(_ name: String, _ profile: String, phone: String) throws -> Int64 {
    let made = try execute(
      .addResponder(slug: "north", person: Person(name: name, phone: phone, profile: profile)))
    guard let id = made["id"]?.integer else { throw Refused(words: "no id") }
    return id
  }

  /// What the console answers as JSON.
  func console(_ path: String, posting body: String? = nil) async throws -> JSONValue {
    var headers = ["Authorization": "Bearer \(key)"]
    if body != nil {
      headers["Content-Type"] = "application/json"
      headers["Idempotency-Key"] = UUID().uuidString
    }
    let answer = try await writer.send(
      body == nil ? "GET" : "POST", "/w/north/\(path)", headers, Array((body ?? "").utf8))
    guard (200...201).contains(answer.status) else {
      throw Refused(words: "\(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
    }
    return try JSONDecoder().decode(JSONValue.self, from: Data(answer.body))
  }

  /// Somebody's row on the board.
  func row(of id: Int64) async throws -> JSONValue {
    let rows = try await console("board.json")["responders"]?.items ?? []
    guard let row = rows.first(where: { $0["id"]?.integer == id }) else { throw Refused(words: "no row") }
    return row
  }

  /// An incident at the place of these tests; its number.
  ///
  /// - Parameter pick: who is asked by hand; `nil` = people are asked by themselves.
  func openIncident(asking pick: Int64? = nil) async throws -> Int64 {
    let asking = pick.map { #""mode":"parallel","picks":[\#($0)],"answer_s":600"# } ?? #""answer_s":600"#
    let made = try await console(
      "incidents",
      posting: #"{"title":"Fall","severity":"high","lat":46,"lng":14.5,"asking":{\#(asking)}}"#)
    guard let id = made["id"]?.integer else { throw Refused(words: "no incident") }
    return id
  }

  /// How far an incident has come.
  func state(ofIncident id: Int64) async throws -> String? {
    try await console("incidents/\(id).json")["state"]?.text
  }

  /// Every ping of the history, newest page only.
  func history() async throws -> [JSONValue] { try await console("history.json")["pings"]?.items ?? [] }
}

/// A phone of the kit whose app may be started again.
struct KitPhone {
  /// 46° N, 14.5° E: every place of these tests is so many metres north of it.
  static let south = 46.0

  let server: RealServer
  let device: RollcallDevice
  private let name: String

  /// An app on an installation of this name; the same again is a restart.
  init(_ server: RealServer, _ name: String) async throws {
    (self.server, self.name) = (server, name)
    let path = server.folder.appendingPathComponent(name).path
    device = try await RollcallDevice(
      store: DeviceStore(path: path + ".sqlite"),
      tokens: FileTokenStorage(file: URL(fileURLWithPath: path + ".tokens")), through: server,
      clock: server.clock)
  }

  func restarted() async throws -> KitPhone { try await KitPhone(server, name) }

  /// A new phone on which somebody has logged in.
  static func loggedIn(_ server: RealServer, _ number: String, named name: String = "phone") async throws
    -> KitPhone
  {
    let phone = try await KitPhone(server, name)
    try await phone.logIn(number)
    return phone
  }

  /// On duty, at the place of these tests a second later, and the server knows.
  func comeOnDuty() async throws {
    try await device.setDuty(.onDuty)
    server.pass(1)
    await device.located(try Self.place(0))
    guard await device.syncNow() else { throw RealServer.Refused(words: "not told") }
  }

  /// Logs in with the code that comes by SMS.
  func logIn(_ number: String) async throws {
    guard let typed = PhoneNumber(number), let code = try server.writer.code(for: typed) else {
      throw RealServer.Refused(words: "no code")
    }
    try await device.logIn(phone: number, code: code)
  }

  /// A position so many metres north.
  static func place(_ metres: Double, accuracy: Double? = 10, isMock: Ping.MockReport = .no) throws -> Ping {
    guard let position = Position(latitude: south + metres / 111_195, longitude: 14.5) else {
      throw RealServer.Refused(words: "no place")
    }
    var ping = Ping(position: position, isMock: isMock)
    ping.accuracy = accuracy
    return ping
  }

  /// The next so many items of news but `changed`.
  func news(_ count: Int) async -> [DeviceNews] {
    var found: [DeviceNews] = []
    for await item in device.news where item != .changed {
      found.append(item)
      if found.count == count { break }
    }
    return found
  }
}
