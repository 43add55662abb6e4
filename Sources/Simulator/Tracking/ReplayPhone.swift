import DeviceKit
import Foundation
import Rollcall
import RollcallWire

/// One phone that replays one track: waits until pings are due, uploads them, and counts the receipts.
struct ReplayPhone: Sendable {
  /// The shortest time between two uploads of due pings, milliseconds: the server allows 20 requests a
  /// second, and a track at speed 1,000 falls due in thousands of pieces.
  static let leastPause: Milliseconds = 250

  private let name: String
  private let uploader: Uploader
  private let clock: DeviceClock
  private let plan: TrackReplay
  private let unplaced: Int

  init(file: URL, uploader: Uploader, clock: DeviceClock, start: Timestamp, speed: Double?)
    throws(ReplayError)
  {
    name = file.lastPathComponent
    let track: GPXTrack
    do {
      track = try GPXTrack(parsing: Array(Data(contentsOf: file)))
    } catch let error as GPXError {
      throw ReplayError.unreadable(file: name, reason: "\(error)")
    } catch {
      throw ReplayError.unreadable(file: name, reason: error.localizedDescription)
    }
    self.uploader = uploader
    self.clock = clock
    unplaced = track.unplaced
    plan = TrackReplay(track, startingAt: start, speed: speed)
  }

  /// Replays the track to its end.
  func run(_ report: @Sendable (String) -> Void) async throws -> ReplayReport.Track {
    var result = ReplayReport.Track(
      name: name, points: plan.count, undated: plan.undated, unplaced: unplaced, stored: 0, notStored: 0)
    report(opening)
    do {
      try await goOnDuty(report)
      try await sendAll(into: &result)
    } catch let refusal as Refusal {
      throw ReplayError.refused(file: name, refusal)
    }
    report("\(name): \(result.points) points acknowledged, \(result.stored) of them stored")
    return result
  }

  private var opening: String {
    var line = "\(name): \(plan.count) points"
    if plan.undated > 0 { line += ", \(plan.undated) without a usable time, sent at 1 s spacing" }
    if unplaced > 0 { line += ", \(unplaced) without coordinates, left out" }
    return line
  }

  /// Puts the responder on duty. If the server refuses, the track is replayed nevertheless.
  private func goOnDuty(_ report: @Sendable (String) -> Void) async throws {
    do {
      try await uploader.setDuty(.onDuty)
    } catch let refusal as Refusal where !refusal.endsSession {
      report("\(name): duty \(refusal)")
    }
  }

  private func sendAll(into result: inout ReplayReport.Track) async throws {
    var plan = plan
    // A queue of its own: a second replay of the same track is a separate journey, not a conflict with the
    // first.
    let queue = "replay-" + UUID().uuidString.lowercased()
    while let due = plan.nextDue {
      let wait = due.since(clock.now())
      if wait > 0 { try await clock.sleep(max(wait, Self.leastPause)) }
      let pings = plan.pings(dueAt: clock.now())
      guard let first = pings.first, let last = pings.last else { continue }
      let key = "\(queue)-\(first.sequence ?? 0)"
      let counts = try await uploader.upload(batch(of: pings, queue: queue, plan), key: key).counts
      result.stored += counts.stored
      result.notStored += counts.duplicates + counts.expired
      result.from = result.from ?? first.recordedAt
      result.to = last.recordedAt
    }
  }

  private func batch(of pings: [Ping], queue: String, _ plan: TrackReplay) -> Batch {
    let now = clock.now()
    let waiting = plan.waiting(at: now)
    var telemetry = Telemetry()
    telemetry.queueDepth = Int64(waiting.count)
    telemetry.oldestEntryAge = waiting.oldest.map { Double(now.since($0)) / 1_000 }
    return Batch(pings: pings, queueID: queue, telemetry: telemetry)
  }
}
