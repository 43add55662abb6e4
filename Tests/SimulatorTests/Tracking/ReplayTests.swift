import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Simulator
import Synchronization
import Testing

@Suite("Replaying tracks into a server")
struct ReplayTests {
  private let time = SharedTime()

  /// A file with a track of points at these seconds; `nil` = no time.
  private func file(_ name: String, _ seconds: [Int?]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "replay-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let points = seconds.enumerated().map { index, second in
      let time = second.map { "<time>2020-01-01T0\($0 / 3_600):\(two($0 / 60 % 60)):\(two($0 % 60))Z</time>" }
      return #"<trkpt lat="46.\#(100_000 + index)" lon="14.5">\#(time ?? "")</trkpt>"#
    }
    let url = folder.appending(path: name)
    try Data("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8).write(to: url)
    return url
  }

  private func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

  @Test(
    "over a network that loses answers, every point of every track arrives once, never ahead of the clock, the last now",
    arguments: [nil, 1, 7, 600] as [Double?])
  func everyPointOnce(speed: Double?) async throws {
    let server = MemoryServer(clock: time.clock)
    let tracks = [
      try file("walk.gpx", (0..<230).map { $0 * 5 }),
      try file("broken.gpx", (0..<120).map { $0 % 3 == 0 ? $0 * 4 : nil }),
    ]
    let report = try await replay(
      tracks: tracks, sender: server, tokens: ["a", "b"], speed: speed, clock: time.clock, report: { _ in })
    for (index, token) in ["a", "b"].enumerated() {
      let stored = server.stored.filter { $0.token == token }
      let count = [230, 120][index]
      #expect(stored.map(\.ping.sequence) == (0..<count).map { Int64($0) })
      #expect(stored.map(\.ping.position.latitude) == (0..<count).map { Double("46.\(100_000 + $0)") })
      #expect(Set(stored.map(\.queue)).count == 1)
      #expect(stored.allSatisfy { ($0.ping.recordedAt ?? $0.receivedAt) <= $0.sentAt ?? SharedTime.start })
      #expect(report.tracks[index].points == count)
      #expect(report.tracks[index].stored == count)
      #expect(report.tracks[index].to == stored.last?.ping.recordedAt)
    }
    #expect(report.tracks.map(\.undated) == [0, 80])
    #expect(report.acknowledged == 350)
    #expect(server.reusedKeys == 0)
    #expect(Set(server.duty.keys) == ["a", "b"])
  }

  @Test("the spacing of the track is kept, and its last point is the moment of sending")
  func spacing() async throws {
    let server = MemoryServer(clock: time.clock)
    _ = try await replay(
      tracks: [try file("a.gpx", [0, 10, 3_600, 3_601])], sender: server, tokens: ["a"], speed: 60,
      clock: time.clock, report: { _ in })
    let stamps = server.stored.compactMap(\.ping.recordedAt)
    #expect(zip(stamps, stamps.dropFirst()).map { $1.since($0) } == [10_000, 3_590_000, 1_000])
    let last = try #require(server.stored.last)
    #expect(last.receivedAt.since(last.ping.recordedAt ?? SharedTime.start) < 1_000)
  }

  @Test("how many points had no usable time is said")
  func undatedReport() async throws {
    let lines = Mutex<[String]>([])
    _ = try await replay(
      tracks: [try file("a.gpx", [nil, nil, 5])], sender: MemoryServer(clock: time.clock), tokens: ["a"],
      speed: nil, clock: time.clock, report: { line in lines.withLock { $0.append(line) } })
    #expect(
      lines.withLock { $0 } == [
        "a.gpx: 3 points, 2 without a usable time, sent at 1 s spacing",
        "a.gpx: 3 points acknowledged, 3 of them stored",
      ])
  }

  @Test("a second replay of the same track is another journey, in another queue")
  func twice() async throws {
    let server = MemoryServer(clock: time.clock)
    let track = try file("a.gpx", [0, 1])
    for _ in 0..<2 {
      _ = try await replay(
        tracks: [track], sender: server, tokens: ["a"], speed: nil, clock: time.clock, report: { _ in })
    }
    #expect(server.stored.count == 4)
    #expect(Set(server.stored.map(\.queue)).count == 2)
  }

  @Test("what cannot be done is refused before anything is sent")
  func refused() async throws {
    let server = MemoryServer(clock: time.clock)
    let good = try file("good.gpx", [0, 1])
    let missing = good.deletingLastPathComponent().appending(path: "missing.gpx")
    let cases: [(tracks: [URL], speed: Double?, error: (ReplayError) -> Bool)] = [
      ([good, good], nil, { $0 == .tooFewTokens(tracks: 2, tokens: 1) }),
      ([good], 0.5, { $0 == .speedBelowOne(0.5) }),
      ([missing], nil, { if case .unreadable("missing.gpx", _) = $0 { true } else { false } }),
    ]
    for (tracks, speed, isExpected) in cases {
      let error = await #expect(throws: ReplayError.self) {
        try await replay(
          tracks: tracks, sender: server, tokens: ["a"], speed: speed, clock: time.clock, report: { _ in })
      }
      #expect(error.map(isExpected) == true)
    }
    #expect(server.stored.isEmpty)
    #expect(server.duty.isEmpty)
  }

  @Test("a token the server does not know ends the replay with its reason")
  func unknownToken() async throws {
    let server = MemoryServer(clock: time.clock, refusedToken: "x")
    let track = try file("a.gpx", [0])
    let error = await #expect(throws: ReplayError.self) {
      try await replay(
        tracks: [track], sender: server, tokens: ["x"], speed: nil, clock: time.clock, report: { _ in })
    }
    #expect(
      error
        == .refused(file: "a.gpx", Refusal(status: 401, code: .tokenInvalid, message: "No.")))
  }
}
