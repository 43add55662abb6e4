extension Words {
  enum OfferLinks {
    static func away(_ metres: Double) -> String { "\(distance(metres)) away" }
    static let noSuchOffer = "No such offer"
    static let unknown = "This link is not known."
    static let unknownAdvice = "It may have been cut off in the message. Open the app instead."
    static let open = "You are asked to take this."
    static let openAdvice = "Accept it only if you can go now."
    static let theirs = "It is yours."
    static let theirsAdvice = "Say in the app that you have arrived; without it, call the control room."
    static let taken = "Somebody else has taken it."
    static let nothingToDo = "There is nothing for you to do."
    static let over = "This offer is over."
    static let overAdvice = "It was not answered in time, or it is not needed any more. Nothing to do."
    static let drill = "This is a drill."
    static let drillAdvice = "Accept it as you would if it were real. Nobody has to go anywhere."
    static let drillAnswered = "You have answered the drill."
    static let drillAnsweredAdvice = "There is nothing else for you to do."
    static let drillOver = "The drill is over."
  }
}

extension Words {
  enum PushFacts {
    static let pushMessages = "Push messages"
    static let about = "A phone that is not woken learns of an offer with its next upload."
    static let noApp = "No app has registered: this phone learns of an offer with its next upload."
    static let loggedOut = "logged out"
    static let triedAgain = ", to be tried again"
  }
}
