/// What a route says to the head of a request, before any byte of its body is read.
public enum Admission: Sendable {
  /// Lets the request in without knowing who asks.
  ///
  /// Its body must come soon, and its connection is the first to go when connections run short.
  case stranger
  /// Lets in somebody who has proved who they are. The text tells askers apart, so that one of them cannot take
  /// what is meant for all; it is never sent or logged. The handler finds the finding in ``Request/finding``.
  case known(String, finding: (any Sendable)? = nil)
  /// Turns the request away at once. When a body was announced, it is not awaited and the connection ends.
  case refused(Response)
  /// Turns away somebody who has proved who they are and will come back: a body of a usual size is taken in and
  /// dropped first, so that the connection can be used again.
  case postponed(Response)
}

/// Who decides about a request's head, and where.
public enum AdmissionRule: Sendable {
  /// Everybody is let in, as a stranger.
  case open
  /// On the event loop: must be instant.
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
