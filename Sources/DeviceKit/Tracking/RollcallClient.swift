public import Rollcall
import RollcallWire

/// One phone's access to the device API: one attempt per call, and answers distinguished by what the phone
/// does next.
public struct RollcallClient: Sendable {
  private let sender: any HTTPSending
  private let token: String?

  /// A client with the access token of one session; `nil` = without one, to log in.
  public init(sender: any HTTPSending, token: String?) {
    self.sender = sender
    self.token = token
  }

  /// Uploads a batch of 1 to 50 pings, once.
  ///
  /// - Parameters:
  ///   - key: The idempotency key, 1 to 255 visible ASCII characters: the same for each attempt with the same
  ///     pings, a different one for other pings.
  ///   - isLenient: Whether to store the good pings when others are bad; otherwise one bad ping refuses all.
  public func upload(
    _ batch: Batch, key: String, isLenient: Bool = false
  ) async -> Outcome<BatchReceipt> {
    var headers = ["X-Idempotency-Key": key]
    if isLenient { headers["Prefer"] = "handling=lenient" }
    let call = call("POST", "/app/v1/locations/batch", body: batch.encode(), headers: headers)
    return await outcome(of: call) { answer, envelope in
      let rejected = envelope.errors.filter { batch.pings.indices.contains($0.index) }
      // Nothing may be removed unless every ping is accounted for.
      guard let counts = envelope.counts,
        counts.count + Set(rejected.map(\.index)).count == batch.pings.count
      else { return nil }
      return BatchReceipt(
        counts: counts, rejected: rejected, isReplay: answer.headers["idempotency-replayed"] == "true",
        offers: (try? OfferMessage.list(bytes: answer.body)) ?? [])
    }
  }

  /// Sends the responder's duty, once.
  ///
  /// - Parameters:
  ///   - at: Since when, by the phone's clock.
  ///   - id: The phone's own id of the change, 1 to 64 bytes. A repeat with the same id is the same change.
  ///   - order: The order or mission it belongs to, 1 to 64 bytes.
  public func setDuty(
    _ state: DutyState, at: Timestamp, id: String? = nil, order: String? = nil
  ) async -> Outcome<Void> {
    let body = DutyRequest(state: state, at: at, id: id, order: order).encode()
    return await outcome(of: call("PUT", "/app/v1/duty", body: body)) { _, _ in () }
  }

  /// Asks `GET /health`, which needs no session, whether Rollcall answers at the server's address rather than
  /// a captive portal.
  public func isRollcall() async -> Bool { await presence() == .there }

  /// Asks who answers at the server's address.
  func presence() async -> ServerPresence {
    let call = HTTPCall(method: "GET", path: "/health", headers: ["Cache-Control": "no-cache"])
    guard let answer = try? await sender.send(call) else { return .silent }
    if answer.status == 200, HealthAnswer.isReal(answer.body) { return .there }
    // A proxy in front of a failing server answers 502 or similar; a captive portal answers 511.
    return (500...599).contains(answer.status) && answer.status != 511 ? .silent : .stranger
  }

  /// Sends 1 to 50 device events, once. Events with ids may be repeated.
  public func send(_ events: [DeviceEvent]) async -> Outcome<Void> {
    let call = call("POST", "/app/v1/device-events", body: DeviceEventsRequest.encode(events))
    return await outcome(of: call) { _, _ in () }
  }

  /// The reason when a successful answer was not in Rollcall's format.
  static let strangeAnswer = "an answer not from Rollcall"

  func call(
    _ method: String, _ path: String, body: [UInt8] = [], headers: [String: String] = [:]
  ) -> HTTPCall {
    var headers = headers
    if let token { headers["Authorization"] = "Bearer " + token }
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
    return HTTPCall(method: method, path: path, headers: headers, body: body)
  }

  func outcome<Value>(
    of call: HTTPCall, empty: Value? = nil, read: (HTTPAnswer, UploadAnswer) -> Value?
  ) async -> Outcome<Value> {
    let answer: HTTPAnswer
    do {
      answer = try await sender.send(call)
    } catch {
      return .tryLater(after: nil, reason: "no answer: \(error)")
    }
    if answer.status == 204, let empty {
      // The body is empty, so it proves nothing: ask the server whether it is Rollcall.
      return await isRollcall() ? .done(empty) : .tryLater(after: nil, reason: Self.strangeAnswer)
    }
    let envelope = try? UploadAnswer.decode(bytes: answer.body)
    switch answer.status {
    case 200...299:
      // A captive portal answers 200 too, but not in our format.
      guard let envelope, let value = read(answer, envelope) else {
        return .tryLater(after: nil, reason: Self.strangeAnswer)
      }
      return .done(value)
    case 408, 425, 429, 500...599:
      return .tryLater(
        after: Backoff.retryAfter(answer.headers),
        reason: envelope == nil ? Self.strangeAnswer : "status \(answer.status)")
    default:
      return .refused(
        Refusal(
          status: answer.status, code: envelope?.code, message: envelope?.message,
          errors: envelope?.errors.filter { $0.index >= 0 } ?? []))
    }
  }
}
