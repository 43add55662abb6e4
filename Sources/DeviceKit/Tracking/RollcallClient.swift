public import Rollcall
import RollcallWire

/// One phone's view of the device API: one attempt per call, every answer told apart by what the phone does next.
public struct RollcallClient: Sendable {
  private let sender: any HTTPSending
  private let token: String

  /// A client that speaks with the access token of one session.
  public init(sender: any HTTPSending, token: String) {
    self.sender = sender
    self.token = token
  }

  /// Uploads a batch of 1 to 50 pings, once.
  ///
  /// - Parameter key: The idempotency key, 1 to 255 visible ASCII characters: the same for each attempt with the
  ///   same pings, another one for other pings.
  public func upload(_ batch: Batch, key: String) async -> Outcome<BatchReceipt> {
    let call = call(
      "POST", "/app/v1/locations/batch", body: BatchRequest.encode(batch),
      headers: ["X-Idempotency-Key": key])
    return await outcome(of: call) { answer in
      BatchReceipt(answer, isReplay: answer.headers["idempotency-replayed"] == "true")
    }
  }

  /// Tells the server what the responder is doing, once.
  ///
  /// - Parameter at: Since when, by the phone's clock.
  public func setDuty(_ state: DutyState, at: Timestamp) async -> Outcome<Void> {
    let call = call("PUT", "/app/v1/duty", body: DutyRequest.encode(state: state, at: at))
    return await outcome(of: call) { _ in () }
  }

  private func call(
    _ method: String, _ path: String, body: [UInt8], headers: [String: String] = [:]
  ) -> HTTPCall {
    var headers = headers
    headers["Authorization"] = "Bearer " + token
    headers["Content-Type"] = "application/json"
    return HTTPCall(method: method, path: path, headers: headers, body: body)
  }

  private func outcome<Value>(
    of call: HTTPCall, read: (HTTPAnswer) -> Value?
  ) async -> Outcome<Value> {
    let answer: HTTPAnswer
    do {
      answer = try await sender.send(call)
    } catch {
      return .tryLater(after: nil, reason: "no answer: \(error)")
    }
    switch answer.status {
    case 200...299:
      // A captive portal says 200 too, but not in our words.
      guard let value = read(answer) else {
        return .tryLater(after: nil, reason: "an answer not from Rollcall")
      }
      return .done(value)
    case 408, 425, 429, 500...599:
      return .tryLater(after: Backoff.retryAfter(answer.headers), reason: "status \(answer.status)")
    default:
      return .refused(Refusal(answer))
    }
  }
}

/// What became of one attempt.
public enum Outcome<Value: Sendable>: Sendable {
  /// The server has done it, durably.
  case done(Value)
  /// The same again later, not before `after` milliseconds where the server said so.
  case tryLater(after: Milliseconds?, reason: String)
  /// The same again would be refused again.
  case refused(Refusal)
}

/// The server's no.
public struct Refusal: Error, Equatable, CustomStringConvertible {
  /// The HTTP status, 300…499.
  public var status: Int
  /// The envelope's code, e.g. `TOKEN_EXPIRED`; `nil` when the answer had no envelope.
  public var code: String?
  /// The envelope's message.
  public var message: String?

  /// A refusal from its parts.
  public init(status: Int, code: String? = nil, message: String? = nil) {
    self.status = status
    self.code = code
    self.message = message
  }

  /// Whether the session is no longer good for anything: the person must log in again.
  public var endsSession: Bool { status == 401 }

  /// The same for people.
  public var description: String {
    "refused with \(status)" + (code.map { " " + $0 } ?? "") + (message.map { ": " + $0 } ?? "")
  }
}

/// What the server did with a batch. `count` pings may now be deleted on the phone.
public struct BatchReceipt: Equatable, Sendable {
  /// `stored` + `duplicates` + `expired`.
  public var count: Int
  /// Pings stored by this upload.
  public var stored: Int
  /// Pings the server had before.
  public var duplicates: Int
  /// Pings older than the workspace keeps any.
  public var expired: Int
  /// Whether this is the answer to an earlier attempt with the same key.
  public var isReplay: Bool

  /// A receipt from its parts.
  public init(count: Int, stored: Int, duplicates: Int, expired: Int, isReplay: Bool = false) {
    self.count = count
    self.stored = stored
    self.duplicates = duplicates
    self.expired = expired
    self.isReplay = isReplay
  }
}
