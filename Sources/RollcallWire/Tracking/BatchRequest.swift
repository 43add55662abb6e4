public import Rollcall

/// A decoded upload: what may be stored, and the errors of the rest.
///
/// The caller decides what an error means: strict refuses the whole request when there is one, lenient stores
/// the good pings and lists the errors as `rejected`.
public struct BatchRequest: Equatable, Sendable {
  /// The good pings, in the order sent, with the other members of the request.
  public var batch: Batch
  /// The index of each of them in the array.
  public var indices: [Int]
  /// The errors of the others, in the order of the array; often several for one ping.
  public var errors: [PingError]
  /// Whether every good ping has a sequence.
  public var everySequenced: Bool { batch.pings.allSatisfy { $0.sequence != nil } }

  /// Creates a request.
  public init(batch: Batch, indices: [Int], errors: [PingError] = []) {
    self.batch = batch
    self.indices = indices
    self.errors = errors
  }

  /// Decodes `{pings: [1..50], queue_id?, sent_at?, telemetry?}`.
  ///
  /// - `now`: the server's time; no `recorded_at` may be further than 366 days from it.
  /// - `mockRequired`: whether a ping without `is_mock` is an error; `/locations` accepts it.
  /// - Throws: `malformed` when it is not JSON, `invalid` when there are no pings, more than 50, or
  ///   `queue_id` is not a string of 1 to 128 bytes without control characters: it decides what is a
  ///   duplicate, so it cannot be ignored.
  public static func decode(
    bytes: [UInt8], now: Timestamp, mockRequired: Bool = true
  ) throws(WireError) -> BatchRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> BatchRequest in
      let members = JSONMembers<BatchField>(of: root)
      var envelope = BatchEnvelope(members)
      let array = try envelope.findings.array(
        members[.pings], BatchField.pings.name, limit: Batch.limit)
      var reader = PingReader(now: now, mockRequired: mockRequired)
      var request = envelope.request(reserving: array.count)
      for (index, element) in array.elements.enumerated() {
        envelope.findings.index = index
        guard let ping = reader.read(element.value, &envelope.findings) else { continue }
        request.batch.pings.append(ping)
        request.indices.append(index)
      }
      if let telemetry = members[.telemetry] { request.batch.telemetry = envelope.telemetry(telemetry) }
      return envelope.finish(request)
    }
  }

  /// Decodes one ping with telemetry, `queue_id` and `sent_at` beside it. Its errors have index 0.
  public static func decodeSingle(
    bytes: [UInt8], now: Timestamp, mockRequired: Bool = true
  ) throws(WireError) -> BatchRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> BatchRequest in
      var envelope = BatchEnvelope(JSONMembers<BatchField>(of: root))
      try envelope.findings.throwFaults()
      var reader = PingReader(now: now, mockRequired: mockRequired)
      var request = envelope.request(reserving: 1)
      if let ping = reader.read(root, &envelope.findings) {
        request.batch.pings = [ping]
        request.indices = [0]
      }
      request.batch.telemetry = Telemetry(reading: root, &envelope.findings)
      return envelope.finish(request)
    }
  }
}

/// The members beside the pings, and the errors so far.
private struct BatchEnvelope {
  var findings = Findings()
  private let queueID: String?
  private var sentAt: Timestamp?

  init(_ members: JSONMembers<BatchField>) {
    queueID = findings.identifier(members[.queueID], BatchField.queueID.name, limit: Batch.queueIDLimit)
    guard let value = members[.sentAt] else { return }
    guard case .instant(let instant) = PhoneTime.read(value), instant.isWritable else {
      findings.forget(BatchField.sentAt.name)
      return
    }
    sentAt = instant
  }

  mutating func telemetry(_ value: JSONValue) -> Telemetry {
    guard value.kind == .object else {
      findings.forget(BatchField.telemetry.name)
      return Telemetry()
    }
    return Telemetry(reading: value, &findings)
  }

  func request(reserving count: Int) -> BatchRequest {
    var request = BatchRequest(batch: Batch(pings: [], queueID: queueID, sentAt: sentAt), indices: [])
    request.batch.pings.reserveCapacity(count)
    request.indices.reserveCapacity(count)
    return request
  }

  func finish(_ request: BatchRequest) -> BatchRequest {
    var request = request
    request.errors = findings.errors
    request.batch.unknownValues = findings.unknown
    return request
  }
}
