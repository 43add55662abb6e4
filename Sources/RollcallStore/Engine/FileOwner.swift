import Foundation

/// The owner of files that root makes beside a database: the server's user, which could not open root's
/// files.
enum FileOwner {
  /// Gives an open file to the owner of the database, or of its folder when there is none. Does nothing
  /// unless run as root, nor to a file with a second name, which could be any user's.
  static func follow(_ descriptor: Int32, beside database: String) {
    guard geteuid() == 0 else { return }
    let folder = URL(fileURLWithPath: database).deletingLastPathComponent().path
    var (file, model) = (stat(), stat())
    guard fstat(descriptor, &file) == 0, file.st_nlink == 1, file.st_mode & S_IFMT == S_IFREG,
      stat(database, &model) == 0 || stat(folder, &model) == 0
    else { return }
    fchown(descriptor, model.st_uid, model.st_gid)
  }
}
