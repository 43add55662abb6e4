/// The writer's signs of life, by which an observer can tell a working writer from a stuck one.
public enum WriterSign: Equatable, Sendable {
  /// A group is on disk, or was refused for a reason that a restart would not cure: the disk is full, or
  /// broken. Not sent when another process holds the file, or when memory is short.
  case answered
  /// The whole file, of this size, is about to be rewritten, and no write is answered meanwhile.
  case rewrites(bytes: Int64)
  /// The rewrite has ended.
  case rewrote
}
