extension Words {
  enum Finding {
    static let itIsOver = "It is over."
    static let calledOff = "It was called off."
    static let nobodyBeenAskedYet = "Nobody has been asked yet."
    static func downRanking(_ answerTime: String, _ asked: Int, isOver: Bool) -> String {
      "Down the ranking, \(answerTime) each · \(asked) asked\(isOver ? "" : " so far")"
    }
    static func atOnce(_ answerTime: String, _ names: [String]) -> String {
      "By hand, all at once, \(answerTime): \(names.joined(separator: ", ")). The first accept wins"
    }
    static func lost(_ lostAt: String, _ name: String) -> String {
      "Others are asked since \(lostAt); still \(name)’s until somebody accepts."
    }
    static let nobodyElse = " Nobody else can be asked now."
    static func grace(_ name: String, _ since: String) -> String {
      "\(name) is offline\(since); others are asked in"
    }
    static let nextOneBeingAsked = "The next one is being asked."
    static let thenNext = "Without an answer the next one is asked in"
    static let nobodyAskedAfter = "Nobody is asked after that:"
    static let allOut = "Nobody has it: everybody who was asked is out."
    static let nobodyAvailable = "Nobody has it: nobody can be asked now."
    static func byItself(_ lead: String) -> String {
      "\(lead) Nothing more happens by itself."
    }
    static func looksAgain(_ lead: String) -> String {
      "\(lead) Looks again when somebody becomes available"
    }
    static let orIn = ", or in"
  }
}

extension Words {
  enum Numbers {
    static let none = "No incident was opened in this span."
    static let openedFirstOffer = "Opened to first offer"
    static let openedAccepted = "Opened to accepted"
    static func leastAnswers(_ rows: Int, _ asked: String) -> String {
      "The \(rows) who answer least, of \(asked) who were asked."
    }
    static func offers(_ offers: String, _ places: String) -> String {
      "\(offers), \(places) for each incident that was offered."
    }
    static let noneLost = "Nobody who had accepted lost the incident again."
  }
}
