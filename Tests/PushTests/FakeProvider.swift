import Foundation
import Testing

@testable import Push

/// Tests/Fakes/push_provider.py in a process of its own, shared by all tests: each uses addresses of its own. It ends
/// when this process does.
final class FakeProvider: Sendable {
  static let shared = Result { try FakeProvider() }

  /// Where it listens.
  let url: String
  private let process: Process
  private let input: Pipe
  private let caller = HTTPCaller(allowsPrivateNetworks: true, timeout: 60_000)

  private init() throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fakes/push_provider.py")
    let portFile = FileManager.default.temporaryDirectory.appending(path: "push-provider-\(UUID())")
    process = Process()
    input = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-B", script.path, "--until-stdin-ends", "--port-file", portFile.path,
    ]
    process.standardInput = input
    try process.run()
    var port: String?
    while port == nil, process.isRunning {
      Thread.sleep(forTimeInterval: 0.02)
      port = try? String(contentsOf: portFile, encoding: .utf8)
    }
    try? FileManager.default.removeItem(at: portFile)
    url = "http://127.0.0.1:" + (try #require(port, "the fake provider did not start"))
  }

  /// Settings that reach only the fake.
  func settings(_ change: (inout PushSettings) -> Void = { _ in }) -> PushSettings {
    var settings = PushSettings(userAgent: "R")
    settings.expoURL = url
    settings.fcmURL = url
    settings.ntfyURL = url
    settings.allowsPrivateNetworks = true
    // No test may fail because the machine is slow.
    settings.timeout = 120_000
    change(&settings)
    return settings
  }

  /// What the next messages to the address are answered with, as JSON: `"UNREGISTERED"`, `503`, `{"status": …}`.
  func answer(_ token: String, _ answers: String...) throws {
    let list = "[" + answers.joined(separator: ",") + "]"
    _ = try post("/control", "{\"token\": \"\(token)\", \"answers\": \(list)}")
  }

  /// Any other order.
  func control(_ order: String) throws { _ = try post("/control", order) }

  /// Everything that came for the address, oldest first.
  func received(_ token: String) throws -> [JSONAnswer] {
    try post("/received", "{\"token\": \"\(token)\"}").list
  }

  /// A service account that the fake knows the key of.
  func account(_ name: String) throws -> FCMAccount {
    try FCMAccount(json: try #require(try answer("/service-account?name=\(name)", "{}")?.body))
  }

  private func post(_ path: String, _ body: String) throws -> JSONAnswer {
    JSONAnswer(try #require(try answer(path, body)).body)
  }

  private func answer(_ path: String, _ body: String) throws -> HTTPAnswer? {
    let call = HTTPCall(url: url + path, headers: [], body: Array(body.utf8), isTrusted: true)
    let answer = try caller.post(call).get()
    try #require(answer.status == 200)
    return answer
  }
}

/// The clock on the wall, in milliseconds: the fake checks signatures against it.
@Sendable func wallClock() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

/// A message that is good for an hour.
func message(
  _ id: String = "msg_1", data: [(name: String, value: String)] = [("offer_id", "o_7Q")],
  change: (inout PushMessage) -> Void = { _ in }
) -> PushMessage {
  var message = PushMessage(
    id: id, type: "assignment.offered", title: "Incident R-1042", body: "Makola Market. Accept within 30 s.",
    data: data, expiresAt: wallClock() + 3_600_000, collapseKey: "offer-7", isUrgent: true)
  change(&message)
  return message
}

/// An answer with a JSON body, or any other.
func answer(_ status: Int, _ body: String = "", _ headers: [(name: String, value: String)] = []) -> HTTPAnswer
{
  HTTPAnswer(status: status, headers: headers, body: Array(body.utf8))
}

/// The kind of an outcome, without its words.
enum Kind: Equatable {
  case accepted(String?)
  case retry(Int64?)
  case gone
  case refused
  case misconfigured

  init(_ outcome: Outcome) {
    self =
      switch outcome.kind {
      case .accepted: .accepted(outcome.id)
      case .retry: .retry(outcome.after)
      case .gone: .gone
      case .refused: .refused
      case .misconfigured: .misconfigured
      }
  }
}
