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
  /// Peers whose forwarding header is trusted: addresses or networks ("10.0.0.0/8").
  public var trustedProxies: [String] = []
  /// The header that the trusted proxies write. Only one is read: the other may come from the client.
  public var forwardingHeader = ForwardingHeader.xForwarded
  /// The time that each phase of a connection may take.
  public var deadlines = Deadlines()
  /// Unauthenticated connections that one network (see ``ClientNetwork``) keeps when connections run short: what it has
  /// beyond them is closed first, the oldest first. Nil = all networks together. While there is room a network may have
  /// any number, because all phones of a carrier connect at once after a restart. Behind a trusted proxy the clients that
  /// it names are counted, during their requests.
  public var unauthenticatedConnectionsPerNetwork: Int?
  /// Guesses from the head who sends a request; nil = a stranger. Used only for fair turns in a lane. Runs on
  /// an event loop: must return at once.
  public var knownAsker: @Sendable (Request) -> String? = { _ in nil }
  /// The lane for pages.
  public var pageLane = LaneSize(threads: 2, queue: 256, perAsker: 128)
  /// The lane for reports and exports: one job at a time for each asker.
  public var slowLane = LaneSize(threads: 2, queue: 64, perAsker: 16, atOnce: 1)
  /// The lane for password hashing of clients that are not logged in. A few colleagues behind one address may
  /// log in at the same moment.
  public var hashingLane = LaneSize(threads: 1, queue: 8, perAsker: 4, atOnce: 1)
  /// Bytes of bodies above ``smallBody`` that may be held at the same time, counted as they arrive. When the
  /// budget is used up, a large request gets 503, and small ones go on.
  public var largeBodyBudget = 32 << 20
  /// The largest body that is not counted against the budget, in bytes.
  public var smallBody = 256 * 1_024
  /// Downloads streamed at the same time; more get 503.
  public var streamLimit = 64
  /// Downloads streamed to one asker at the same time; more get 429.
  public var streamsPerAsker = 8
  /// Renders the server's own answers. Runs on an event loop: must return at once.
  public var refusal: @Sendable (Refusal) -> Response = Refusal.plain
  /// Called with every answer before it is sent, to add fields. When the head could not be read, the
  /// request's target is "". Runs on an event loop: must return at once.
  public var finish: @Sendable (Request, inout Response) -> Void = { _, _ in }
  /// Called with every answered request when it is over. Runs on an event loop: must return at once.
  public var observe: @Sendable (Observation) -> Void = { _ in }
  /// Called with messages of the library, at most ten a second.
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

/// A header in which a proxy names its client.
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
  /// Jobs that may wait, strangers and others counted apart; more are refused with 503.
  public var queue: Int
  /// Jobs of one asker that may wait or run; more are refused with 429.
  public var perAsker: Int
  /// Jobs of one asker that may run at the same time; the others wait for their turn.
  public var atOnce: Int

  /// A size; without a limit for one asker by default.
  public init(threads: Int, queue: Int, perAsker: Int = .max, atOnce: Int = .max) {
    self.threads = threads
    self.queue = queue
    self.perAsker = perAsker
    self.atOnce = atOnce
  }
}

/// The time that each phase of a connection may take. A slower client is cut off; a slower handler is
/// answered with 503.
public struct Deadlines: Sendable {
  /// From accept, or from a later request's first line, to the end of the head.
  public var header = Duration.seconds(10)
  /// From the end of one answer to the first line of the next request.
  public var idle = Duration.seconds(60)
  /// For the body; longer by one second for each ``bodyRate`` bytes received.
  public var body = Duration.seconds(20)
  /// The same for the body of an unauthenticated request.
  public var strangerBody = Duration.seconds(5)
  /// The slowest upload, in bytes a second.
  public var bodyRate = 500
  /// For a reader that accepts no bytes of the answer.
  public var reader = Duration.seconds(20)
  /// The same for a reader of a stream while all stream places are taken.
  public var hurriedReader = Duration.seconds(5)
  /// For deferred handlers and the page lane, until 503.
  public var job = Duration.seconds(5)
  /// For the slow and the hashing lane, and for each chunk of a stream.
  public var slowJob = Duration.seconds(30)
  /// For ``Server/stop()``: requests not answered by then get 503, downloads are cut.
  public var stop = Duration.seconds(10)

  /// The defaults.
  public init() {}
}
