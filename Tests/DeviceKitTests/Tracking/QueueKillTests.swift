import DeviceKit
import Foundation
import Glibc
import Rollcall
import Testing

/// What a child process is told by its environment.
private enum Child {
  static let store = "ROLLCALL_QUEUE_CHILD_STORE"
  static let receipts = "ROLLCALL_QUEUE_CHILD_RECEIPTS"
}

@Suite("The queue and kill -9")
struct QueueKillTests {
  /// Far more rounds than any kill waits for. A child that a busy parent forgets must not fill the disk meanwhile.
  private static let rounds = 1_000

  /// Not a test of its own: what the killed process does. It appends, now and then forgets the oldest, and writes down
  /// each number when the queue says that it is kept; in the end it waits to be killed.
  @Test(
    "the process that will be killed",
    .enabled(if: ProcessInfo.processInfo.environment[Child.store] != nil))
  func victim() throws {
    let environment = ProcessInfo.processInfo.environment
    let store = try DeviceStore(path: try #require(environment[Child.store]))
    let queue = try store.queue(of: TemporaryStore.ana)
    let receipts = open(try #require(environment[Child.receipts]), O_WRONLY | O_APPEND | O_CREAT, 0o600)
    try #require(receipts >= 0)
    for round in 0..<Self.rounds {
      let kept = try queue.append((0..<7).map { .sample($0) }).sequences
      if round % 5 == 4 { try queue.remove(queue.pings(limit: 3).compactMap(\.sequence)) }
      let line = "\(kept.last ?? -1)\n"
      _ = line.withCString { write(receipts, $0, strlen($0)) }
    }
    while true { pause() }
  }

  @Test("after each kill, at whatever moment, everything acknowledged is there, once, and counting goes on")
  func killed() async throws {
    let file = try TemporaryStore()
    let receipts = file.folder.appendingPathComponent("receipts").path
    var lines = 0
    for kill in 1...4 {
      let child = try start(file.path, receipts)
      // As many more as make each kill hit another moment; no time is measured.
      while count(receipts) < lines + 11 * kill, child.isRunning {
        try await Task.sleep(for: .milliseconds(2))
      }
      try #require(child.isRunning, "the child ended by itself")
      Glibc.kill(child.processIdentifier, SIGKILL)
      child.waitUntilExit()
      lines = count(receipts)
      try check(file, acknowledged: last(receipts))
    }
  }

  private func check(_ file: TemporaryStore, acknowledged: Int64) throws {
    let queue = try file.open().queue(of: TemporaryStore.ana)
    let sequences = try queue.pings(limit: .max - 1).compactMap(\.sequence)
    let first = try #require(sequences.first)
    let last = try #require(sequences.last)
    #expect(last >= acknowledged)
    #expect(sequences == Array(first...last), "no hole behind what was forgotten, nothing twice")
    // Whole transactions of seven only.
    #expect((last + 1) % 7 == 0)
    #expect(try queue.append((0..<7).map { .sample($0) }).sequences.first == last + 1)
  }

  private func start(_ store: String, _ receipts: String) throws -> Process {
    let child = Process()
    child.executableURL = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      .withFileURL
    child.arguments = ["--testing-library", "swift-testing", "--filter", "QueueKillTests/victim"]
    child.environment = ProcessInfo.processInfo.environment.merging([
      Child.store: store, Child.receipts: receipts,
    ]) { $1 }
    child.standardOutput = FileHandle.nullDevice
    child.standardError = FileHandle.nullDevice
    try child.run()
    return child
  }

  private func text(_ path: String) -> [Substring] {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    // Only whole lines.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
  }

  private func count(_ path: String) -> Int { text(path).count }
  private func last(_ path: String) -> Int64 { text(path).last.flatMap { Int64($0) } ?? -1 }
}

extension String {
  fileprivate var withFileURL: URL { URL(fileURLWithPath: self) }
}
