import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension ConnectWeb {
  /// `GET /connect/{secret}`: how the app is set up, for the browser of the phone itself. No report, and no contact.
  @Sendable func showSetUp(_ request: Request) -> Response {
    secretAnswer(request) { device, person, workspace in
      let app = device.app
      let code = ConnectCode(
        app, enrolment(of: app, request.parameters["secret"] ?? "", device.intervals, request))
      return web.html(
        pages.render(
          SetUpPage(
            title: Words.Connect.setUp(app.shortName), person: person.name, workspace: workspace.name,
            code: code)))
    }
  }

  /// `GET /connect/{secret}/{file}`: the file that the app opens.
  @Sendable func setUpFile(_ request: Request) -> Response {
    secretAnswer(request) { device, _, _ in
      let words = enrolment(
        of: device.app, request.parameters["secret"] ?? "", device.intervals, request)
      guard let file = words.file, file.name == request.parameters["file"] else { return nil }
      var response = Response(
        .ok, headers: [.contentType: file.type], body: .bytes(Array(file.text.utf8)))
      response.headers[.contentDisposition] = "attachment; filename=\"\(file.name)\""
      return response
    }
  }

  /// An answer for the holder of a working device's secret; for `nil` and every other secret the page does
  /// not exist.
  private func secretAnswer(
    _ request: Request, _ made: (AdapterDevice, Responder, Workspace) -> Response?
  ) -> Response {
    web.answer(request) { () throws(StoreError) -> Response in
      guard let device = store.adapters.find(secret: request.parameters["secret"] ?? ""),
        device.revokedAt == nil,
        let workspace = try store.fleet.workspaces().first(where: { $0.id == device.workspace }),
        let person = store.boards.entry(of: device.responder, in: workspace.id)?.person,
        let response = made(device, person, workspace)
      else { return Self.unlinked(strangersAnswer(request)) }
      return Self.unlinked(response)
    }
  }

  /// The answer to a link that does not exist: slowed down for networks that try many. A working link is
  /// never refused, because others in the same network may be guessing.
  ///
  /// - Parameter page: the page to answer with; `nil` = not found.
  func strangersAnswer(_ request: Request, _ page: (() -> Response)? = nil) -> Response {
    guard limits.links.consume(request.network, now: store.clock()) else {
      var response = web.html(pages.render(MessagePage(status: 429)), status: .tooManyRequests)
      response.headers[.retryAfter] = "\(AddressRates.pause)"
      return response
    }
    return page?() ?? web.message(.notFound, request)
  }

  /// A page whose address is a secret: it sends no referrer, and search engines must not index it.
  static func unlinked(_ response: Response) -> Response {
    var response = response
    for (name, value) in [("Referrer-Policy", "no-referrer"), ("X-Robots-Tag", "noindex, nofollow")] {
      if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
    return response
  }
}
