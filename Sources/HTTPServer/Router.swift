public import HTTPTypes

/// The table of routes.
public struct Router: Sendable {
  /// Why a route table is invalid.
  public enum Fault: Error, Equatable {
    /// Not "/" and segments, an unclosed brace, or one name twice.
    case badPattern(String)
    /// The same method and path twice, even under different parameter names.
    case duplicate(String)
  }

  private let tree: RouteTree

  /// The patterns with their methods in the order given, for documents and tests.
  public let patterns: [(method: HTTPRequest.Method, pattern: String)]

  /// A table of these routes.
  public init(_ routes: [Route]) throws(Fault) {
    var parsed: [(pattern: RoutePattern, route: Route)] = []
    var shapes: Set<String> = []
    for route in routes {
      let pattern = try RoutePattern(route.pattern)
      guard shapes.insert(Self.shape(pattern, route.method)).inserted else {
        throw .duplicate("\(route.method.rawValue) \(route.pattern)")
      }
      parsed.append((pattern, route))
    }
    tree = RouteTree(parsed)
    patterns = routes.map { ($0.method, $0.pattern) }
  }

  /// A route that was found, with what its parameters matched.
  struct Match: Sendable {
    let route: Route
    let parameters: [String: String]
  }

  /// The route for a decoded path and a method.
  func match(_ method: HTTPRequest.Method, _ path: String) throws(Rejection) -> Match {
    guard let (leaf, values) = tree.find(path) else { throw Rejection(.notFound) }
    guard let entry = leaf.entry(for: method) else { throw Rejection(.methodNotAllowed(allow: leaf.allow)) }
    guard !values.isEmpty else { return Match(route: entry.route, parameters: [:]) }
    let parameters = Dictionary(zip(entry.names, values)) { first, _ in first }
    return Match(route: entry.route, parameters: parameters)
  }

  private static func shape(_ pattern: RoutePattern, _ method: HTTPRequest.Method) -> String {
    let segments = pattern.segments.map { segment in
      switch segment {
      case .literal(let text): text
      case .parameter(_, let ending): "{}" + ending
      }
    }
    return method.rawValue + " /" + segments.joined(separator: "/")
  }
}

/// A refusal on its way out of a check.
struct Rejection: Error {
  let kind: Refusal.Kind

  init(_ kind: Refusal.Kind) {
    self.kind = kind
  }
}

extension Router {
  /// The route table as a function, without a socket: the same 404, 405 and body rules, admission, refusals and finish.
  ///
  /// Work runs on the calling task, there are no deadlines. HEAD and 304 have the GET answer's fields, its
  /// length, and no body.
  public func respond(to request: Request, configuration: Configuration = Configuration()) async -> Response {
    var request = request
    var response: Response
    do throws(Rejection) {
      let match = try match(request.method, request.path)
      request.parameters = match.parameters
      request.routePattern = match.route.pattern
      try BodyCheck.check(
        match.route.body, method: request.method, headers: request.headers, length: request.body.count)
      response = await Self.answer(request, match.route, configuration)
    } catch {
      response = configuration.render(Refusal(error.kind, request: request))
    }
    configuration.finish(request, &response)
    return request.method == .head || response.status == .notModified ? Self.withoutBody(response) : response
  }

  private static func answer(_ request: Request, _ route: Route, _ configuration: Configuration) async
    -> Response
  {
    var (head, admitted) = (request, request)
    head.body = []
    switch route.admission.decide(head) {
    case .refused(let answer), .postponed(let answer): return answer
    case .stranger: break
    case .known(_, let finding): admitted.finding = finding
    }
    return await handle(admitted, route, configuration)
  }

  private static func handle(_ request: Request, _ route: Route, _ configuration: Configuration) async
    -> Response
  {
    switch route.handler {
    case .inline(let handler), .work(_, let handler):
      return handler(request)
    case .deferred(let handler):
      return await withCheckedContinuation { continuation in
        handler(
          request,
          Reply(outcome: { outcome in
            switch outcome {
            case .sent(let response): continuation.resume(returning: response)
            case .dropped:
              continuation.resume(
                returning: configuration.render(Refusal(.internalError, request: request)))
            }
          }))
      }
    }
  }

  private static func withoutBody(_ response: Response) -> Response {
    var response = response
    switch response.body {
    case .none: response.headers[.contentLength] = "0"
    case .bytes(let bytes): response.headers[.contentLength] = String(bytes.count)
    case .stream: break
    }
    response.body = .none
    return response
  }
}
