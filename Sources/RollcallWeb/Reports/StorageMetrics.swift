import Foundation
import RollcallStore

/// The size of the database's files, the space left, the last backup, and whether the writer keeps up. All of
/// it is known without a write.
struct StorageMetrics {
  private let path: String
  private let lag: (oldest: Int64, refused: Int)
  private let isClockInDoubt: Bool

  init(_ store: Store) {
    (path, lag) = (store.path, store.writerLag)
    isClockInDoubt = store.clockDoubt != nil
  }

  /// Writes the families; unknown values have no sample.
  func write(to text: inout MetricsText) {
    gauge("rollcall_database_bytes", "The database file.", size(path), &text)
    gauge("rollcall_log_bytes", "The write-ahead log beside it.", size(path + "-wal") ?? 0, &text)
    gauge(
      "rollcall_disk_free_bytes", "Free space for us where the database lies.",
      DiskRoom.free(at: path).map { Int(clamping: $0) }, &text)
    gauge(
      "rollcall_backup_last_success_timestamp_seconds", "The moment of the last backup.",
      BackupNote.read(beside: path).map { Int(clamping: $0.at / 1_000) }, &text)
    gauge(
      "rollcall_writer_oldest_wait_seconds", "How long the oldest write has waited, whole seconds.",
      Int(clamping: lag.oldest / 1_000), &text)
    gauge(
      "rollcall_clock_in_doubt", "Whether the machine's clock may be wrong, 1 or 0: nothing is purged then.",
      isClockInDoubt ? 1 : 0, &text)
    text.family(
      "rollcall_writer_refused_total", "counter", "Writes that were refused because too many waited.")
    text.sample("rollcall_writer_refused_total", [], lag.refused)
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
