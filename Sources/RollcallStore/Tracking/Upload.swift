public import Rollcall

/// A request that carries pings, decoded and accepted for storing.
public struct Upload: Sendable {
  /// What may be stored.
  public var batch: Batch
  /// How many members were set aside as unfit.
  public var rejected: Int
  /// Why, and which optional values were not understood: `field: rule` and how often.
  public var rejections: [String: Int]
  /// Key and fingerprint, when the request has a key.
  public var idempotency: IdempotencyKey?
  /// Bytes of the body, for the bound on waiting work.
  public var bytes: Int
  /// The network it came from; `nil` = not known.
  public var network: NetworkOrigin?

  /// An upload from its parts.
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

  /// What is kept of it when it was answered before: that it came, and when it says that it was sent.
  var replayed: Upload { Upload(batch: Batch(pings: [], sentAt: batch.sentAt)) }
}

/// What names a request, so that a retry is recognised.
public struct IdempotencyKey: Equatable, Sendable {
  /// 1 to 255 visible ASCII bytes.
  public var key: [UInt8]
  /// SHA-256 of the decoded pings in order.
  public var fingerprint: [UInt8]
  /// How long a successful answer is remembered.
  public var lifetime: Milliseconds

  /// A key from its parts; `lifetime` is 24 h when every ping has a sequence, else 7 days.
  public init(key: [UInt8], fingerprint: [UInt8], everySequenced: Bool) {
    self.key = key
    self.fingerprint = fingerprint
    lifetime = (everySequenced ? 1 : 7) * 86_400_000
  }
}

/// What became of the pings of an upload.
public struct UploadResult: Equatable, Sendable {
  /// Now on disk.
  public var stored = 0
  /// On disk before.
  public var duplicates = 0
  /// Older than the retention and not on hold: counted, not stored.
  public var expired = 0
  /// From the taking of a stored ping to its storing, milliseconds; without pings that only the server timed.
  public var delays: [Milliseconds] = []
  /// The responder's open offers: the answer tells them.
  public var offers: [OfferedIncident] = []

  /// What the phone may now delete.
  public var count: Int { stored + duplicates + expired }

  /// Nothing yet.
  public init() {}
}

/// The answer to an upload.
public struct UploadAnswer: Equatable, Sendable {
  /// The body, as it was first sent.
  public var body: [UInt8]
  /// What was done; `nil` when it is the stored answer to an earlier request with the same key.
  public var result: UploadResult?

  /// Whether it is the stored answer to an earlier request with the same key.
  public var isReplay: Bool { result == nil }
}
