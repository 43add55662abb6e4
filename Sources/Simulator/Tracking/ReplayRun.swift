public import DeviceKit
public import Foundation
public import Rollcall

/// What a replay did.
public struct ReplayReport: Equatable, Sendable {
  /// What became of one track.
  public struct Track: Equatable, Sendable {
    /// The file's name.
    public var name: String
    /// How many points it has.
    public var points: Int
    /// How many of them had no usable time, and were sent at 1 s spacing.
    public var undated: Int
    /// How many track points had no readable coordinates, and were not sent.
    public var unplaced: Int
    /// How many pings the server stored.
    public var stored: Int
    /// How many pings the server had already, or no longer keeps.
    public var notStored: Int
    /// The time of the first ping.
    public var from: Timestamp?
    /// The time of the last ping.
    public var to: Timestamp?
  }

  /// One entry for each track, in the order given.
  public var tracks: [Track]

  /// How many pings the server has acknowledged, over all tracks.
  public var acknowledged: Int { tracks.reduce(0) { $0 + $1.stored + $1.notStored } }
}

/// Why a replay failed.
public enum ReplayError: Error, Equatable, CustomStringConvertible {
  /// Each track is one phone, and each phone needs its token.
  case tooFewTokens(tracks: Int, tokens: Int)
  /// A speed below 1 would stamp points ahead of the clock.
  case speedBelowOne(Double)
  /// A file that cannot be read.
  case unreadable(file: String, reason: String)
  /// An upload that the server refused.
  case refused(file: String, Refusal)

  /// The same for people.
  public var description: String {
    switch self {
    case .tooFewTokens(let tracks, let tokens):
      "each track is one phone and needs a token: \(tracks) tracks, \(tokens) tokens"
    case .speedBelowOne(let speed): "the speed must be at least 1, not \(speed)"
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .refused(let file, let refusal): "\(file): \(refusal)"
    }
  }
}

/// Replays GPX tracks into a running server, each as one phone, all at the same time.
///
/// - Parameters:
///   - tracks: GPX files.
///   - server: The server's address, e.g. `http://127.0.0.1:8080`.
///   - tokens: An access token for each track, in the same order.
///   - speed: How many times as fast as the clock, at least 1; `nil` = everything at once.
///   - report: Called with lines for people, from any thread.
/// - Returns: When the server has acknowledged every point.
/// - Throws: `ReplayError`; `CancellationError`.
public func replay(
  tracks: [URL], server: URL, tokens: [String], speed: Double?,
  report: @escaping @Sendable (String) -> Void
) async throws -> ReplayReport {
  let sender = URLSessionSender(server: server, timeout: 30, connections: max(6, tracks.count))
  return try await replay(tracks: tracks, sender: sender, tokens: tokens, speed: speed, report: report)
}

/// The same with any sender and clock: for tests and for apps with their own network stack.
public func replay(
  tracks: [URL], sender: any HTTPSending, tokens: [String], speed: Double?, clock: DeviceClock = .system,
  report: @escaping @Sendable (String) -> Void
) async throws -> ReplayReport {
  guard tokens.count >= tracks.count else {
    throw ReplayError.tooFewTokens(tracks: tracks.count, tokens: tokens.count)
  }
  if let speed, !(speed >= 1) { throw ReplayError.speedBelowOne(speed) }
  let start = clock.now()
  let phones = try zip(tracks, tokens).map { file, token in
    let uploader = Uploader(client: RollcallClient(sender: sender, token: token), clock: clock)
    return try ReplayPhone(file: file, uploader: uploader, clock: clock, start: start, speed: speed)
  }
  return try await withThrowingTaskGroup(of: (Int, ReplayReport.Track).self) { group in
    for (index, phone) in phones.enumerated() {
      group.addTask { (index, try await phone.run(report)) }
    }
    var results: [Int: ReplayReport.Track] = [:]
    for try await (index, result) in group { results[index] = result }
    return ReplayReport(tracks: results.sorted { $0.key < $1.key }.map(\.value))
  }
}
