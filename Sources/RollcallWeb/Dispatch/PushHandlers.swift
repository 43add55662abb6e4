import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension OfferWeb {
  /// `PUT /app/v1/push-token`
  @Sendable func pushToken(_ phone: PhoneRequest, _ reply: Reply) {
    web.uploads.refusable(phone, reply) { () throws(WireError) in
      let allowsPlainHTTP = web.channelAbilities.allowsPlainHTTP
      let asked = try PushTokenRequest.decode(bytes: phone.request.body, allowsPlainHTTP: allowsPlainHTTP)
      store.push.savePushToken(
        service: asked.provider, token: asked.token, allowsPlainHTTP: allowsPlainHTTP, from: phone.session
      ) { outcome in
        reply.send(Web.response(outcome) { Response(.noContent) })
      }
    }
  }

  /// `DELETE /app/v1/push-token/{provider}`
  @Sendable func dropPushToken(_ phone: PhoneRequest, _ reply: Reply) {
    guard let service = PushService(rawValue: phone.request.parameters["provider"] ?? ""),
      PushService.registrable.contains(service)
    else {
      store.liveness.noteContact(phone.session)
      return reply.send(Answer.make(.notFound, "Not found"))
    }
    store.push.dropPushToken(service: service, from: phone.session) { outcome in
      reply.send(Web.response(outcome) { Response(.noContent) })
    }
  }
}
