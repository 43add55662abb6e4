import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension OfferWeb {
  /// `GET /a/{token}`: shows the offer, with a button. The link of a text message is then delivered; one of
  /// another message changes nothing, because programs that scan messages follow links.
  @Sendable func showOfferLink(_ request: Request) -> Response {
    linked(request) { link throws(StoreError) in try store.dispatch.open(link: link) }
  }

  /// `POST /a/{token}/receipt`: the gateway says what became of a text message, as Twilio does or as JSON. The
  /// token is the authority: the message carried it.
  @Sendable func takeTextReceipt(_ request: Request) -> Response {
    guard let link = request.parameters["token"], Self.isOfferLink(link) else {
      return web.connecting.strangersAnswer(request)
    }
    return web.answer(request) { () throws(StoreError) -> Response in
      guard let said = Self.receipt(request) else { return Answer.make(.validationError, "status is needed") }
      guard let receipt = said.receipt else {
        // On its way.
        guard try store.dispatch.offer(link: link) != nil else {
          return web.connecting.strangersAnswer(request)
        }
        return Response(.noContent)
      }
      guard try store.dispatch.takeReceipt(receipt, link: link) else {
        return web.connecting.strangersAnswer(request)
      }
      return Response(.noContent)
    }
  }

  private static func receipt(_ request: Request) -> TextReceiptRequest? {
    if request.mediaType == "application/json" { return try? TextReceiptRequest.decode(bytes: request.body) }
    let form = FormFields(parsing: request.body)
    return (form?["MessageStatus"]).map {
      TextReceiptRequest(
        status: String($0.prefix(TextReceiptRequest.limit)),
        error: String((form?["ErrorCode"] ?? "").prefix(TextReceiptRequest.limit)))
    }
  }

  /// `POST /a/{token}`: accepts. The token is the authority, so there is no form token to check, and a message's own
  /// button may send it.
  @Sendable func acceptOfferLink(_ request: Request) -> Response {
    linked(request) { link throws(StoreError) in
      // Guessed links must not cost the writer a look-up each.
      guard try store.dispatch.offer(link: link) != nil else { return nil }
      return try store.dispatch.accept(link: link)
    }
  }

  private func linked(
    _ request: Request, _ act: (String) throws(StoreError) -> LinkedOffer?
  ) -> Response {
    return web.answer(request) { () throws(StoreError) -> Response in
      guard let link = request.parameters["token"], Self.isOfferLink(link), let found = try act(link)
      else {
        return web.connecting.strangersAnswer(request) {
          web.html(pages.render(OfferLinkPage.unknown), status: .notFound)
        }
      }
      let page = OfferLinkPage(
        found, path: "/a/\(link)", clock: Zone.pageClock(found.timeZone, now: store.clock()))
      return web.html(pages.render(page), status: Self.status(of: found.standing))
    }
  }

  /// Whether a text can be a link of ours: 22 characters of base64url.
  private static func isOfferLink(_ text: String) -> Bool {
    text.utf8.count == 22
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func status(of standing: LinkedOffer.Standing) -> HTTPResponse.Status {
    switch standing {
    case .open, .theirs: .ok
    case .taken: .conflict
    case .over: .gone
    }
  }
}

extension TextReceiptRequest {
  /// What it means; `nil` = nothing yet.
  fileprivate var receipt: TextReceipt? {
    switch status {
    case "delivered", "read": .delivered
    case "failed", "undelivered":
      .failed(error.utf8.isEmpty || error.hasControlCharacters ? status : "\(status), \(error)")
    default: nil
    }
  }
}
