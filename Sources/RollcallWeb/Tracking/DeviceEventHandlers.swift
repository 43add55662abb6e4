import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension UploadWeb {
  /// `POST /app/v1/device-events`
  @Sendable func deviceEvents(_ phone: PhoneRequest, _ reply: Reply) {
    refusable(phone, reply) { () throws(WireError) in
      let events = try DeviceEventsRequest.decode(bytes: phone.request.body, now: store.machineTime)
      guard !mayBlameClock(events.errors), store.canDate(events.events.map(\.at)) else {
        return reply.send(Self.clockInDoubt)
      }
      guard events.errors.isEmpty else {
        store.liveness.noteContact(phone.session)
        return reply.send(.json(BatchAnswer.invalid(events.errors), status: .badRequest))
      }
      store.tracking.record(events.events, from: phone.session) { outcome in
        reply.send(
          Web.response(outcome) { stored in
            Answer.make(.created, "Events Saved") { data in
              data.object {
                $0.member("count", events.events.count)
                $0.member("stored", stored)
                $0.member("duplicates", events.events.count - stored)
              }
            }
          })
      }
    }
  }

  /// Runs a handler whose body may be refused; a refusal still counts as a contact.
  func refusable(_ phone: PhoneRequest, _ reply: Reply, _ body: () throws(WireError) -> Void) {
    do throws(WireError) { try body() } catch {
      store.liveness.noteContact(phone.session)
      guard !mayBlameClock(error) else { return reply.send(Self.clockInDoubt) }
      reply.send(.json(BatchAnswer.refused(error), status: .badRequest))
    }
  }
}
