import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// A request of a phone whose session is known and alive.
struct PhoneRequest: Sendable {
  let request: Request
  let session: PhoneSession
}

/// A handler for phones: answers later, from the writer's thread.
typealias PhoneHandler = @Sendable (PhoneRequest, Reply) -> Void

extension Web {
  /// Why a phone is not let in.
  private enum Denial: Error {
    case invalid, expired, revoked

    var code: Code {
      switch self {
      case .invalid: .tokenInvalid
      case .expired: .tokenExpired
      case .revoked: .sessionRevoked
      }
    }

    var message: String {
      switch self {
      case .invalid: "No valid access token"
      case .expired: "The access token has expired"
      case .revoked: "The session was ended"
      }
    }
  }

  /// The session of the request's bearer token.
  private func session(of request: Request) throws(Denial) -> PhoneSession {
    guard let token = Self.bearer(request), let session = store.sessions.find(token: token) else {
      throw .invalid
    }
    if session.revokedAt != nil { throw denied(.revoked, session) }
    if session.expiresAt <= store.clock() {
      // Nothing to note: the phone gets another token by itself.
      throw session.isRefreshable ? .expired : denied(.expired, session)
    }
    return session
  }

  /// A session that has ended: no contact, but evidence.
  private func denied(_ denial: Denial, _ session: PhoneSession) -> Denial {
    if rates.take(session.id, now: store.clock()) {
      store.noteDenied(session, code: denial.code.rawValue)
    }
    return denial
  }

  /// Looks at the head of a phone's request: lets it in (`nil`), or answers why not before its body is read.
  @Sendable func admitPhone(_ request: Request) -> Response? {
    do throws(Denial) {
      let session = try session(of: request)
      if !rates.take(session.id, now: store.clock()) {
        store.noteContact(session)
        return Answer.refusal(.tooManyRequests, .rateLimited, "Too many requests", retryAfter: 1)
      }
      guard store.hasRoom else {
        return Answer.refusal(.serviceUnavailable, .unavailable, "The server is behind", retryAfter: 2)
      }
      store.noteAddress(request.peer, of: session)
      return nil
    } catch {
      return Answer.unauthorized(error.code, error.message)
    }
  }

  /// The phone's session for a refusal of the request itself: a refused body is a contact all the same.
  func noteRefusedPhone(_ request: Request) {
    if let session = try? session(of: request) { store.noteContact(session) }
  }

  /// A route for phones.
  func phone(
    _ method: HTTPRequest.Method, _ pattern: String, body: Route.BodyRule = .none,
    _ handler: @escaping PhoneHandler
  ) -> Route {
    Route(
      method, pattern, body: body, audience: "phone", admit: admitPhone,
      handler: .deferred { request, reply in answerPhone(request, reply, handler) })
  }

  /// Lets a phone's request through to its handler.
  func answerPhone(_ request: Request, _ reply: Reply, _ handler: PhoneHandler) {
    do throws(Denial) {
      handler(PhoneRequest(request: request, session: try session(of: request)), reply)
    } catch {
      reply.send(Answer.unauthorized(error.code, error.message))
    }
  }

  /// A route for phones that only reads, and may block.
  func phoneQuery(
    _ method: HTTPRequest.Method, _ pattern: String,
    _ handler: @escaping @Sendable (PhoneRequest) throws(StoreError) -> Response
  ) -> Route {
    Route(
      method, pattern, audience: "phone", admit: admitPhone,
      handler: .work(.slow) { request in
        do throws(Denial) {
          let phone = PhoneRequest(request: request, session: try session(of: request))
          do throws(StoreError) { return try handler(phone) } catch { return Self.refusal(error) }
        } catch {
          return Answer.unauthorized(error.code, error.message)
        }
      })
  }

  /// The token of an `Authorization: Bearer` field, or `nil`.
  static func bearer(_ request: Request) -> String? {
    guard let value = request.headers[.authorization] else { return nil }
    let parts = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
    guard parts.count == 2, parts[0].count == 6, String(parts[0])?.lowercased() == "bearer" else {
      return nil
    }
    return String(parts[1])
  }
}
