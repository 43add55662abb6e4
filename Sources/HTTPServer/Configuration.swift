/// How a server listens, what it allows, and where it reports.
public struct Configuration: Sendable {
  /// The address to listen on, in numbers: "127.0.0.1", "::", …
  public var address = "127.0.0.1"
  /// The port; 0 = any free one.
  public var port = 0
  /// Event loops, 2…64: one a core.
  public var threads = 2
  /// The certificate for TLS 1.2 and 1.3; nil = plain HTTP.
  public var tls: TLSFiles?
  /// Open connections, all together. Split evenly between the event loops: keep much headroom.
  public var connectionLimit = 4_096
  /// Memory for one connection's head and upload window, in bytes.
  public var connectionMemory = 32 * 1_024
  /// Hosts we answer for, in lower case, with or without a port; nil = any that is well formed. Others get 421.
  public var allowedHosts: [String]?
  /// Peers whose forwarding header is believed: addresses or networks ("10.0.0.0/8").
  public var trustedProxies: [String] = []
  /// Which header the trusted proxies write. Only one is read: the other may come from the client.
  public var forwardingHeader = ForwardingHeader.xForwarded
  /// The time that each phase of a connection may take.
  public var deadlines = Deadlines()
  /// Connections of one address that have not authenticated yet; nil = no limit. Trusted proxies are exempt.
  public var unauthenticatedConnectionsPerAddress: Int?
  /// Tells from an answer that the connection's client has authenticated.
  public var isAuthenticated: @Sendable (Request, Response) -> Bool = { _, _ in false }
  /// Threads and queue of the lane for pages.
  public var pageLane = LaneSize(threads: 2, queue: 256)
  /// Threads and queue of the lane for exports and hashing.
  public var slowLane = LaneSize(threads: 2, queue: 64)
  /// Bytes of bodies above ``smallBody`` that may be received at the same time; more get 503, and small ones go on.
  public var largeBodyBudget = 32 << 20
  /// The largest body that is not counted against the budget, in bytes.
  public var smallBody = 256 * 1_024
  /// Downloads streamed at the same time; more get 503.
  public var streamLimit = 64
  /// Renders what the server itself answers. Runs on an event loop: must be instant.
  public var refusal: @Sendable (Refusal) -> Response = Refusal.plain
  /// Sees every answer before it goes out, to add fields. When the head could not be read, the request's target is "".
  /// Runs on an event loop: must be instant.
  public var finish: @Sendable (Request, inout Response) -> Void = { _, _ in }
  /// Told of every answered request when it is over. Runs on an event loop: must be instant.
  public var observe: @Sendable (Observation) -> Void = { _ in }
  /// Messages of the library, at most ten a second.
  public var log: @Sendable (String) -> Void = { _ in }

  /// The settings above with their defaults: a loopback server on any free port.
  public init() {}

  /// Renders a refusal, with the fields that its kind requires.
  func render(_ refusal: Refusal) -> Response {
    var response = self.refusal(refusal)
    refusal.complete(&response)
    return response
  }
}

/// A header by which a proxy tells whom it speaks for.
public enum ForwardingHeader: Sendable {
  /// `X-Forwarded-For` and `X-Forwarded-Proto`.
  case xForwarded
  /// `Forwarded` (RFC 7239).
  case forwarded
}

/// Size of a lane.
public struct LaneSize: Sendable {
  /// Threads, at least 1.
  public var threads: Int
  /// Jobs that may wait; more are refused with 503.
  public var queue: Int

  /// A size.
  public init(threads: Int, queue: Int) {
    self.threads = threads
    self.queue = queue
  }
}

/// The time that each phase of a connection may take. Whoever takes longer is cut off, or answered 503 by us.
public struct Deadlines: Sendable {
  /// From accept, or from a later request's first line, to the end of the head.
  public var header = Duration.seconds(10)
  /// From the end of one answer to the first line of the next request.
  public var idle = Duration.seconds(60)
  /// For the body; longer by one second for each ``bodyRate`` bytes received.
  public var body = Duration.seconds(20)
  /// The slowest upload, in bytes a second.
  public var bodyRate = 500
  /// For a reader that takes nothing of the answer.
  public var reader = Duration.seconds(20)
  /// For deferred handlers and the page lane, until 503.
  public var job = Duration.seconds(5)
  /// For the slow lane, and for each chunk of a stream.
  public var slowJob = Duration.seconds(30)
  /// For ``Server/stop()``: what is not answered by then gets 503, a download is cut.
  public var stop = Duration.seconds(10)

  /// The defaults.
  public init() {}
}
