import Foundation
import Rollcall
import RollcallStore

/// Checks of the database and its files.
enum DoctorDatabase {
  /// The age at which another backup is due.
  private static let oldBackup: Milliseconds = 26 * 3_600_000

  static func checks(_ path: String, _ now: Timestamp) -> [Check] {
    guard Store.exists(at: path) else {
      return [.failure("database", "\(path): there is no such file", "`workspace add` and `seed` make one.")]
    }
    let isServed = reaches(path)
    var found = quickChecks(path, now) + [server(isServed)]
    do {
      found += content(try DatabaseFacts.read(path), of: path, isServed: isServed, now)
    } catch {
      found.append(
        .failure("database", Words.of(error), "Restore a backup, unless it is a matter of rights or owner."))
    }
    return found
  }

  /// Those that need not read the database.
  static func quickChecks(_ path: String, _ now: Timestamp) -> [Check] {
    [rights(path), owner(path), names(path), space(path), log(path), backup(path, now)]
  }

  private static func content(
    _ facts: DatabaseFacts, of path: String, isServed: Bool, _ now: Timestamp
  ) -> [Check] {
    switch facts.tables {
    case .none: return [.warning("schema", "there are no tables yet", "The next start makes them.")]
    case .other(let origin, let advice):
      let sentence = advice.prefix(1).uppercased() + advice.dropFirst() + "."
      return [.failure("schema", "it was \(origin)", sentence)]
    case .current: break
    }
    let doubt = facts.clockDoubt(.ofSystem)
    return [
      .ok("schema", "it is this program's"), integrity(facts), audit(facts),
      alive(facts, isServed, doubt?.now ?? now), time(doubt),
      secondFactors(path),
    ]
  }

  private static func time(_ doubt: ClockDoubt?) -> Check {
    guard let doubt else { return .ok("time", "the clock goes with the last commit") }
    return .warning(
      "time",
      "the clock says \(doubt.wall.rfc3339), about \(doubt.estimate.rfc3339) is expected; nothing is purged",
      "Set it right, or say that it is: `rollcall clock confirm`.")
  }

  private static func integrity(_ facts: DatabaseFacts) -> Check {
    guard let first = facts.damage.first else { return .ok("integrity", "pages and indexes are whole") }
    return .failure("integrity", first, "Stop the server, keep the files, restore a backup.")
  }

  private static func audit(_ facts: DatabaseFacts) -> Check {
    guard let first = facts.auditProblems.first else {
      return .ok("audit", "\(facts.auditEntries) entries, no chain is broken")
    }
    return .failure(
      "audit", first, "Somebody changed it behind the server's back: `rollcall verify` has all.")
  }

  private static func alive(_ facts: DatabaseFacts, _ isServed: Bool, _ now: Timestamp) -> Check {
    guard let mark = facts.alive else { return .ok("alive", "no server ever served it") }
    let age = max(0, now.since(mark))
    let words = "the last commit was \(age.lengthWords) ago"
    guard isServed, age > 30_000 else { return .ok("alive", words) }
    return .failure(
      "alive", words, "The server runs and does not write: look at its log and the disk, then restart it.")
  }

  /// Whether the codes of second factors can be checked.
  private static func secondFactors(_ path: String) -> Check {
    do {
      let found = try SealedSecrets.look(beside: path)
      guard !found.closed.isEmpty else { return .ok("second factors", "\(found.count) are on") }
      return .failure(
        "second factors", "\(found.closed.count) of \(found.count) cannot be checked without their key",
        "Put \(SealedSecrets.keyPath(beside: path)) back, or have members set theirs up again.")
    } catch {
      return .failure("second factors", Words.of(error), "Look at the rights of the database and its key.")
    }
  }

  private static func rights(_ path: String) -> Check {
    for suffix in ["", "-wal", "-shm", "-key", ".lock", ".control"] {
      guard let about = facts(path + suffix), about.st_mode & 0o077 != 0 else { continue }
      return .failure("rights", "others may open \(path)\(suffix)", "chmod 600 \(path)\(suffix)")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard let about = facts(folder), about.st_mode & 0o022 == 0 || about.st_mode & S_ISVTX != 0 else {
      return .warning("rights", "others may write in \(folder)", "chmod 700 \(folder)")
    }
    return .ok("rights", "the files are their owner's alone")
  }

  private static func owner(_ path: String) -> Check {
    guard let owner = facts(path)?.st_uid else { return .ok("owner", "nobody yet") }
    for suffix in ["-wal", "-shm", "-key", ".lock"] {
      guard let other = facts(path + suffix), other.st_uid != owner else { continue }
      return .failure(
        "owner", "\(path)\(suffix) is another's than \(path)", "chown --reference=\(path) \(path)\(suffix)")
    }
    guard owner == geteuid() else {
      return .warning(
        "owner", "the files are user \(owner)'s, not yours", "Run commands as the server's user.")
    }
    return .ok("owner", "the files are yours")
  }

  private static func names(_ path: String) -> Check {
    guard let count = facts(path)?.st_nlink, count > 1 else { return .ok("names", "the file has one name") }
    return .failure(
      "names", "the file has \(count) names (hard links), and no server starts on it",
      "Find them with `find -samefile`, and keep one.")
  }

  private static func space(_ path: String) -> Check {
    guard let free = DiskRoom.free(at: path) else {
      return .warning("space", "unknown", "A server that cannot tell is not ready.")
    }
    let size = UInt64(clamping: facts(path)?.st_size ?? 0)
    let words = "\(free >> 20) MiB free, the database takes \(size >> 20) MiB"
    if free < Heartbeat.leastFree * 2 {
      return .failure("space", words, "Uploads are refused soon: make room now.")
    }
    guard free >= max(size, 512 << 20) else {
      return .warning("space", words, "An erasure writes the whole file anew: make room.")
    }
    return .ok("space", words)
  }

  private static func log(_ path: String) -> Check {
    let size = facts(path + "-wal")?.st_size ?? 0
    guard size <= 256 << 20 else {
      return .warning(
        "log", "FILE-wal has \(size >> 20) MiB", "Somebody reads an old state for long: a backup, or a shell."
      )
    }
    return .ok("log", "\(size >> 20) MiB")
  }

  private static func backup(_ path: String, _ now: Timestamp) -> Check {
    guard let note = BackupNote.read(beside: path) else {
      return .warning("backup", "there was none with `rollcall backup`", "Make one every day.")
    }
    let age = max(0, now.milliseconds - note.at)
    let words = "the last was \(age.lengthWords) ago, \(note.bytes >> 20) MiB"
    return age <= oldBackup ? .ok("backup", words) : .warning("backup", words, "Make one every day.")
  }

  private static func server(_ isServed: Bool) -> Check {
    isServed
      ? .ok("server", "it answers beside the database")
      : .warning("server", "none has the database open", "systemctl start rollcall")
  }

  /// Whether a server accepts commands beside the database.
  private static func reaches(_ path: String) -> Bool {
    guard let address = try? ControlAddress(database: path) else { return false }
    let descriptor = ControlServer.socket()
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return address.withAddress { connect(descriptor, $0, $1) } == 0
  }

  private static func facts(_ path: String) -> stat? {
    var about = stat()
    return stat(path, &about) == 0 ? about : nil
  }
}
