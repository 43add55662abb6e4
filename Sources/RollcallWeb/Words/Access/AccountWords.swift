extension Words {
  enum Account {
    static func tooManyAttempts(waiting seconds: Int) -> String {
      "Too many attempts. Try again in \(seconds) s."
    }
    static let noWorkspace = "No workspace"
    static let notPassword = "This is not your password."
    static let passwordChanged = "Your password is changed."
    static let otherLoginsEnded = "Your other logins have ended."
    static let secondFactorOff = "The second factor is off."
    static let passwordAloneLogs = "Your password alone logs you in."
    static let loginEnded = "That login has ended."
    static let invitationDeclined = "The invitation is declined."
    static func wantsSecondFactorOwnersAdmins(_ workspace: String) -> String {
      "\(workspace) wants a second factor of its owners and admins."
    }
    static let setUpBelowWorkspaceOpens = "Set it up below; then the workspace opens."
    static let notSamePassword = "This is not the same password."
    static let wrongCode = "This is not the code that the app shows now."
    static let neitherCode = "This is neither the code that the app shows now nor a recovery code."
    static let secondFactor = "Second factor"
    static let recoveryCodes = "Recovery codes"
    static let presentPassword = "Present password"
    static let newPassword = "New password"
    static let least8Characters = "At least 8 characters."
    static let newOneAgain = "The new one again"
    static let yourPassword = "Your password"
    static let codeHint = "Of your app, or a recovery code."
    static func recoveryCodesLeft(_ count: Int) -> String {
      Words.count(count, "recovery code is left", "recovery codes are left")
    }
    static let sixDigits = "Six digits."
    static let secondFactorOn = "The second factor is on."
    static let newCodes = "These are your recovery codes now."
    static let codesReplaced = "The codes before these do not work any more."
  }
}

extension Words {
  enum Login {
    static let withoutKey = """
      This server has lost the key with which codes of apps are checked. Use one of your recovery codes, then \
      set the second factor up again; without any, the operator resets it with \
      “rollcall member reset-two-factor”.
      """
    static let eMailAddressPasswordNot = "E-mail address or password is not right."
    static let withoutPhone = "Without your phone, use one of your recovery codes."
    static let wrongCode = "This code is not right. Each code works once; wait for the next one."
    static let setPasswordLog = "Set the password and log in"
    static func youAreInvitedAs(_ role: String) -> String {
      "You are invited as \(role)."
    }
    static func choosePassword(_ invited: String) -> String {
      "\(invited) Choose the password with which you will log in."
    }
    static let least8CharactersFewWords = "At least 8 characters; a few words are easier to remember."
    static let sameAgain = "The same again"
    static let haveAccount = """
      You have an account with this address already? Log in with it instead: a password chosen \
      here makes another.
      """
    static let logComeBack = "Log in and come back"
    static let invitationSomebodyElseLogOut =
      "This invitation is for somebody else. Log out, then open the link again."
    static let toYourAccount = "To your account"
    static let deadLink = "This link opens nothing"
    static let deadLinkAdvice = """
      It may have been used, taken back, or be older than 7 days. Ask whoever invited you for a \
      new one.
      """
    static let newPassword = "A new password"
    static let newPasswordAdvice = """
      Choose the password with which you will log in from now on. Whoever is logged in with the old one is logged \
      out.
      """
    static let setPassword = "Set the password"
    static let passwordSet = "The password is set"
    static let passwordSetAdvice = "Log in with it. A second factor is as it was."
    static let deadPasswordLinkAdvice = """
      It may have been used, followed by another one, or be older than an hour. Ask whoever sent it to you for a \
      new one.
      """
    static let invitationDeclined = "The invitation is declined"
    static let linkOpensNothingAnyMore = "Its link opens nothing any more."
    static let logIn = "Log in"
  }
}
