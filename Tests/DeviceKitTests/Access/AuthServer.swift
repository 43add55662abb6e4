import DeviceKit
import Rollcall
import RollcallWire
import Synchronization

/// A server that issues tokens `a1`/`r1`, `a2`/`r2`, … and answers everything else from a script, whoever's access token
/// is not in force with 401.
final class AuthServer: HTTPSending {
  struct AnswerLost: Error {}

  struct State {
    var calls: [HTTPCall] = []
    var issued = 1
    /// What the next uploads and other requests are answered; then 201 for as many pings as came.
    var script: [HTTPAnswer?] = []
    /// What the next refreshes are answered instead of with a pair; `nil` = done, and the answer lost.
    var refreshes: [HTTPAnswer?] = []
    /// The code with which tokens are refused; `nil` = they are good.
    var refusal: Code?
    /// Whether a hotel's login page answers everything.
    var isPortal = false
    /// What it says.
    var page = HTTPAnswer(status: 200, body: Array("<html>Welcome</html>".utf8))
    var owner: Int64 = 11
    var profile = "responder"
    /// What `/me` says of the duty.
    var duty: String?
  }

  private let state: Mutex<State>

  init(_ script: [HTTPAnswer?] = []) {
    var state = State()
    state.script = script
    self.state = Mutex(state)
  }

  var calls: [HTTPCall] { state.withLock { $0.calls } }
  func change(_ body: @Sendable (inout State) -> Void) { state.withLock { body(&$0) } }
  func calls(to path: String) -> [HTTPCall] { calls.filter { $0.path.hasPrefix(path) } }
  /// The batches that were uploaded, in order, whatever was answered.
  var batches: [Batch] {
    calls(to: "/app/v1/locations/batch").compactMap {
      try? BatchRequest.decode(bytes: $0.body, now: Sleeper.start, mockRequired: true).batch
    }
  }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    let answer = state.withLock { state -> HTTPAnswer? in
      state.calls.append(call)
      if state.isPortal { return state.page }
      return switch call.path {
      case "/health": .health
      case "/app/v1/auth/otp": .ok("null", status: 202)
      case "/app/v1/auth/token": Self.pair(&state, withOwner: true)
      case "/app/v1/auth/refresh": Self.refresh(&state)
      default: Self.answer(call, &state)
      }
    }
    guard let answer else { throw AnswerLost() }
    return answer
  }

  private static func refresh(_ state: inout State) -> HTTPAnswer? {
    guard !state.refreshes.isEmpty else {
      state.refusal = nil
      return pair(&state, withOwner: false)
    }
    return state.refreshes.removeFirst()
  }

  private static func pair(_ state: inout State, withOwner: Bool) -> HTTPAnswer {
    let number = state.issued
    state.issued += 1
    let owner =
      #","responder":{"id":\#(state.owner),"name":"Ana","profile":"\#(state.profile)","region":null}"#
    return .ok(
      #"{"access_token":"a\#(number)","refresh_token":"r\#(number)","token_type":"Bearer","expires_in":900\#(withOwner ? owner : "")}"#
    )
  }

  private static func answer(_ call: HTTPCall, _ state: inout State) -> HTTPAnswer? {
    if let refusal = state.refusal { return .error(401, refusal.rawValue) }
    if !state.script.isEmpty { return state.script.removeFirst() }
    if call.path == "/app/v1/auth/logout" { return HTTPAnswer(status: 204) }
    if call.path == "/app/v1/me" {
      let duty = state.duty.map { #","duty":{"state":"\#($0)","label":"","order":"O-1"}"# } ?? ""
      return .ok(#"{"responder":{"id":11,"name":"Ana","profile":"driver"}\#(duty)}"#)
    }
    if call.path.hasPrefix("/api/events/") {
      return .receipt(
        (try? ActivityRequest.decode(bytes: call.body, now: Sleeper.start))?.activities.count ?? 0)
    }
    guard call.path == "/app/v1/locations/batch" else { return .ok("null") }
    let batch = try? BatchRequest.decode(bytes: call.body, now: Sleeper.start, mockRequired: true).batch
    return .receipt(batch?.pings.count ?? 0)
  }
}

extension HTTPAnswer {
  static let health = HTTPAnswer(
    status: 200, body: Array(#"{"status":"ok","time":"2026-11-21T08:00:00.000Z"}"#.utf8))

  static func ok(_ data: String, status: Int = 200) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Array(#"{"data":\#(data),"message":"Yes.","code":"OK"}"#.utf8))
  }
}

/// Tokens that live as long as the test.
final class MemoryTokens: TokenStorage {
  private let tokens = Mutex<SessionTokens?>(nil)
  var now: SessionTokens? { tokens.withLock { $0 } }
  func load() -> SessionTokens? { now }
  func save(_ new: SessionTokens?) { tokens.withLock { $0 = new } }
}
