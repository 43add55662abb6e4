extension Words {
  enum OwnPage {
    static let dutyChanged = "Your duty is changed."
    static let itIsYours = "It is yours."
    static let youHaveDeclined = "You have declined."
    static let somebodyElseAsked = "Somebody else is asked."
    static let tooLate = "It was too late."
    static let nothingDo = "There is nothing for you to do."
    static let youHaveArrived = "You have arrived."
    static let controlRoomSees = "The control room sees it."
    static let itIsDone = "It is done."
    static let youHaveAsked = "You have asked."
    static let somebodyDeals = "Somebody deals with it."
    static let nothingChanged = "Nothing was changed."
    static let finishWhatTakenFirst = "Finish what you have taken first."
    static let nothingKeptDay = "Nothing is kept of this day."
    static let offDuty = "You are off duty: nobody watches your phone, and you get no offers."
    static let allWell = "All is well with your phone."
    static let taskHint = "Say here when you have arrived, and when it is done."
  }
}

extension Words {
  enum Requests {
    static let yourLocations = "Your locations"
    static let requestMade = "Request made"
    static let alreadyRequested = "Already requested"
    static func personErased(_ id: Int64) -> String {
      "Person \(id) was erased."
    }
    static func erasedAdvice(_ id: Int64) -> String {
      "Nothing but “Erased person \(id)” is left of them in the database."
    }
    static let erasingAdvice = """
      Rows of theirs, or copies of them in the file, are still to be deleted: it is tried again \
      within the hour.
      """
    static func wrongPhrase(_ id: String) -> String {
      "Nothing was erased: that is not “\(id)”."
    }
    static func notErased(_ reason: String) -> String {
      "Nothing was erased. \(reason)"
    }
    static let noOpenRequests = "No open requests."
    static let about = "People can ask in their app for what is held about them, or that it be erased."
    static let eraseEverything = "Erase everything"
    static let copyEverything = "A copy of everything"
    static func onHold(_ numbers: String) -> String {
      "On hold (\(numbers)): cannot be erased before that is released."
    }
    static let onlyOwnerCanErase = "Only an owner can erase."
  }
}
