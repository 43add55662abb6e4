import DeviceKit
import Rollcall
import Synchronization

/// A server that is a list of answers, given one after the other; `nil` = the network fails. The last one is
/// repeated for ever.
final class ScriptedServer: HTTPSending {
  struct NetworkDown: Error {}

  private let script: [HTTPAnswer?]
  private let received = Mutex<[HTTPCall]>([])

  init(_ script: [HTTPAnswer?]) { self.script = script }

  var calls: [HTTPCall] { received.withLock { $0 } }

  func send(_ call: HTTPCall) async throws -> HTTPAnswer {
    let index = received.withLock { calls in
      calls.append(call)
      return min(calls.count, script.count) - 1
    }
    guard let answer = script[index] else { throw NetworkDown() }
    return answer
  }
}

/// Time that passes only when somebody sleeps, and how long they slept.
final class Sleeper: Sendable {
  static let start = Timestamp(milliseconds: 1_800_000_000_000)
  private let state = Mutex<[Milliseconds]>([])

  var slept: [Milliseconds] { state.withLock { $0 } }
  var now: Timestamp { Self.start.advanced(by: slept.reduce(0, +)) }

  /// A clock without chance: every wait is the shortest of its kind.
  var clock: DeviceClock {
    DeviceClock(
      now: { self.now },
      sleep: { milliseconds in
        try Task.checkCancellation()
        self.state.withLock { $0.append(milliseconds) }
      },
      random: { 0 })
  }
}

extension HTTPAnswer {
  static func receipt(_ count: Int, headers: [String: String] = [:]) -> HTTPAnswer {
    let data = #"{"count":\#(count),"stored":\#(count),"duplicates":0,"expired":0}"#
    return HTTPAnswer(
      status: 201, headers: headers,
      body: Array(#"{"data":\#(data),"message":"Locations Saved","code":"CREATED"}"#.utf8))
  }

  static func error(_ status: Int, _ code: String, headers: [String: String] = [:]) -> HTTPAnswer {
    HTTPAnswer(
      status: status, headers: headers,
      body: Array(#"{"data":null,"message":"No.","code":"\#(code)"}"#.utf8))
  }
}
