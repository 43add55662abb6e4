/// An answer other than the page requested, in calm words.
struct MessagePage: Page {
  static let template = "Shared/MessagePage"

  /// The situation, a short sentence.
  var title: String
  /// How to go on.
  var advice: String
  /// The text by which an operator finds it in the log; may be empty.
  var request: String
  /// The way on.
  var action: Link

  /// The page for an HTTP status; statuses without words of their own read as our fault.
  ///
  /// - Parameters:
  ///   - request: the request's id in the log; may be empty.
  ///   - home: the page to go on to.
  init(status: Int, request: String = "", home: String = "/") {
    (title, advice) = Self.words(status)
    self.request = request
    action = Link(label: status == 503 ? "Try again" : "Back to the board", href: home)
  }

  private static func words(_ status: Int) -> (String, String) {
    switch status {
    case 400, 405, 413, 415:
      ("This request could not be read.", "Go back and try again; nothing was changed.")
    case 403:
      ("You may not see this.", "Your role does not include it. An admin of the workspace can change that.")
    case 404:
      ("There is nothing here.", "The link may be old, or the page belongs to a workspace you are not in.")
    case 429: ("That was a lot at once.", "Wait a moment, then try again.")
    case 503:
      (
        "Rollcall cannot answer right now.",
        "It is starting, or busy storing. Phones keep what they could not send; nothing is lost."
      )
    default:
      (
        "Something went wrong on our side.",
        "Nothing was changed. If it happens again, tell whoever runs this server, with the reference below."
      )
    }
  }
}
