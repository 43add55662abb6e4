import HTTPServer
import HTTPTypes
import Rollcall

/// Offers and assignments on phones, and the services that notify them.
struct OfferWeb: WebPart {
  let web: Web

  /// Its part of the table of contents.
  var routes: [Route] {
    let json = Route.BodyRule.json(limit: Web.bodyLimit)
    // A body is not needed.
    let maybe = Route.BodyRule.any(limit: Web.bodyLimit)
    return [
      Route(.get, "/a/{token}", handler: .work(.page, showOfferLink)),
      Route(.post, "/a/{token}", body: .any(limit: 8_192), handler: .work(.page, acceptOfferLink)),
      Route(
        .post, "/a/{token}/receipt", body: .any(limit: 8_192), handler: .work(.page, takeTextReceipt)),
      door.phone(.put, "/app/v1/push-token", body: json, pushToken),
      door.phone(.delete, "/app/v1/push-token/{provider}", body: maybe, dropPushToken),
      door.phone(.get, "/app/v1/offers", phoneOffers),
      door.phone(.post, "/app/v1/offers/{id}/seen", body: maybe, seeOffer),
      door.phone(.post, "/app/v1/offers/{id}/accept", body: maybe, acceptOffer),
      door.phone(.post, "/app/v1/offers/{id}/decline", body: maybe, declineOffer),
      door.phone(.get, "/app/v1/assignment", phoneAssignment),
      door.phone(.post, "/app/v1/assignments/{id}/arrived", body: maybe, arriveAtAssignment),
      door.phone(.post, "/app/v1/assignments/{id}/complete", body: maybe, completeAssignment),
      door.console(
        .post, "/w/{ws}/responders/{id}/push-test", .manageResponders, body: .form(limit: 8_192), testPush),
    ]
  }
}

extension Web {
  var offers: OfferWeb { OfferWeb(web: self) }
}
