import Foundation

/// Brings names to the disk. A file that was synced still loses its name in a power cut until its folder is synced, too.
public enum DiskNames {
  /// Syncs the names in a folder.
  ///
  /// - Throws: `StoreError.unavailable`; then no caller may be told that the files are there.
  public static func sync(folder: String) throws(StoreError) {
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw BackupFile.failure("cannot open \(folder)") }
    defer { close(opened) }
    guard fsync(opened) == 0 else { throw BackupFile.failure("cannot write \(folder)") }
  }

  /// Syncs the folder that contains a file or folder.
  public static func sync(folderOf path: String) throws(StoreError) {
    try sync(folder: URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }
}
