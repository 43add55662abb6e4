import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension LivenessWeb {
  /// `PUT /app/v1/duty`
  @Sendable func duty(_ phone: PhoneRequest, _ reply: Reply) {
    web.uploads.refusable(phone, reply) { () throws(WireError) in
      let asked = try DutyRequest.decode(bytes: phone.request.body, now: store.machineTime)
      guard asked.at.map({ store.canDate([$0]) }) ?? true else { return reply.send(UploadWeb.clockInDoubt) }
      let change = DutyChange(state: asked.state, at: asked.at, id: asked.id, order: asked.order)
      store.liveness.change(duty: change, from: phone.session) { outcome in
        reply.send(Web.response(outcome) { UploadWeb.meAnswer($0) })
      }
    }
  }
}
