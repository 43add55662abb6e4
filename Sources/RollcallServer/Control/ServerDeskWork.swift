import Foundation
import Logging
import Rollcall
import RollcallStore
import RollcallWeb
import Synchronization

/// What the console shows of the server, and the backups that it starts.
final class ServerDeskWork: Sendable {
  private struct State {
    var isBackingUp = false
    var failure = ""
  }

  private let state = Mutex(State())
  private let settings: Settings
  private let store: Store
  private let version: String
  private let startedAt = Timestamp.wallClock
  private let growthReport: FailureReport

  init(_ settings: Settings, _ store: Store, _ logger: Logger) {
    (self.settings, self.store, version) = (settings, store, settings.version)
    growthReport = FailureReport({ logger.error("the growth of the database cannot be read: \($0)") })
  }

  var desk: ServerDesk {
    ServerDesk(look: { [self] in look() }, backUp: { [self] in backUp() })
  }

  private var database: String { store.path }

  /// The folder beside the database.
  private var folder: String { database + "-backups" }

  private func look() -> ServerDesk.Facts {
    let now = Timestamp.wallClock
    var facts = ServerDesk.Facts()
    let checks =
      DoctorSystem.checks(version: version)
      + DoctorSettings.checks(settings, address: store.publicAddress.current, now)
      + DoctorDatabase.quickChecks(database, now)
    facts.version = version
    facts.findings = checks.map {
      ServerDesk.Finding(
        name: $0.name, verdict: $0.verdict.rawValue, words: $0.words, advice: $0.advice ?? "")
    }
    (facts.bytes, facts.startedAt) = (Self.bytes(of: database), startedAt)
    facts.growth = growth(to: facts.bytes)
    (facts.folder, facts.backups, facts.backupsKept) = (folder, Self.files(in: folder), settings.backupsKept)
    (facts.isBackingUp, facts.failure) = state.withLock { ($0.isBackingUp, $0.failure) }
    facts.lines = RecentTroubles.all.lines
    return facts
  }

  /// `nil` when it cannot be read.
  private func growth(to bytes: Int64) -> [DatabaseGrowth]? {
    do {
      let known = try DatabaseSizes(store).growth(to: bytes)
      growthReport.recovered()
      return known
    } catch {
      growthReport.failed(error)
      return nil
    }
  }

  private func backUp() -> Bool {
    let begins = state.withLock { state in
      guard !state.isBackingUp else { return false }
      (state.isBackingUp, state.failure) = (true, "")
      return true
    }
    guard begins else { return false }
    Thread.detachNewThread { [self] in
      let failure = make()
      state.withLock { ($0.isBackingUp, $0.failure) = (false, failure) }
    }
    return true
  }

  /// Makes one; returns why it failed, empty when it did not.
  private func make() -> String {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { return Words.of(error) }
    let time = Timestamp.wallClock.rfc3339.prefix(19).filter { $0 != ":" && $0 != "-" }
    let name = "rollcall-" + time + ".db"
    let outcome = BackupCommands.make("\(folder)/\(name)", of: database, replacing: false)
    return outcome.exit == 0 ? removeOld(beside: name) : outcome.text
  }

  /// Removes all but the newest and the one just made, whose time may be earlier when the clock was set back; returns
  /// why it failed, empty when it did not.
  private func removeOld(beside made: String) -> String {
    do {
      let others = try Self.names(in: folder).filter { $0 != made }
      for file in others.dropFirst(settings.backupsKept - 1) {
        try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
      }
    } catch { return Words.of(error) }
    return ""
  }

  /// The files that were made here, the newest first: their names are their times.
  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.wholeMatch(of: /rollcall-\d{8}T\d{6}\.db/) != nil }.sorted(by: >)
  }

  private static func files(in folder: String) -> [ServerDesk.BackupFile] {
    let names = (try? names(in: folder)) ?? []
    return names.compactMap { name in
      let about = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      guard let date = about?[.modificationDate] as? Date, let size = about?[.size] as? NSNumber else {
        return nil
      }
      return ServerDesk.BackupFile(
        name: name, at: Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000)),
        bytes: size.int64Value)
    }
  }

  /// The file with what was not yet written into it.
  static func bytes(of database: String) -> Int64 {
    ["", "-wal"].reduce(0) { sum, suffix in
      let about = try? FileManager.default.attributesOfItem(atPath: database + suffix)
      return sum + ((about?[.size] as? NSNumber)?.int64Value ?? 0)
    }
  }
}

/// The latest warnings and errors of this process. Logs hold no personal data.
final class RecentTroubles: Sendable {
  static let all = RecentTroubles()

  private static let most = 50
  private let kept = Mutex<[ServerDesk.Line]>([])

  /// The newest first.
  var lines: [ServerDesk.Line] { kept.withLock { $0.reversed() } }

  func record(_ level: Logger.Level, _ words: @autoclosure () -> String, at time: Timestamp) {
    guard level >= .warning else { return }
    let text = words()
    kept.withLock { lines in
      if lines.count == Self.most { lines.removeFirst() }
      lines.append(ServerDesk.Line(at: time, level: level.rawValue, text: text))
    }
  }
}
