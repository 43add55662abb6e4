import Rollcall

extension Words {
  enum Connect {
    static let listOfPeople = """
      CSV or cells of a spreadsheet with a row of heads: name, phone, profile, region, external_id, skills; all but \
      name may be missing. Whoever is known by external_id or phone already is not added again.
      """
    static let chooseApp = "Choose an app."
    static let chooseSomebodyPasteList = "Choose somebody, or paste a list."
    static func mostCardsTime(_ limit: Int) -> String {
      "At most \(limit) cards at a time."
    }
    static func codeSetsUp(_ app: String) -> String {
      "The code that sets up \(app)"
    }
    static let settingsSaved = "The settings are saved."
    static let noSuchUnit = "There is no such unit."
    static let nameFormat = "\(NameLimits.words(NameLimits.name)), on one line."
    static let oldSecretStoppedWorking = "The old secret has stopped working."
    static let itIsRevoked = "It is revoked."
    static let appCannotReportAnyMore = "The app cannot report any more."
    static let linkTakenBack = "The link is taken back."
    static let opensNothingAnyMore = "It opens nothing any more."
    static func switchTo(_ duty: String) -> String {
      "Switch to “\(duty)”"
    }
    static func setUp(_ shortName: String) -> String {
      "Set up \(shortName)"
    }
    static let allProfiles = "All profiles"
    static let allRegions = "All regions"
    static func firstPeople(_ limit: Int, _ people: String) -> String {
      "The first \(limit) of \(people): narrow the filter for the others."
    }
    static let nobodyMatches = "Nobody matches."
    static let pasteListNewPeople = "Or paste a list of new people"
    static let name = "What the console calls it"
    static let nameHint = "May be empty: then as the app is called."
    static let nameTooLong =
      "It is \(NameLimits.words(upTo: NameLimits.name.upperBound)), on one line."
    static let reportsDutyEvery = "Reports on duty every"
    static let onDutyHint = "The app is set to it, and status goes by it."
    static let missionEvery = "On a mission every"
    static let onMissionHint = "The same, when the app cannot be told of a mission."
    static let opensFor = "Opens for"
    static func mostDays(_ upperBound: Int) -> String {
      "At most \(upperBound) days."
    }
  }
}

extension Words {
  enum Devices {
    static func missionEvery(_ onDuty: String, _ onMission: String) -> String {
      "\(onDuty), on a mission every \(onMission)"
    }
    static func missing(_ app: String, _ missing: String) -> String {
      "From \(app) we do not get: \(missing)."
    }
    static let lastContact = "Last contact"
    static let lastPosition = "Last position"
    static let noUsableCoordinates = "no usable coordinates"
    static let phoneItselfCalledPositionInvalid = "the phone itself called its position invalid"
    static let olderThanWhatKept = "older than what is kept"
    static func waitingFirstReport(_ device: String) -> String {
      "Waiting for the first report of \(device) …"
    }
    static func gotReports(_ device: String) -> String {
      "Got it: \(device) reports."
    }
    static func reportsButNothingCanUsed(_ device: String) -> String {
      "\(device) reports, but nothing of it can be used."
    }
    static func spokenFirstPositionNotCome(_ device: String) -> String {
      "\(device) has spoken; its first position has not come yet."
    }
    static let saysItself = "Says of itself"
    static let expectedDutyEvery = "Expected on duty every"
    static let intervalHint =
      "What is set in the app itself stays as it is, unless our answers can set it."
    static let onMissionEvery = "On a mission every"
    static let itsSpeedIsIn = "Its speed is in"
    static let knotsProtocolSays = "knots, as the protocol says"
    static let metresPerSecondOsmandApp = "metres per second, as the OsmAnd app does"
    static let remoteCommands = "Remote commands"
    static let allowedDutySetsAppsInterval = "Allowed: duty sets the app's interval"
    static let notAllowedApp = "Not allowed in the app"
  }
}
