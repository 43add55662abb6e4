import Foundation

/// The one name of a database file. The files beside it, including its lock, are found by that name.
public enum DatabasePath {
  /// The name behind symbolic links, also of a missing file.
  ///
  /// - Throws: `StoreError.unavailable` when a folder in the path is missing or cannot be read.
  public static func resolved(_ path: String) throws(StoreError) -> String {
    var name = path
    // The system follows as many.
    for _ in 0..<40 {
      guard let target = link(name) else { return try inRealFolder(name) }
      let folder = URL(fileURLWithPath: name).deletingLastPathComponent().path
      name = target.utf8.first == UInt8(ascii: "/") ? target : "\(folder)/\(target)"
    }
    throw .unavailable("\(path): too many symbolic links")
  }

  /// Refuses a file with a second name: a program that uses the other name would see neither the lock nor the
  /// log.
  ///
  /// - Throws: `StoreError.invalid`.
  static func refuseSecondName(of path: String) throws(StoreError) {
    var found = stat()
    guard stat(path, &found) == 0, found.st_nlink > 1 else { return }
    throw .invalid(
      "\(path) has \(found.st_nlink) names (hard links), and what was written by one would be lost by the other: "
        + "find them with `find -samefile`, and remove all but one")
  }

  /// The target of a symbolic link; `nil` = it is none.
  private static func link(_ path: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: path)
  }

  private static func inRealFolder(_ path: String) throws(StoreError) -> String {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    guard let real = realpath(folder, nil) else { throw BackupFile.failure("cannot open \(folder)") }
    defer { free(real) }
    let text = String(cString: real)
    return (text == "/" ? "" : text) + "/" + url.lastPathComponent
  }
}
