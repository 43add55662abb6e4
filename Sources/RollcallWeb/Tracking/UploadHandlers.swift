import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// An upload route's requirements.
struct UploadRules: Sendable {
  /// Whether the body is one ping rather than a batch.
  var isSingle = false
  /// Whether each ping must say if it is a mock.
  var mockRequired = true
  /// Whether a key is required although a ping has no sequence.
  var keyRequired = true
  /// Whether a key is required when each ping has a sequence.
  var keyRequiredWithSequences = true

  /// `POST /app/v1/locations`
  static let single = UploadRules(isSingle: true, keyRequired: false, keyRequiredWithSequences: false)
  /// `POST /app/v1/locations/batch`
  static let batch = UploadRules()
  /// `POST /locations`
  static let plain = UploadRules(mockRequired: false, keyRequiredWithSequences: false)
}

extension UploadWeb {
  /// Handles an upload: decodes it here, stores it on the writer's thread, answers when it is on disk.
  func upload(_ rules: UploadRules) -> PhoneHandler {
    { phone, reply in
      do throws(UploadRefusal) {
        try take(phone, rules, reply)
      } catch {
        store.tracking.recordRefusal(phone.session, error.rejections)
        reply.send(error.response)
      }
    }
  }

  private func take(_ phone: PhoneRequest, _ rules: UploadRules, _ reply: Reply) throws(UploadRefusal) {
    let decoded = try decode(phone.request.body, rules)
    let isLenient = Self.prefersLenient(phone.request)
    guard isLenient || decoded.errors.isEmpty else {
      throw UploadRefusal(
        BatchAnswer.invalid(decoded.errors), .badRequest, RejectionReasons.of(decoded.errors))
    }
    let key = try idempotencyKey(phone.request, decoded, rules)
    let rejected = isLenient ? decoded.errors : []
    let upload = Upload(
      batch: decoded.batch, rejected: Set(rejected.map(\.index)).count,
      rejections: RejectionReasons.of(rejected, unknown: decoded.batch.unknownValues), idempotency: key,
      bytes: phone.request.body.count, network: web.addresses.network(phone.request.peer))
    web.metrics.unknownValues(decoded.batch.unknownValues)
    store.tracking.ingest(upload, from: phone.session) { result in
      BatchAnswer(result, rejected: isLenient ? rejected : nil).bytes
    } plainAnswer: { counts in
      BatchAnswer(counts, rejected: nil).bytes
    } done: { [metrics = web.metrics] outcome in
      switch outcome {
      case .success(let answer):
        if let result = answer.result { metrics.uploaded(result) } else { metrics.replayed() }
        var response = Response.json(answer.body, status: .created)
        if answer.isReplay { response.headers[Self.replayed] = "true" }
        if isLenient { response.headers[Self.preferenceApplied] = "handling=lenient" }
        reply.send(response)
      case .failure(let error): reply.send(Web.refusal(error))
      }
    }
  }

  func decode(_ body: [UInt8], _ rules: UploadRules) throws(UploadRefusal) -> BatchRequest {
    let request: BatchRequest
    do throws(WireError) {
      let now = store.machineTime
      request =
        rules.isSingle
        ? try BatchRequest.decodeSingle(bytes: body, now: now, mockRequired: rules.mockRequired)
        : try BatchRequest.decode(bytes: body, now: now, mockRequired: rules.mockRequired)
    } catch {
      if mayBlameClock(error) { throw .clockInDoubt }
      throw UploadRefusal(BatchAnswer.refused(error), .badRequest, RejectionReasons.of(error))
    }
    guard canDate(request) else { throw .clockInDoubt }
    return request
  }

  private func idempotencyKey(
    _ request: Request, _ decoded: BatchRequest, _ rules: UploadRules
  ) throws(UploadRefusal) -> IdempotencyKey? {
    guard let sent = request.headers[Self.keyField] ?? request.headers[Self.plainKeyField] else {
      let isNeeded = decoded.everySequenced ? rules.keyRequiredWithSequences : rules.keyRequired
      guard !isNeeded else {
        throw UploadRefusal(.idempotencyKeyRequired, "X-Idempotency-Key is required")
      }
      return nil
    }
    let key = Self.unquoted(Array(sent.utf8))
    guard (1...255).contains(key.count), key.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw UploadRefusal(
        .idempotencyKeyInvalid, "X-Idempotency-Key must be 1 to 255 visible ASCII characters")
    }
    var content: [UInt8] = []
    for ping in decoded.batch.pings { ping.appendFingerprint(to: &content) }
    return IdempotencyKey(key: key, content: content, everySequenced: decoded.everySequenced)
  }

  static func unquoted(_ key: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    guard key.count >= 2, key.first == quote, key.last == quote else { return key }
    return Array(key.dropFirst().dropLast())
  }

  /// `Prefer: handling=lenient` (RFC 7240), among other preferences.
  private static func prefersLenient(_ request: Request) -> Bool {
    request.headers[values: Self.prefer].contains { value in
      value.lowercased().split(whereSeparator: { $0 == "," || $0 == ";" }).contains { part in
        part.filter { $0 != " " && $0 != "\"" && $0 != "\t" } == "handling=lenient"
      }
    }
  }

  static let keyField = field("X-Idempotency-Key")
  static let plainKeyField = field("Idempotency-Key")
  static let replayed = field("Idempotency-Replayed")
  private static let prefer = field("Prefer")
  private static let preferenceApplied = field("Preference-Applied")

  /// A header's name from a constant known to be a token.
  static func field(_ name: StaticString) -> HTTPField.Name {
    HTTPField.Name("\(name)") ?? .contentType
  }
}

/// A refusal of an upload; its body still counts as a contact.
struct UploadRefusal: Error {
  static let clockInDoubt = UploadRefusal(UploadWeb.clockInDoubt)

  let response: Response
  /// Why, counted on the responder's page.
  let rejections: [String: Int]

  init(_ body: [UInt8], _ status: HTTPResponse.Status, _ rejections: [String: Int]) {
    response = .json(body, status: status)
    self.rejections = rejections
  }

  private init(_ response: Response) { (self.response, rejections) = (response, [:]) }

  init(_ code: Code, _ message: String) {
    response = Answer.make(code, message)
    rejections = ["key: \(code == .idempotencyKeyRequired ? "required" : "format")": 1]
  }
}

extension BatchAnswer {
  /// The answer to the result of an upload's pings.
  init(_ result: UploadResult, rejected: [PingError]?) {
    self.init(
      stored: result.stored, duplicates: result.duplicates, expired: result.expired, rejected: rejected,
      offers: result.offers.map(OfferMessage.init))
  }
}
