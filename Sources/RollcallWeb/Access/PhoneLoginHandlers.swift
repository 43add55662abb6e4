import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension ConnectWeb {
  /// The largest body of a login.
  private static let loginLimit = 8_192

  /// Logins of phones by number: public, limited for each network.
  var phoneLoginRoutes: [Route] {
    [
      phoneLogin("/app/v1/auth/otp", admitLogin, requestOTP),
      phoneLogin("/app/v1/auth/token", admitLogin, loginByOTP),
      phoneLogin("/app/v1/auth/refresh", admitRefresh, refresh),
    ]
  }

  private func phoneLogin(
    _ pattern: String, _ admit: @escaping @Sendable (Request) -> Admission,
    _ handler: @escaping @Sendable (Request, Reply) throws(WireError) -> Void
  ) -> Route {
    Route(
      .post, pattern, body: .json(limit: Self.loginLimit), admission: .inline(admit),
      handler: .deferred { request, reply in
        do throws(WireError) { try handler(request, reply) } catch {
          reply.send(.json(BatchAnswer.refused(error), status: .badRequest))
        }
      })
  }

  @Sendable private func admitLogin(_ request: Request) -> Admission {
    admit(request, limits.logins)
  }

  @Sendable private func admitRefresh(_ request: Request) -> Admission {
    admit(request, limits.refreshes)
  }

  private func admit(_ request: Request, _ rates: AddressRates) -> Admission {
    guard rates.consume(request.network, now: store.clock()) else {
      return .refused(Self.tooManyLogins)
    }
    guard store.hasRoom else {
      return .refused(
        Answer.refusal(.serviceUnavailable, .unavailable, "The server is behind", retryAfter: 2))
    }
    return .stranger
  }

  private static var tooManyLogins: Response {
    Answer.refusal(.tooManyRequests, .rateLimited, "Too many requests", retryAfter: AddressRates.pause)
  }

  /// `POST /app/v1/auth/otp`: answers before anything is sent, and the same whether or not the number is
  /// known.
  @Sendable private func requestOTP(_ request: Request, _ reply: Reply) throws(WireError) {
    let asked = try OTPRequest.decode(bytes: request.body)
    guard limits.codeRequests.consume(request.network, now: store.clock()) else {
      return reply.send(Self.tooManyLogins)
    }
    store.phones.requestOTP(asked.number, device: asked.deviceID, network: request.network.name) {
      [otpDelivery = web.otpDelivery] outcome in
      reply.send(
        Web.response(outcome) { _ in Answer.make(.accepted, "If the number is known, a code is on its way") }
      )
      if case .success(let message?) = outcome { otpDelivery.send(message) }
    }
  }

  /// `POST /app/v1/auth/token`
  @Sendable private func loginByOTP(_ request: Request, _ reply: Reply) throws(WireError) {
    let asked = try TokenRequest.decode(bytes: request.body)
    store.phones.loginByOTP(
      asked.number, code: asked.otp, device: asked.deviceID, network: request.network.name,
      about: asked.device
    ) { [store] outcome in
      if case .success(let login?) = outcome { store.phones.recordAddress(request.peer, of: login.session) }
      reply.send(
        Web.response(outcome) { login in
          guard let login else { return Answer.unauthorized(.tokenInvalid, "The code is not valid") }
          return Self.answer(login.tokens, of: login.responder)
        })
    }
  }

  /// `POST /app/v1/auth/refresh`
  @Sendable private func refresh(_ request: Request, _ reply: Reply) throws(WireError) {
    let asked = try RefreshRequest.decode(bytes: request.body)
    store.phones.refresh(asked.token, device: asked.deviceID) { outcome in
      reply.send(
        Web.response(outcome) { outcome in
          switch outcome {
          case .issued(let tokens): Self.answer(tokens)
          case .unknown: Answer.unauthorized(.tokenInvalid, "No valid refresh token")
          case .expired: Answer.unauthorized(.tokenExpired, "The refresh token has expired")
          case .revoked: Answer.unauthorized(.sessionRevoked, "The session was ended")
          }
        })
    }
  }

  /// `POST /app/v1/auth/logout`
  @Sendable func phoneLogout(_ phone: PhoneRequest, _ reply: Reply) {
    store.phones.logout(phone.session) { outcome in
      reply.send(Web.response(outcome) { Response(.noContent) })
    }
  }

  private static func answer(_ tokens: PhoneTokens, of responder: Responder? = nil) -> Response {
    Answer.make(.ok, "Welcome") { data in
      data.object { body in
        body.member("access_token", tokens.access)
        body.member("refresh_token", tokens.refresh)
        body.member("token_type", "Bearer")
        body.member("expires_in", tokens.expiresIn / 1_000)
        guard let responder else { return }
        body.object("responder") {
          $0.member("id", responder.id)
          $0.member("name", responder.name)
          $0.member("profile", responder.profile)
          $0.member("region", responder.region)
          $0.member("external_id", responder.externalID)
        }
      }
    }
  }
}
