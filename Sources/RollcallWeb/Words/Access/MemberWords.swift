import Rollcall
import RollcallStore

extension Words {
  enum Members {
    /// `Ana Novak (ana@example.org)`, or the address alone.
    static func called(_ member: MemberName) -> String {
      member.name.map { "\($0) (\(member.email))" } ?? member.email
    }
    static let nameFormat = """
      A name is \(NameLimits.words(NameLimits.short)), on one line; or leave it empty.
      """
    static let noSuchRole = "There is no such role."
    static let notEMailAddress = "This is not an e-mail address."
    static let memberAlready = "They are a member already."
    static let notSamePassword = "This is not the same password."
    static let roleChanged = "Saved."
    static let holdsFromNextRequest = "A role holds from their next request on."
    static let noMemberAnyMore = "They are no member any more."
    static let whatOpenHereClosed = "What they had open here is closed."
    static let invitationTakenBack = "The invitation is taken back."
    static let linkOpensNothing = "Its link opens nothing."
    static let nothingChanged = "Nothing was changed:"
    static let noLinkMade = "No link was made:"
    static let ownPassword = "your own password is changed under Account."
    static let passwordElsewhere = """
      this account also belongs to a workspace where you may not do that. Ask somebody who owns all of its \
      workspaces, or the operator: rollcall member set-password.
      """
  }
}

extension Words {
  enum Keys {
    static let keyEnded = "The key has ended."
    static let opensNothingAnyMore = "It opens nothing any more."
    static let noSuchRole = "There is no such role."
    static let nameTaken = "There is a key of this name, or there was one: the audit knows it by it."
    static let apiKeys = "API keys"
    static let screenDark = "The screen is dark."
    static let linkOpensNothing = "Its link opens nothing."
    static let auditKnowsScript = "The audit knows the script by it."
    static let screenHint = "Where it hangs, e.g. Control room."
    static let showsBoard = "Shows the board for"
    static func mostDays(_ upperBound: Int) -> String {
      "At most \(upperBound) days."
    }
  }
}
