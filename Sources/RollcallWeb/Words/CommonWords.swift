extension Words {
  enum Lists {
    static func csv(of title: String) -> String { "\(title) as CSV" }
    static let showEverybody = "Show everybody"
    static let exportedFiles = "Exported files"
    static func tooManyToSort(by column: String, most: Int) -> String {
      """
      More than \(Words.grouped(most)) rows match, too many to sort by \(column.lowercased()). Choose a shorter time or \
      another filter.
      """
    }
    static let clearFilter = "Clear the filter"
    static let allPeople = "All people"
    static let allRegions = "All regions"
    static let allProfiles = "All profiles"
    static func notOnePerson(_ text: String) -> String {
      "“\(text)” is not one person here: choose a name from the list, or give the person’s number."
    }
    static let rowsOfPage = "Rows on a page"
    static let typeName = "Type a name"
    static let lastContact = "Last contact"
    static let lastPosition = "Last position"
    static let otherDays = "Choose other days, or look at everybody's last 24 hours."
    static let noSuchReason = "No position is suspicious for such a reason."
    static let pageLinkBroken = "The page link is broken."
    static let anyStatus = "Any status"
    static let dayOverview = "Day overview"
    static let pastBoard = "Past board"
    static let suspiciousPositions = "Suspicious positions"
    static func onThisPage(_ many: String) -> String {
      "\(many) on this page"
    }
    static let nothingShown = "Nothing is shown."
    static let correctFilterAboveFilterAgain = "Correct the filter above, then filter again."
  }
}

extension Words {
  /// `Ljubljana, UTC+01:00`.
  static func zone(_ name: String, _ offset: String) -> String {
    let place = name.split(separator: "/").last.map(String.init) ?? name
    return "\(place.replacing("_", with: " ")), UTC\(offset)"
  }

  enum Messages {
    static let tryAgain = "Try again"
    static let backBoard = "Back to the board"
    static let unreadable = "This request could not be read."
    static let unreadableAdvice = "Go back and try again; nothing was changed."
    static let refused = "This was not done."
    /// A reason as a sentence: with a capital, and with a full stop.
    static func sentence(_ reason: String) -> String {
      let text = Words.capitalized(reason)
      return [".", "!", "?"].contains { text.hasSuffix($0) } ? text : text + "."
    }
    static let forbidden = "You may not see this."
    static let forbiddenAdvice =
      "Your role does not include it. An admin of the workspace can change that."
    static func forbidden(_ role: String) -> String {
      "Your role here is \(role), which does not include it. An admin of the workspace can change that."
    }
    static let notFound = "There is nothing here."
    static let notFoundAdvice =
      "The link may be old, or the page belongs to a workspace you are not in."
    static let tooMany = "That was a lot at once."
    static let tooManyAdvice = "Wait a moment, then try again."
    static let unavailable = "Rollcall cannot answer right now."
    static let unavailableAdvice =
      "It is starting, or busy storing. Phones keep what they could not send; nothing is lost."
    static let failure = "Something went wrong on our side."
    static let failureAdvice = """
      Nothing was changed. If it happens again, tell whoever runs this server, with the reference \
      below.
      """
  }
}

extension Words {
  enum Notices {
    /// `1,204 positions were purged on 2026-08-23, 118,332 positions in all.`
    static func purged(_ positions: some BinaryInteger, on day: String, inAll all: String?) -> String {
      let positions = Words.count(positions, "position was", "positions were")
      return "\(positions) purged on \(day)\(all.map { ", \($0) in all" } ?? "")."
    }
    static func purged(inAll all: String) -> String { "\(all) were purged in all." }
    static let wasErased = "was erased"
    static let werePurged = "were purged"
    static let whatHoldStillShown = "What is on hold is still shown."
    static func invitation(_ email: String) -> String {
      "The invitation of \(email)"
    }
    static let invitationAdvice = """
      Send them this link; Rollcall sends no mail. It is shown only now, works once, and ends \
      after 7 days.
      """
    static func password(_ email: String) -> String {
      "A new password for \(email)"
    }
    static let passwordAdvice = """
      Send them this link; Rollcall sends no mail. It is shown only now, works once, and ends \
      after an hour. Until it is used the old password holds.
      """
    static func key(_ name: String) -> String {
      "The key \(name)"
    }
    static let keyAdvice = """
      Copy it to where the script keeps its secrets. It is shown only now; whoever has it has its \
      role.
      """
    static func channel(_ name: String) -> String {
      "The secret of \(name)"
    }
    static let channelAdvice = """
      Copy it to the server that takes the messages: it proves that they are ours. It is shown \
      only now.
      """
    static func screen(_ name: String) -> String {
      "The link of \(name)"
    }
    static let screenAdvice =
      "Open it in the screen's browser. It is shown only now; whoever has it sees the board."
    static func letIn(_ name: String) -> String {
      "The code that lets \(name) in"
    }
    static let letInAdvice = """
      Tell them by voice: it goes into the app where the code of the message would. It is shown \
      only now, works once, and ends after 15 minutes. Be sure that it is them: whoever has it \
      reports as them.
      """
    static func ownPage(_ name: String) -> String {
      "The own page of \(name)"
    }
    static let ownPageAdvice = """
      Send them this link. It is shown only now; whoever has it sees where they were and may \
      answer for them.
      """
  }
}

extension Words {
  enum Pills {
    static let offDuty = "Off duty"
    static func placeConfirmed(_ confirmed: String) -> String {
      "place confirmed \(confirmed)"
    }
    static func restSince(_ since: String) -> String {
      "at rest since \(since)"
    }
    static let mockReported = "mock reported"
    static let impossibleSpeed = "impossible speed"
    static let frozenPosition = "frozen position"
    static let clockSkew = "clock skew"
    static let nullIsland = "null island"
    static let invalidFix = "invalid fix"
    static let tooAccurate = "too accurate"
    static let sequenceConflict = "sequence conflict"
    static let otherCountry = "other country"
    static let networkType = "network type"
  }
}
