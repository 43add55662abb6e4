import DeviceKit
import Foundation
import Rollcall

/// Carries out what a simulated phone wants done: waits, uploads, and lets it forget what was taken.
struct PhoneLoop: Sendable {
  /// How long a phone without network waits before it looks again, milliseconds.
  private static let networkCheck: Milliseconds = 5_000

  let name: String
  let duty: DutyState
  let uploader: Uploader
  let clock: DeviceClock

  /// Runs until the task is cancelled or the session ends.
  func run(_ phone: SimulatedPhone, _ report: @Sendable (String) -> Void) async {
    var phone = phone
    // A queue of its own, so that the numbers of an earlier run with the same session are no conflict.
    let queue = "fleet-" + UUID().uuidString.lowercased()
    do {
      try await goOnDuty(report)
      while true {
        let now = clock.now()
        phone.record(until: now)
        try await sendAll(from: &phone, queue: queue, report)
        let soonest = phone.queueDepth > 0 ? Self.networkCheck : Milliseconds.max
        try await clock.sleep(min(soonest, max(0, phone.nextWake.since(clock.now()))))
      }
    } catch is CancellationError {
      return
    } catch {
      report("\(name) stops: \(error)")
    }
  }

  private func goOnDuty(_ report: @Sendable (String) -> Void) async throws {
    do {
      try await uploader.setDuty(duty)
    } catch let refusal as Refusal where !refusal.endsSession {
      report("\(name): duty \(refusal)")
    }
  }

  private func sendAll(
    from phone: inout SimulatedPhone, queue: String, _ report: @Sendable (String) -> Void
  ) async throws {
    while var batch = phone.upload(at: clock.now()) {
      batch.queueID = queue
      let key = "\(queue)-\(batch.pings.first?.sequence ?? 0)-\(batch.pings.count)"
      do {
        _ = try await uploader.upload(batch, key: key)
      } catch let refusal as Refusal where !refusal.endsSession {
        // Never to be taken: a phone that kept it would send nothing else for ever.
        report("\(name): \(batch.pings.count) pings \(refusal)")
      }
      phone.remove(batch)
    }
  }
}
