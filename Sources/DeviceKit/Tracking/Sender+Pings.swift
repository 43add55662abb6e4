public import Rollcall
import RollcallWire

/// What remains in a queue after an upload.
public struct QueueLeft: Equatable, Sendable {
  /// Pings left.
  public var pings: Int
  /// Age of the oldest of them, seconds; `nil` = none, or undated.
  public var oldestAge: Double?

  /// Creates it from its values.
  public init(pings: Int, oldestAge: Double? = nil) {
    self.pings = pings
    self.oldestAge = oldestAge
  }

  /// The two telemetry members that report it.
  public var telemetry: Telemetry {
    var telemetry = Telemetry()
    telemetry.queueDepth = Int64(pings)
    telemetry.oldestEntryAge = oldestAge
    return telemetry
  }
}

extension Sender {
  /// Uploads the next pings, once.
  func sendPings(from queue: DeviceQueue) async throws {
    let pings = try plan.next(from: queue)
    // Rows exist, but none can be read.
    guard !pings.isEmpty else { return fail(.storage, after: nil) }
    let key = plan.key(in: queue)
    let left = try queue.left(without: plan.sequences, at: clock.now())
    let batch = Batch(
      pings: pings, queueID: queue.name, sentAt: clock.now(), telemetry: await telemetry(left))
    let outcome = await session.call(of: queue.owner) { await $0.upload(batch, key: key, isLenient: true) }
    let refusal = await handle(outcome)
    if case .done(let receipt) = outcome {
      try await handle(receipt, for: pings, from: queue)
    } else if let refusal {
      try await handle(refusal, for: pings, from: queue)
    }
  }

  /// Removes pings that were stored, duplicate or expired; sets aside the rejected ones.
  private func handle(_ receipt: BatchReceipt, for pings: [Ping], from queue: DeviceQueue) async throws {
    try await setAside(receipt.rejected, of: pings, in: queue)
    let rejected = Set(receipt.rejected.map(\.index))
    try queue.remove(pings.indices.filter { !rejected.contains($0) }.compactMap { pings[$0].sequence })
    plan.isAnswered()
    await publish(offers: receipt.offers)
  }

  private func handle(_ refusal: Refusal, for pings: [Ping], from queue: DeviceQueue) async throws {
    let named = refusal.errors.filter { pings.indices.contains($0.index) }
    switch refusal.status {
    case 400 where refusal.code == .idempotencyKeyInvalid || refusal.code == .idempotencyKeyRequired:
      fail(.refused, after: nil)
    case 400 where !named.isEmpty:
      try await setAside(named, of: pings, in: queue)
      plan.reconsider()
    case 400, 413:
      guard let culprit = plan.split() else { return }
      try queue.setAside([(culprit, refusal.description)], at: clock.now())
      await publish(.setAside(1, reason: refusal.description))
    case 422:
      // Once can happen; a server that refuses every key is not asked again at once.
      if plan.salt > 0 { fail(.refused, after: nil) }
      plan.changeKey()
    default:
      // The pings are not at fault: they wait until the app or the server is fixed.
      fail(.refused, after: nil)
    }
  }

  private func setAside(_ errors: [PingError], of pings: [Ping], in queue: DeviceQueue) async throws {
    let reasons = Dictionary(errors.map { ($0.index, $0.message) }) { first, _ in first }
    let refused = reasons.sorted { $0.key < $1.key }.map { (ping: pings[$0.key], reason: $0.value) }
    guard let first = refused.first else { return }
    try queue.setAside(refused, at: clock.now())
    await publish(.setAside(refused.count, reason: first.reason))
  }
}
