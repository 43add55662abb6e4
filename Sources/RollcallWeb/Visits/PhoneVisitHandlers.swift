import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension VisitWeb {
  /// `GET /app/v1/visits`: the responder's own, from yesterday's to the day after tomorrow's.
  @Sendable func phoneVisits(_ phone: PhoneRequest, _ reply: Reply) {
    store.visits.all(of: phone.session) { outcome in
      reply.send(
        Web.response(outcome) { visits in
          Answer.make(.ok, "Visits") { data in
            data.object { $0.array("visits") { list in for visit in visits { list.phoneVisit(visit) } } }
          }
        })
    }
  }

  /// `POST /app/v1/visits/{id}/check-in`
  @Sendable func checkIn(_ phone: PhoneRequest, _ reply: Reply) { check(.checkIn, phone, reply) }

  /// `POST /app/v1/visits/{id}/check-out`
  @Sendable func checkOut(_ phone: PhoneRequest, _ reply: Reply) { check(.checkOut, phone, reply) }

  private func check(_ step: Visit.Step, _ phone: PhoneRequest, _ reply: Reply) {
    do throws(UploadRefusal) {
      let decoded = try web.uploads.decode(phone.request.body, .single)
      guard decoded.errors.isEmpty else {
        throw UploadRefusal(
          BatchAnswer.invalid(decoded.errors), .badRequest, RejectionReasons.of(decoded.errors))
      }
      let upload = Upload(
        batch: decoded.batch, rejections: RejectionReasons.of([], unknown: decoded.batch.unknownValues),
        bytes: phone.request.body.count)
      // An invalid id matches no visit.
      let id = Visit.ID(phone.request.pathID ?? -1)
      store.visits.check(step, of: id, upload, from: phone.session) { outcome in
        reply.send(
          Web.response(outcome) { answer in
            guard let answer else { return Answer.make(.notFound, "Not found") }
            return Answer.make(.ok, step == .checkIn ? "Checked in" : "Checked out") { $0.checked(answer) }
          })
      }
    } catch {
      store.tracking.recordRefusal(phone.session, error.rejections)
      reply.send(error.response)
    }
  }
}

extension JSONWriter {
  /// `{distance_m, verdict, reason, offers?}` as the next value.
  fileprivate mutating func checked(_ answer: VisitAnswer) {
    object {
      $0.verdict(answer.verdict)
      if !answer.taken.offers.isEmpty { $0.offers(answer.taken.offers) }
    }
  }

  /// The members of a verdict; the distance to a tenth of a metre.
  mutating func verdict(_ verdict: VisitVerdict) {
    member("distance_m", (verdict.distance * 10).rounded() / 10)
    member("verdict", verdict.word.rawValue)
    member("reason", verdict.reason)
  }

  /// A visit as its own phone gets it.
  fileprivate mutating func phoneVisit(_ visit: Visit) {
    object {
      $0.visit(visit)
      $0.object("outlet") { $0.outlet(visit.outlet) }
    }
  }

  /// The members of a visit but its outlet.
  mutating func visit(_ visit: Visit) {
    member("id", visit.id)
    member("from", visit.planned.from)
    member("to", visit.planned.to)
    check("check_in", visit.checkIn)
    check("check_out", visit.checkOut)
  }

  /// The members of an outlet.
  mutating func outlet(_ outlet: Outlet) {
    member("id", outlet.id)
    member("name", outlet.name)
    member("external_id", outlet.externalID)
    member("lat", outlet.position.latitude)
    member("lng", outlet.position.longitude)
    member("geo", Words.geo(outlet.position))
    member("radius_m", outlet.radius)
  }

  private mutating func check(_ name: String, _ check: Visit.Check?) {
    guard let check else {
      key(name)
      return null()
    }
    object(name) {
      $0.member("at", check.at)
      $0.member("received_at", check.receivedAt)
      $0.verdict(check.verdict)
    }
  }
}
