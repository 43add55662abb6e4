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

extension Door {
  /// Why a phone is refused.
  private enum Denial: Error {
    case invalid, expired, revoked
    /// By a clock that may be wrong.
    case perhaps

    var response: Response {
      if case .perhaps = self { return UploadWeb.clockInDoubt }
      return Answer.unauthorized(code, message)
    }

    var code: Code {
      switch self {
      case .perhaps: .unavailable
      case .invalid: .tokenInvalid
      case .expired: .tokenExpired
      case .revoked: .sessionRevoked
      }
    }

    var message: String {
      switch self {
      case .perhaps: UploadWeb.doubtWords
      case .invalid: "No valid access token"
      case .expired: "The access token has expired"
      case .revoked: "The session was ended"
      }
    }
  }

  /// The session of the request's bearer token, even if it has ended.
  func tokenSession(_ request: Request) -> Admitted<PhoneSession>? {
    Admitted.of(store.sessions.changes) {
      Self.bearer(request).flatMap { store.sessions.find(token: $0) }
    }
  }

  /// The same for the handler of a request that was admitted.
  func admittedSession(_ request: Request) -> PhoneSession? {
    request.found(PhoneSession.self, after: store.sessions.changes) ?? tokenSession(request)?.value
  }

  /// The session, if it may act now.
  private func living(_ session: PhoneSession?) throws(Denial) -> PhoneSession {
    guard let session else { throw .invalid }
    if session.revokedAt != nil { throw denied(.revoked, session) }
    if let doubt = store.clockDoubt { return try lasting(session, through: doubt) }
    if session.expiresAt <= store.clock() {
      // Nothing to record: the phone gets another token by itself.
      throw session.isRefreshable ? .expired : denied(.expired, session)
    }
    return session
  }

  /// A session while the clock is in doubt: its token expires only when its end has certainly passed.
  private func lasting(_ session: PhoneSession, through doubt: ClockDoubt) throws(Denial) -> PhoneSession {
    // The estimate is never later than the true time; a clock that is behind proves nothing.
    guard doubt.direction == .ahead else {
      guard session.expiresAt > doubt.latest else { throw .perhaps }
      return session
    }
    if session.expiresAt > doubt.estimate { return session }
    // The phone gets another token by a refresh, which does not expire.
    throw session.isRefreshable ? .expired : .perhaps
  }

  /// A session that has ended: no contact, but evidence.
  private func denied(_ denial: Denial, _ session: PhoneSession) -> Denial {
    if limits.phones.consume(session.id, now: store.clock()) {
      store.tracking.recordDenial(session, code: denial.code.rawValue)
    }
    return denial
  }

  /// Checks the head of a phone's request: admits it, or answers the refusal before its body is read.
  @Sendable func admitPhone(_ request: Request) -> Admission { admitPhone(request, tokenSession(request)) }

  /// The same for the session that the token was found to belong to.
  func admitPhone(_ request: Request, _ found: Admitted<PhoneSession>?) -> Admission {
    do throws(Denial) {
      let session = try living(found?.value)
      if !limits.phones.consume(session.id, now: store.clock()) {
        store.liveness.noteContact(session)
        return .postponed(
          Answer.refusal(.tooManyRequests, .rateLimited, "Too many requests", retryAfter: 1))
      }
      guard store.hasRoom else { return .postponed(Self.isBehind) }
      store.phones.recordAddress(request.peer, of: session)
      return .known(Self.asker(session), finding: found)
    } catch {
      if case .perhaps = error { return .postponed(error.response) }
      return .refused(error.response)
    }
  }

  static var isBehind: Response {
    Answer.refusal(.serviceUnavailable, .unavailable, "The server is behind", retryAfter: 2)
  }

  /// Identifies a phone where turns are taken.
  static func asker(_ session: PhoneSession) -> String { "phone:\(session.id.rawValue)" }

  /// Finds the phone's session for a refused request: a refused body still counts as a contact.
  func noteRefusedPhone(_ request: Request) {
    if let session = try? living(admittedSession(request)) { store.liveness.noteContact(session) }
  }

  /// A route for phones.
  func phone(
    _ method: HTTPRequest.Method, _ pattern: String, body: Route.BodyRule = .none,
    _ handler: @escaping PhoneHandler
  ) -> Route {
    Route(
      method, pattern, body: body, audience: "phone", admission: .inline(admitPhone),
      handler: .deferred { request, reply in
        answerPhone(request, admittedSession(request), reply, handler)
      })
  }

  /// Passes a phone's request to its handler.
  func answerPhone(
    _ request: Request, _ session: PhoneSession?, _ reply: Reply, _ handler: PhoneHandler
  ) {
    do throws(Denial) {
      handler(PhoneRequest(request: request, session: try living(session)), reply)
    } catch {
      reply.send(error.response)
    }
  }

  /// A route for phones that only reads, and may block.
  func phoneQuery(
    _ method: HTTPRequest.Method, _ pattern: String,
    _ handler: @escaping @Sendable (PhoneRequest) throws(StoreError) -> Response
  ) -> Route {
    Route(
      method, pattern, audience: "phone", admission: .inline(admitPhone),
      handler: .work(.slow) { request in
        do throws(Denial) {
          let phone = PhoneRequest(request: request, session: try living(admittedSession(request)))
          do throws(StoreError) {
            var response = try handler(phone)
            let token = Self.bearer(request) ?? ""
            response.isStillAllowed = {
              store.sessions.find(token: token).map { $0.revokedAt == nil } ?? false
            }
            return response
          } catch { return Web.refusal(error) }
        } catch {
          return error.response
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
