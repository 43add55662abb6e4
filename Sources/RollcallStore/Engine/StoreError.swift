import SQL

/// Why a use case failed. Nothing of it is stored.
public enum StoreError: Error, Equatable, Sendable {
  /// An object named in the call does not exist in the workspace.
  case notFound(String)
  /// The values are refused; the words are for their sender.
  case invalid(String)
  /// It conflicts with stored data; says how, in words.
  case conflict(String)
  /// The idempotency key was used for other pings.
  case keyReused
  /// The disk is full, an I/O error, or the writer is behind: try again later. The text is for the operator.
  case unavailable(String)

  /// Maps a database error for the caller; constraint errors are conflicts, all others are *later*.
  init(_ error: any Error) {
    switch error {
    case let known as StoreError: self = known
    case let error as DatabaseError where error.resultCode == .constraint:
      self = .conflict(error.message)
    case let error as DatabaseError:
      self = .unavailable("\(error.extendedResultCode): \(error.message)")
    default: self = .unavailable(String(describing: error))
    }
  }
}

extension DatabaseError {
  /// Whether the file can no longer be trusted to hold the written data: only a restart with recovery can
  /// tell.
  ///
  /// After a failed sync the kernel may have dropped the dirty pages, so a retry would report success without
  /// writing them.
  var isFatal: Bool {
    switch extendedResultCode {
    case .ioErrorSync, .ioErrorFolderSync, .notADatabase: true
    default: resultCode == .corrupt
    }
  }

  /// Whether the disk is the reason, not this process or another one: a restart would meet the same error.
  var isOfTheDiskAlone: Bool {
    [.full, .ioError, .readOnly].contains(resultCode)
  }
}
