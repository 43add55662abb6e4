import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension Web {
  /// Renders the server's own refusals: an envelope for programs, a page for people.
  @Sendable func refuse(_ refusal: Refusal) -> Response {
    guard let request = refusal.request else { return Refusal.plain(refusal) }
    if Self.isAPI(request) { door.noteRefusedPhone(request) }
    guard Self.isAPI(request) || Door.isForPrograms(request) else {
      return html(pages.render(MessagePage(status: refusal.status.code)), status: refusal.status)
    }
    // For a stranger the missing login matters more than the form's content type.
    if case .unsupportedMediaType = refusal.kind, Self.isStrangerAtConsole(request) {
      return Door.loginOrKeyNeeded
    }
    let (code, message) = Self.words(refusal.kind)
    return Answer.refusal(refusal.status, code, message)
  }

  /// Whether a client without a cookie or key asks for a page of the console.
  private static func isStrangerAtConsole(_ request: Request) -> Bool {
    let path = request.path.utf8
    let isConsole = path.starts(with: "/w/".utf8) || path.starts(with: "/account".utf8)
    return isConsole && request.headers[.authorization] == nil && LoginCookie.session.value(request) == nil
      && LoginCookie.screen.value(request) == nil
  }

  /// Runs a handler of the console; a store that cannot answer becomes a page or an envelope.
  func answer(_ request: Request, _ handler: () throws(StoreError) -> Response) -> Response {
    // Its writes are audited with the client's address.
    CSVStyle.$current.withValue(CSVStyle(of: request)) {
      AuditOrigin.$current.withValue(request.peer) {
        do throws(StoreError) { return try handler() } catch {
          switch error {
          case .notFound: return message(.notFound, request)
          case .invalid(let text), .conflict(let text): return message(.badRequest, request, detail: text)
          case .keyReused: return message(.badRequest, request)
          case .unavailable: return message(.serviceUnavailable, request)
          }
        }
      }
    }
  }

  /// The answer to the store's result.
  static func response<Value>(
    _ outcome: Result<Value, StoreError>, _ success: (Value) -> Response
  ) -> Response {
    switch outcome {
    case .success(let value): success(value)
    case .failure(let error): refusal(error)
    }
  }

  /// An error answer, in the format that the client reads.
  func message(
    _ status: HTTPResponse.Status, _ request: Request, _ visitor: Visitor? = nil, detail: String? = nil
  ) -> Response {
    guard !Door.isForPrograms(request) || request.isClick else {
      let (code, words) = Self.words(status)
      let wait = status == .serviceUnavailable ? 2 : nil
      return Answer.refusal(status, code, detail ?? words, retryAfter: wait)
    }
    let home = visitor.map { AccountWeb.startPage($0.workspace, $0.role) } ?? "/"
    let isFound = visitor.map { !$0.role.allows(.viewLiveMap) } ?? false
    var page = MessagePage(
      status: status.code, detail: detail, home: home,
      back: isFound ? Words.Find.back : Words.Messages.backBoard)
    if status == .forbidden, let visitor {
      page.advice = Words.Messages.forbidden(RoleWords.label(visitor.role).lowercased())
      page.others = Shell.Section.others(for: visitor, now: store.clock())
    }
    return html(pages.render(page), status: status)
  }

  /// A rendered page.
  func html(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(status, headers: [.contentType: "text/html; charset=utf-8"], body: .bytes(bytes))
  }

  /// The answer to a phone when the store refused its request.
  static func refusal(_ error: StoreError) -> Response {
    switch error {
    case .notFound: Answer.refusal(.notFound, .notFound, "Not found")
    case .invalid(let text): Answer.refusal(.badRequest, .validationError, text)
    case .conflict: Answer.refusal(.conflict, .conflict, "Conflict")
    case .keyReused:
      Answer.refusal(
        .unprocessableContent, .idempotencyKeyReused, "The idempotency key was used for other pings")
    case .unavailable:
      Answer.refusal(.serviceUnavailable, .unavailable, "Nothing was stored, try again", retryAfter: 2)
    }
  }

  private static func isAPI(_ request: Request) -> Bool {
    let path = request.path.utf8
    return ["/app/", "/api/", "/ingest/", "/locations"].contains { path.starts(with: $0.utf8) }
  }

  private static func words(_ kind: Refusal.Kind) -> (Code, String) {
    switch kind {
    case .badRequest(let reason): (.validationError, reason)
    case .notFound: (.notFound, "Not found")
    case .methodNotAllowed: (.methodNotAllowed, "Method not allowed")
    case .lengthRequired: (.lengthRequired, "A Content-Length is required, Transfer-Encoding is not accepted")
    case .payloadTooLarge: (.payloadTooLarge, "The body is too large")
    case .unsupportedMediaType: (.unsupportedMediaType, "The body must be application/json, not encoded")
    case .tooManyRequests: (.rateLimited, "Too many requests")
    case .unavailable: (.unavailable, "Nothing was stored, try again")
    case .internalError: (.unavailable, "Internal error")
    default: (.validationError, "The request is not acceptable")
    }
  }

  private static func words(_ status: HTTPResponse.Status) -> (Code, String) {
    switch status {
    case .forbidden: (.forbidden, "The role does not include this")
    case .notFound: (.notFound, "Not found")
    case .serviceUnavailable: (.unavailable, "Try again")
    default: (.validationError, "The request is not acceptable")
    }
  }
}

extension Request {
  /// Whether somebody followed a link to a file with a browser: they read a page, not an envelope.
  fileprivate var isClick: Bool {
    method == .get && headers[.authorization] == nil && path.utf8.suffix(4).elementsEqual(".pdf".utf8)
      && (headers[.accept] ?? "").contains("text/html")
  }

  /// Whether the body is JSON: programs send it, forms do not.
  var sendsJSON: Bool {
    guard let type = mediaType else { return false }
    return type == "application/json" || type.utf8.suffix(5).elementsEqual("+json".utf8)
  }
}

extension Shell.Section {
  /// The pages where somebody goes on who may not see another.
  fileprivate static func others(for visitor: Visitor, now: Timestamp) -> [Link] {
    guard !visitor.isScreen else { return [] }
    let sections: [Shell.Section] = [.past, .responders, .incidents, .reports]
    return sections.filter { visitor.role.allows($0.permission) }
      .map { Link(label: $0.label, href: $0.href(visitor.workspace.slug, now: now)) }
  }
}
