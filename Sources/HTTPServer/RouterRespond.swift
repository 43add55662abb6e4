import HTTPTypes

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
