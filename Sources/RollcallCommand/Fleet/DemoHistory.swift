import Foundation
import Rollcall
import RollcallServer
import Simulator

/// The demo's history of the previous day, written through the same ingest as its present, with the clock set
/// back.
struct DemoHistory {
  /// How long it is, milliseconds.
  static let length: Milliseconds = 86_400_000
  /// When the server itself is down in it, from and until, milliseconds before the live start.
  static let absence: (from: Milliseconds, until: Milliseconds) = (-39_600_000, -39_000_000)

  /// Creates the workspaces and simulates a day. A database that already has one of them keeps its history.
  ///
  /// - Parameters:
  ///   - geoIP: The files that locate addresses.
  ///   - start: The live start.
  ///   - folder: The folder for the phones' files.
  /// - Returns: The phones at the end of the day; `nil` when the database has a history already.
  static func write(
    _ towns: [DemoTown], database: String, places: Places, geoIP: [String], start: Timestamp,
    below folder: URL
  ) async throws -> Fleet? {
    guard !FileManager.default.fileExists(atPath: database) else { return nil }
    let from = start.advanced(by: -length)
    let writer = try HistoryWriter(database: database, places: places, start: from, geoIP: geoIP)
    do {
      let phones = try towns.flatMap { try $0.settle(start: start, now: from, writer.execute) }
      let fleet = try Fleet(phones, routes: [], start: start, from: from, below: folder)
      let report = try await fleet.runHistory(
        from: from, until: { .now }, step: 10_000, absences: [absence(before: start)],
        keeper: keeper(of: writer, numbers(of: towns, writer.execute)))
      try writer.close()
      Terminal.report(
        "A day has passed: \(report.pings) pings in \(report.requests) requests, in \(Timestamp.now.since(start) / 1_000) s"
      )
      return fleet
    } catch {
      try? writer.close()
      throw error
    }
  }

  /// The files that writing a history creates; none when the database exists.
  static func files(of database: String) -> [String] {
    FileManager.default.fileExists(atPath: database) ? [] : names(of: database)
  }

  /// A database and the files beside it.
  static func names(of database: String) -> [String] {
    ["", "-wal", "-shm", "-journal", ".lock"].map { database + $0 }
  }

  private static func absence(before start: Timestamp) -> ServerAbsence {
    ServerAbsence(from: start.advanced(by: absence.from), until: start.advanced(by: absence.until))
  }

  /// The phone numbers of the people of all towns.
  static func numbers(of towns: [DemoTown], _ execute: Executing) throws -> LoginNumbers {
    try towns.reduce(LoginNumbers([:])) { try $0.joined(LoginNumbers(of: $1.seed.slug, execute)) }
  }

  private static func keeper(of writer: HistoryWriter, _ numbers: LoginNumbers) -> HistoryKeeper {
    HistoryKeeper(
      move: { writer.move(to: $0) }, stop: { try writer.stop() }, resume: { try writer.resume() },
      send: writer.send, code: { numbers.code(of: $0, writer.code) })
  }
}

extension Timestamp {
  /// The present.
  static var now: Timestamp {
    Timestamp(milliseconds: Milliseconds(exactly: (Date().timeIntervalSince1970 * 1_000).rounded(.down)) ?? 0)
  }
}
