import Rollcall

extension Words {
  enum FirstRun {
    static let name = "Name of the workspace"
    static let nameHint = "As people call it: the control room, the service, the company."
    static let slug = "Its name in addresses"
    static let slugHint = "Small letters, digits and -. May be empty: it is made of the name."
    static let timeZone = "Time zone"
    static let timeZoneHint = "Days, reports and hours of duty follow it."
    static let country = "Country"
    static let countryHint = "Telephone numbers without a country code are read as they are dialled there."
    static let asZone = "That of the time zone"
    static let email = "Your e-mail address"
    static let emailHint = "You log in with it. Rollcall sends nothing there."
    static let password = "Password"
    static let again = "The same again"
    static let nameNeeded = "Give it a name of \(NameLimits.words(NameLimits.name))."
    static let badSlug = "1 to 40 of a-z, 0-9 and -, neither first nor last a -."
    static let badZone = "There is no such time zone. Write it like Europe/Ljubljana."
    static let badCountry = "Choose a country of the list."
    static let badEmail = "This is not an e-mail address."
    static let badPassword = "\(NameLimits.words(8...1_024))."
  }

  enum Checklist {
    static let title = "First steps"
    static let people = "Add people"
    static func people(_ count: Int) -> String { Words.count(count, "person", "people") }
    static let phones = "Connect their phones"
    static func phones(_ heard: Int, of all: Int) -> String {
      heard == 0 ? "waiting for the first phone" : "\(grouped(heard)) of \(grouped(all)) heard"
    }
    static let duty = "Put people on duty"
    static func duty(_ count: Int) -> String { "\(grouped(count)) on duty" }
    static let address = "Let phones reach this server"
    static func address(_ host: String) -> String { "links lead to \(host), which no phone can reach" }
    static let addressIsSet = "links lead to an address that phones can reach"
    static let channel = "Say who is told of alerts"
    static let noChannel = "nobody is told outside the console"
    static let hasChannel = "set"
    static let backup = "Back up the database"
    static let noBackup = "there is no backup yet"
    static let hasBackup = "there is one"
  }

  enum PhonesCannotReach {
    static func title(_ host: String) -> String { "Phones cannot reach \(host)." }
    static let detail = "Codes and links made now lead there. Set this server's public address first."
    static let forOwners = "Set the public address"
    static let others =
      "Codes and links made now lead there. Whoever runs this server sets its public address."
  }
}
