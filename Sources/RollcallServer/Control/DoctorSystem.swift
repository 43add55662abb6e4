import Foundation
import HTTPServer
import RollcallStore

/// Checks of the machine.
enum DoctorSystem {
  /// Open files that a server needs: its connections, and a reserve.
  private static let descriptors = HTTPServer.Configuration().connectionLimit + 256

  static func checks(version: String) -> [Check] {
    [versions(version), clock(), openFiles(), timeZones(), pages(), map()]
  }

  private static func versions(_ version: String) -> Check {
    .ok(
      "versions",
      "rollcall \(version), SQLite \(DatabaseFacts.libraryVersion), libmicrohttpd \(ServerLibrary.version), "
        + "Linux \(kernel)")
  }

  private static var kernel: String {
    let text = FileManager.default.contents(atPath: "/proc/sys/kernel/osrelease") ?? Data()
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  private static func clock() -> Check {
    guard let state = SystemClocks.state else {
      return .warning(
        "clock", "the kernel does not tell whether somebody keeps the time",
        "A clock that was in doubt stays so for a day: allow the system calls adjtimex and clock_adjtime.")
    }
    guard state == SystemClocks.unkept else { return .ok("clock", "it is kept by somebody") }
    return .warning(
      "clock", "the kernel says that nobody keeps the time",
      "Every report is compared with it: install chrony or turn systemd-timesyncd on.")
  }

  private static func openFiles() -> Check {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return .warning("open files", "the limit is unknown", "A server needs \(descriptors).")
    }
    guard limit.rlim_max >= rlim_t(clamping: descriptors) else {
      return .failure(
        "open files", "at most \(limit.rlim_max), and a server needs \(descriptors)",
        "Raise it: LimitNOFILE=16384 in the unit, or ulimit -Hn.")
    }
    return .ok("open files", "\(descriptors) are allowed")
  }

  private static func timeZones() -> Check {
    let known = ["Europe/Ljubljana", "Africa/Nairobi", "America/New_York"]
    guard known.allSatisfy({ TimeZone(identifier: $0) != nil }),
      FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/UTC")
    else {
      return .failure("time zones", "they are not known here", "Workspaces have time zones: install tzdata.")
    }
    return .ok("time zones", "they are known")
  }

  private static func pages() -> Check {
    do {
      let places = try Places.find()
      for folder in [places.templates, places.files, places.seeds + "/profiles"]
      where (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty != false {
        return .failure("pages", "\(folder) is not there, or empty", "Install the program again.")
      }
      return .ok("pages", "they are in \(places.share)")
    } catch { return .failure("pages", error.description, "Install the program again.") }
  }

  private static func map() -> Check {
    guard FileManager.default.fileExists(atPath: "/usr/share/javascript/leaflet/leaflet.min.js") else {
      return .warning(
        "map", "Leaflet is not installed, and maps are missing", "Install the package libjs-leaflet.")
    }
    return .ok("map", "Leaflet is installed")
  }
}
