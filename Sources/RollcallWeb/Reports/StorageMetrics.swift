import Foundation
import RollcallStore

/// What the database's files take, what is left for them, and when they were saved.
struct StorageMetrics {
  private let path: String

  init(_ store: Store) { path = store.path }

  /// Writes the families; what is unknown has no sample.
  func write(to text: inout MetricsText) {
    gauge("rollcall_database_bytes", "The database file.", size(path), &text)
    gauge("rollcall_log_bytes", "The write-ahead log beside it.", size(path + "-wal") ?? 0, &text)
    gauge(
      "rollcall_disk_free_bytes", "Free space for us where the database lies.",
      DiskRoom.free(at: path).map { Int(clamping: $0) }, &text)
    gauge(
      "rollcall_backup_last_success_timestamp_seconds", "The moment of the last backup.",
      BackupNote.read(beside: path).map { Int(clamping: $0.at / 1_000) }, &text)
  }

  private func gauge(_ name: String, _ help: String, _ value: Int?, _ text: inout MetricsText) {
    guard let value else { return }
    text.family(name, "gauge", help)
    text.sample(name, [], value)
  }

  private func size(_ path: String) -> Int? {
    var about = stat()
    return stat(path, &about) == 0 ? Int(clamping: about.st_size) : nil
  }
}
