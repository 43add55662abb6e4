import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension EventWeb {
  /// `POST /api/events/{slug}/activity`: one activity.
  @Sendable func eventActivity(_ phone: PhoneRequest, _ reply: Reply) {
    takeActivities(phone, reply) { bytes, now throws(WireError) in
      try ActivityRequest.decodeSingle(bytes: bytes, now: now)
    }
  }

  /// `POST /api/events/{slug}/activity/batch`: a list of activities, bare or as `activities`.
  @Sendable func eventActivities(_ phone: PhoneRequest, _ reply: Reply) {
    takeActivities(phone, reply) { bytes, now throws(WireError) in
      try ActivityRequest.decode(bytes: bytes, now: now)
    }
  }

  private func takeActivities(
    _ phone: PhoneRequest, _ reply: Reply,
    decode: ([UInt8], Timestamp) throws(WireError) -> ActivityRequest
  ) {
    do throws(WireError) {
      let body = phone.request.body
      let decoded = try decode(body, store.machineTime)
      guard !web.uploads.mayBlameClock(decoded.errors), store.canDate(decoded.activities.map(\.at)) else {
        return reply.send(UploadWeb.clockInDoubt)
      }
      let upload = ActivityUpload(
        activities: decoded.activities,
        rejections: RejectionReasons.of(decoded.errors, unknown: decoded.unknownValues), bytes: body.count)
      store.events.ingest(upload, of: phone.request.parameters["slug"] ?? "", from: phone.session) {
        outcome in
        reply.send(Web.response(outcome) { Self.response($0, rejected: decoded.errors) })
      }
    } catch {
      guard !web.uploads.mayBlameClock(error) else { return reply.send(UploadWeb.clockInDoubt) }
      store.tracking.recordRefusal(phone.session, RejectionReasons.of(error))
      reply.send(.json(BatchAnswer.refused(error), status: .badRequest))
    }
  }

  private static func response(_ verdict: ActivityVerdict, rejected: [PingError]) -> Response {
    switch verdict {
    case .taken(let result):
      Answer.make(.created, "Activities Saved") {
        $0.object { $0.upload(BatchAnswer(result, rejected: rejected)) }
      }
    case .noEvent: Answer.make(.notFound, "There is no such event")
    case .noParticipant: Answer.make(.forbidden, "You do not take part in this event")
    }
  }
}
