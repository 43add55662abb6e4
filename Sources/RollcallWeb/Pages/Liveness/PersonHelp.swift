import Rollcall

/// What a dispatcher can do about a person who is silent.
struct PersonHelp: PagePart {
  /// The steps to take on the phone, for each of its problems.
  var troubles: [TroubleSteps]
  /// Opens a text message with these steps to their number; absent without a number or for readers who may not see it.
  var send: Link?
  /// Those of their region who can be reached, for readers who may see the board; absent without a region.
  var others: Link?

  /// - Parameter call: their number, where the reader may see it.
  init(_ troubles: [PhoneTrouble], call: CallLink?, others: Link?) {
    self.troubles = troubles.map { TroubleSteps($0, on: nil) }
    send =
      troubles.isEmpty ? nil : call.map { $0.message(Words.Help.message(troubles), label: Words.Help.send) }
    self.others = others
  }
}

extension CallLink {
  /// A text message to the number, written but not sent.
  func message(_ body: String, label: String) -> Link {
    var query = URLQuery()
    query.add("body", body)
    return Link(label: label, href: query.link("sms:\(href.dropFirst("tel:".count))"))
  }
}
