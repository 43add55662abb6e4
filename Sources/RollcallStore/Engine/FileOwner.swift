import Foundation

/// Whose a file becomes that root makes beside a database: the server's, which could not open root's own.
enum FileOwner {
  /// Gives an open file to the owner of the database, or of its folder when there is none. Does nothing for others than
  /// root, and to a file that has a second name: that could be anybody's.
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
