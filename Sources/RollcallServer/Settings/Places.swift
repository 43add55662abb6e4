import Foundation
public import Rollcall

/// The folders of templates, browser files and seeds, whatever the working directory is.
public struct Places: Sendable {
  /// The folder that holds `Templates`, `Public` and `seeds`.
  public let share: String
  /// The version of the program there, as statements name it.
  public var version = ""

  /// Pages.
  public var templates: String { share + "/Templates" }
  /// The files for browsers.
  public var files: String { share + "/Public" }
  /// Demo workspace and profiles.
  public var seeds: String { share + "/seeds" }

  /// Places in a folder.
  public init(share: String) { self.share = share }

  /// Finds the folder: `ROLLCALL_SHARE`, else `../share/rollcall` seen from the binary, else the source tree
  /// around the binary.
  ///
  /// - Throws: `SettingsError` when none of them has `Templates`.
  public static func find(
    environment: [String: String]? = nil, binary: String? = nil
  ) throws(SettingsError) -> Places {
    if let named = (environment ?? ProcessInfo.processInfo.environment)["ROLLCALL_SHARE"], !named.isEmpty {
      guard isShare(named) else { throw SettingsError("ROLLCALL_SHARE: \(named) has no folder Templates") }
      return Places(share: named)
    }
    var folder = URL(fileURLWithPath: binary ?? ownBinary).deletingLastPathComponent().standardizedFileURL
    let installed = folder.deletingLastPathComponent().appendingPathComponent("share/rollcall").path
    if isShare(installed) { return Places(share: installed) }
    while folder.path != "/" {
      if isShare(folder.path) { return Places(share: folder.path) }
      folder = folder.deletingLastPathComponent().standardizedFileURL
    }
    throw SettingsError("Templates, Public and seeds were not found; name their folder in ROLLCALL_SHARE")
  }

  /// The profiles that a new workspace gets, by name.
  ///
  /// - Throws: when a file cannot be read or is no profile.
  public func profiles() throws -> [Profile] {
    let folder = seeds + "/profiles"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    return try names.sorted().map { try ProfileFile.read(folder + "/" + $0) }
  }

  private static var ownBinary: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments
      .first
      ?? "/"
  }

  private static func isShare(_ folder: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: folder + "/Templates", isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

/// Reads profile documents.
public enum ProfileFile {
  /// The profile in a file.
  ///
  /// - Throws: `SettingsError`, in words.
  public static func read(_ path: String) throws(SettingsError) -> Profile {
    do {
      return try JSONDecoder().decode(Profile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    } catch { throw SettingsError("\(path): \(Words.of(error))") }
  }
}
