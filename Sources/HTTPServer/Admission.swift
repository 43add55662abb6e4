/// A route's decision about the head of a request, before any byte of its body is read.
public enum Admission: Sendable {
  /// Admits an unauthenticated request.
  ///
  /// Its body must arrive soon, and its connection is the first to be closed when connections run short.
  case stranger
  /// Admits an authenticated client. The text identifies it for fair sharing; it is never sent or logged. The
  /// handler finds the finding in ``Request/finding``.
  case known(String, finding: (any Sendable)? = nil)
  /// Refuses the request at once. An announced body is not awaited, and the connection ends.
  case refused(Response)
  /// Refuses an authenticated client that will come back: a body of ordinary size is read and dropped first,
  /// so that the connection can be reused.
  case postponed(Response)
}

/// How a request's head is admitted, and on which thread.
public enum AdmissionRule: Sendable {
  /// Every request is admitted, as unauthenticated.
  case open
  /// On the event loop: must return at once.
  case inline(@Sendable (Request) -> Admission)
  /// On a thread of the page lane; may block. The body is not read meanwhile.
  case work(@Sendable (Request) -> Admission)

  /// The decision, made on the calling thread.
  func decide(_ request: Request) -> Admission {
    switch self {
    case .open: .stranger
    case .inline(let decide), .work(let decide): decide(request)
    }
  }
}
