/// What the writer tells of itself, so that somebody outside can tell one that works from one that is stuck.
public enum WriterSign: Equatable, Sendable {
  /// A group is on disk, or was refused for a reason that a new start would not mend: the disk is full, or broken. Not told
  /// when somebody else holds the file, or when there is no memory.
  case answered
  /// The whole file is about to be written anew, and nothing is answered meanwhile. So many bytes it has.
  case rewrites(bytes: Int64)
  /// That has come to an end.
  case rewrote
}
