import Crypto
public import Rollcall

/// A request that carries pings, decoded and accepted for storing.
public struct Upload: Sendable {
  /// What may be stored.
  public var batch: Batch
  /// How many members were rejected.
  public var rejected: Int
  /// The reasons, and which optional values were not understood: `field: rule` and how often.
  public var rejections: [String: Int]
  /// Key and fingerprint, when the request has a key.
  public var idempotency: IdempotencyKey?
  /// Bytes of the body, for the bound on waiting work.
  public var bytes: Int
  /// The network of the request; `nil` = not known.
  public var network: NetworkOrigin?

  /// Creates an upload.
  public init(
    batch: Batch, rejected: Int = 0, rejections: [String: Int] = [:], idempotency: IdempotencyKey? = nil,
    bytes: Int = 0, network: NetworkOrigin? = nil
  ) {
    self.batch = batch
    self.rejected = rejected
    self.rejections = rejections
    self.idempotency = idempotency
    self.bytes = bytes
    self.network = network
  }

  /// The part recorded for a repeat of an answered request: that it arrived, and its sending time.
  var replayed: Upload { Upload(batch: Batch(pings: [], sentAt: batch.sentAt)) }
}

/// Identifies a request, so that a retry is recognised.
public struct IdempotencyKey: Equatable, Sendable {
  /// The first 12 bytes of its SHA-256.
  var key: [UInt8]
  /// The first 16 bytes of the SHA-256 of the decoded pings in order.
  var fingerprint: [UInt8]
  /// How long a successful answer is stored.
  public var lifetime: Milliseconds

  /// Creates a key; `lifetime` is 24 h when every ping has a sequence, else 7 days.
  ///
  /// - Parameters:
  ///   - key: 1 to 255 visible ASCII bytes.
  ///   - content: tells the decoded pings, in order.
  public init(key: [UInt8], content: [UInt8], everySequenced: Bool) {
    self.key = Array(SHA256.hash(data: key).prefix(12))
    fingerprint = Array(SHA256.hash(data: content).prefix(16))
    lifetime = (everySequenced ? 1 : 7) * 86_400_000
  }
}

/// The result of an upload.
public struct UploadResult: Equatable, Sendable {
  /// Now on disk.
  public var stored = 0
  /// On disk before.
  public var duplicates = 0
  /// Older than the retention and not on hold: counted, not stored.
  public var expired = 0
  /// From the taking of a stored ping to its storing, milliseconds; without pings that only the server timed.
  public var delays: [Milliseconds] = []
  /// The responder's open offers, for the answer.
  public var offers: [OfferedIncident] = []

  /// How many pings the phone may now delete.
  public var count: Int { stored + duplicates + expired }

  /// The counts alone.
  var counts: UploadResult {
    var counts = UploadResult()
    (counts.stored, counts.duplicates, counts.expired) = (stored, duplicates, expired)
    return counts
  }

  /// Nothing yet.
  public init() {}
}

/// The answer to an upload.
public struct UploadAnswer: Equatable, Sendable {
  /// The body, as it was first sent.
  public var body: [UInt8]
  /// The result; `nil` when the body is the stored answer to an earlier request with the same key.
  public var result: UploadResult?

  /// Whether it is the stored answer to an earlier request with the same key.
  public var isReplay: Bool { result == nil }
}
