import Rollcall
import RollcallStore

/// Checks everything that a server needs, changes nothing, and gives advice. Never holds a secret.
public enum Doctor {
  /// Runs all checks. Blocks, as it reads the whole database.
  ///
  /// - Parameter database: the database to check when the settings cannot be read.
  public static func examine(
    _ flags: Settings.Flags, database: String?, version: String
  ) -> CommandOutcome {
    let now = Timestamp.wallClock
    var checks: [Check] = []
    var settings: Settings?
    do {
      settings = try Settings.load(flags)
      checks.append(.ok("settings", "they can be used"))
    } catch {
      checks.append(.failure("settings", error.description, "A server started like this ends with 78."))
    }
    checks += DoctorSystem.checks(version: version)
    let path = (settings?.database ?? database).map { (try? Settings.realPath(of: $0)) ?? $0 }
    checks += DoctorSettings.checks(
      settings, address: settings?.push.publicURL ?? path.flatMap(storedAddress), now)
    if let path { checks += DoctorDatabase.checks(path, now) }
    return outcome(checks)
  }

  /// The address that an owner has set. A database that cannot be read is told of by its own checks.
  private static func storedAddress(_ path: String) -> String? {
    guard Store.exists(at: path) else { return nil }
    return try? PublicAddress.look(at: path)
  }

  private static func outcome(_ checks: [Check]) -> CommandOutcome {
    let failures = checks.filter { $0.verdict == .failure }.count
    let warnings = checks.filter { $0.verdict == .warning }.count
    let sum = "\(checks.count) looked at: \(failures) failures, \(warnings) warnings"
    return CommandOutcome(
      .object([
        "ok": .bool(failures == 0), "failures": .integer(Int64(failures)),
        "warnings": .integer(Int64(warnings)), "checks": .array(checks.map(\.json)),
      ]), text: (checks.map(\.line) + [sum]).joined(separator: "\n"), exit: failures == 0 ? 0 : 1)
  }
}
