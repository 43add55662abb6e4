import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension Web {
  /// `PUT /app/v1/duty`
  @Sendable func duty(_ phone: PhoneRequest, _ reply: Reply) {
    refusable(phone, reply) { () throws(WireError) in
      let asked = try DutyRequest.decode(bytes: phone.request.body, now: store.machineTime)
      guard asked.at.map({ store.canDate([$0]) }) ?? true else { return reply.send(Self.clockInDoubt) }
      let change = DutyChange(state: asked.state, at: asked.at, id: asked.id, order: asked.order)
      store.change(duty: change, from: phone.session) { outcome in
        reply.send(Self.response(outcome) { Self.meAnswer($0) })
      }
    }
  }
}
