/// An answer other than the page requested, in calm words.
struct MessagePage: Page {
  static let template = "Shared/MessagePage"

  var title: String
  var advice: String
  /// The text by which an operator finds it in the log; may be empty.
  var request: String
  var action: Link
  /// Further pages that the reader may see.
  var others: [Link] = []

  /// The page for an HTTP status; statuses without words of their own read as our fault.
  ///
  /// - Parameters:
  ///   - detail: what was refused and why, in words; takes the place of the general advice.
  ///   - request: the request's id in the log; may be empty.
  ///   - home: the page to go on to.
  ///   - back: what leads there.
  init(
    status: Int, detail: String? = nil, request: String = "", home: String = "/",
    back: String = Words.Messages.backBoard
  ) {
    (title, advice) = Self.words(status)
    if let detail, !detail.utf8.isEmpty {
      (title, advice) = (Words.Messages.refused, Words.Messages.sentence(detail))
    }
    self.request = request
    action = Link(label: status == 503 ? Words.Messages.tryAgain : back, href: home)
  }

  private static func words(_ status: Int) -> (String, String) {
    switch status {
    case 400, 405, 413, 415:
      (Words.Messages.unreadable, Words.Messages.unreadableAdvice)
    case 403:
      (Words.Messages.forbidden, Words.Messages.forbiddenAdvice)
    case 404:
      (Words.Messages.notFound, Words.Messages.notFoundAdvice)
    case 429: (Words.Messages.tooMany, Words.Messages.tooManyAdvice)
    case 503:
      (
        Words.Messages.unavailable,
        Words.Messages.unavailableAdvice
      )
    default:
      (
        Words.Messages.failure,
        Words.Messages.failureAdvice
      )
    }
  }
}
