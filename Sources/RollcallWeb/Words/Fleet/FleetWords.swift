extension Words {
  enum Fleet {
    static let people = "People"
    static let active = "Active"
    static let inactive = "Inactive"
    static let signedOut = "signed out"
    static let notConnected = "not connected"
    static let connectedBy = "Connected by"
    static let ownApp = "Rollcall app"
    static let push = "push"
    static let noPush = "no push"
    static let noneYet = "Nobody is here yet."
    static let noneAdvice = "Add the first person, or import a list."
    static let noMatch = "Nobody is called that."
    static let noMatchAdvice = "Try a part of the name or of the id."
  }
}
