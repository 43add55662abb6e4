extension Words {
  enum Holds {
    static let releasedAdvice = "What has expired of it goes with the next purge."
    static let onHold = "On hold."
    static let heldAdvice = "No purge takes it any more."
    static let nothingReleased = "Nothing was released."
    static let legalHolds = "Legal holds"
    static func sayWhy(_ textLimit: Int) -> String {
      "Say why, in 1 to \(textLimit) characters."
    }
    static let endFormat = "A day with its time such as 2027-06-30 18:00; or leave it empty."
    static let incidentFormat = "A number such as INC-12, and then nobody above."
    static let fromFormat = "Choose the day; without a time it begins with the day."
    static let toFormat = "Choose the day; without a time all of it is held."
    static let mustComeAfterBeginning = "It must come after the beginning."
    static let chooseSomebodyNameIncident = "Choose somebody, or name an incident."
    static let nothingHold = "Nothing is on hold."
    static let about =
      "What must not be deleted, because a court or an inquest asks for it, is put on hold below."
    static let inForce = "In force"
    static let personsTime = "A person's time"
    static let orIncident = "Or an incident"
    static let incidentHint = """
      Such as INC-12. The reports of everybody it was offered to are held with it, from an hour \
      before it was opened until an hour after it was closed.
      """
    static func reasonHint(_ textLimit: Int) -> String {
      "1 to \(textLimit) characters. Name nobody."
    }
    static let endsItself = "Ends by itself on"
    static let endHint = "Empty: when somebody releases it."
  }
}
