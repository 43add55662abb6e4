import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension OfferWeb {
  /// `GET /app/v1/offers`
  @Sendable func phoneOffers(_ phone: PhoneRequest, _ reply: Reply) {
    store.dispatch.offers(of: phone.session) { outcome in
      reply.send(
        Web.response(outcome) { offers in
          Answer.make(.ok, "Offers") { $0.object { $0.offers(offers) } }
        })
    }
  }

  /// `POST /app/v1/offers/{id}/seen`
  @Sendable func seeOffer(_ phone: PhoneRequest, _ reply: Reply) {
    answerOffer(phone, reply) { _ in .seen }
  }

  /// `POST /app/v1/offers/{id}/accept`
  @Sendable func acceptOffer(_ phone: PhoneRequest, _ reply: Reply) {
    answerOffer(phone, reply) { _ in .accept }
  }

  /// `POST /app/v1/offers/{id}/decline`
  @Sendable func declineOffer(_ phone: PhoneRequest, _ reply: Reply) {
    answerOffer(phone, reply) { .decline(reason: $0.reason) }
  }

  private func answerOffer(
    _ phone: PhoneRequest, _ reply: Reply, _ answer: (OfferReply) -> PhoneAnswer
  ) {
    web.uploads.refusable(phone, reply) { () throws(WireError) in
      let said = try OfferReply.decode(bytes: phone.request.body, now: store.machineTime)
      guard let id = phone.request.pathID else { return missing(phone, reply) }
      store.dispatch.answer(Offer.ID(id), answer(said), phoneAt: said.at, from: phone.session) { outcome in
        reply.send(
          Web.response(outcome) { verdict in
            Self.response(verdict, "The offer is no longer yours to answer") { told in
              Answer.make(.ok, "Offer \(told.offer.state.rawValue)") { $0.offer(OfferMessage(told)) }
            }
          })
      }
    }
  }

  /// `GET /app/v1/assignment`
  @Sendable func phoneAssignment(_ phone: PhoneRequest, _ reply: Reply) {
    store.dispatch.assignment(of: phone.session) { outcome in
      reply.send(
        Web.response(outcome) { found in
          guard let found else { return Answer.make(.ok, "No assignment") }
          return Answer.make(.ok, "Assignment") { $0.assignment(found) }
        })
    }
  }

  /// `POST /app/v1/assignments/{id}/arrived`
  @Sendable func arriveAtAssignment(_ phone: PhoneRequest, _ reply: Reply) {
    reportAssignment(.arrived, phone, reply)
  }

  /// `POST /app/v1/assignments/{id}/complete`
  @Sendable func completeAssignment(_ phone: PhoneRequest, _ reply: Reply) {
    reportAssignment(.complete, phone, reply)
  }

  private func reportAssignment(_ report: AssignmentReport, _ phone: PhoneRequest, _ reply: Reply) {
    web.uploads.refusable(phone, reply) { () throws(WireError) in
      let said = try OfferReply.decode(bytes: phone.request.body, now: store.machineTime)
      guard let id = phone.request.pathID else { return missing(phone, reply) }
      store.dispatch.report(report, of: AssignedIncident.ID(id), phoneAt: said.at, from: phone.session) {
        outcome in
        reply.send(
          Web.response(outcome) { verdict in
            Self.response(verdict, "The assignment has ended") { told in
              Answer.make(.ok, "Assignment \(report.rawValue)") { $0.assignment(told) }
            }
          })
      }
    }
  }

  private static func response<Value>(
    _ verdict: PhoneVerdict<Value>, _ over: String, _ current: (Value) -> Response
  ) -> Response {
    switch verdict {
    case .current(let value): current(value)
    case .over: Answer.make(.conflict, over)
    case .unknown: Answer.make(.notFound, "Not found")
    }
  }

  /// A request for something that cannot exist: still a contact.
  private func missing(_ phone: PhoneRequest, _ reply: Reply) {
    store.liveness.noteContact(phone.session)
    reply.send(Answer.make(.notFound, "Not found"))
  }
}

extension OfferMessage {
  /// The message for the store's view of an offer.
  init(_ offered: OfferedIncident) { self.init(offered.offer, of: offered.incident) }
}

extension JSONWriter {
  /// The member `offers`, the same in every answer to a phone.
  mutating func offers(_ offers: [OfferedIncident]) { self.offers(offers.map(OfferMessage.init)) }

  /// An assignment as the next value: `{id, offer_id, since, arrived_at, incident: {…, state}}`.
  fileprivate mutating func assignment(_ assignment: AssignedIncident) {
    object {
      $0.member("id", assignment.id)
      $0.member("offer_id", assignment.offer)
      $0.member("since", assignment.since)
      $0.member("arrived_at", assignment.arrivedAt)
      $0.object("incident") {
        $0.incident(assignment.incident.id, assignment.incident.details)
        $0.member("state", assignment.incident.state.rawValue)
      }
    }
  }
}
