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
    var findings: [Finding] = []
    var settings: Settings?
    do {
      settings = try Settings.load(flags)
      findings.append(.ok("settings", "they can be used"))
    } catch {
      findings.append(.failure("settings", error.description, "A server started like this ends with 78."))
    }
    findings += DoctorSystem.findings(version: version)
    findings += DoctorSettings.findings(settings, now)
    if let path = settings?.database ?? database {
      findings += DoctorDatabase.findings((try? Settings.realPath(of: path)) ?? path, now)
    }
    return outcome(findings)
  }

  private static func outcome(_ findings: [Finding]) -> CommandOutcome {
    let failures = findings.filter { $0.verdict == .failure }.count
    let warnings = findings.filter { $0.verdict == .warning }.count
    let sum = "\(findings.count) looked at: \(failures) failures, \(warnings) warnings"
    return CommandOutcome(
      .object([
        "ok": .bool(failures == 0), "failures": .integer(Int64(failures)),
        "warnings": .integer(Int64(warnings)), "checks": .array(findings.map(\.json)),
      ]), text: (findings.map(\.line) + [sum]).joined(separator: "\n"), exit: failures == 0 ? 0 : 1)
  }
}
