import Rollcall

/// A setting of a workspace as its form asks for it.
struct SettingWords: Sendable {
  var label: String
  /// What to choose by.
  var hint = ""
  /// The unit read after a number.
  var unit = ""
  /// Under which heading it stands; empty for none.
  var group = ""
}

extension WorkspaceSetting {
  var words: SettingWords {
    switch id {
    case .name: SettingWords(label: "Name")
    case .timeZone:
      SettingWords(
        label: "Time zone",
        hint: "As in Europe/Ljubljana. Days, reports and rules with times of day follow it.")
    case .country:
      SettingWords(
        label: "Country",
        hint: """
          Two letters, such as SI. Telephone numbers without a country code are read as they are dialled there. May be \
          empty.
          """)
    case .retentionDays:
      SettingWords(
        label: "Positions are kept for",
        hint: """
          1 to 3,650. What is older is hidden at once and purged soon after; changes of status, silences \
          and offers (without coordinates) are kept for 400 days.
          """, unit: "days")
    case .offlineAlerts:
      SettingWords(
        label: "Tell of everybody who is offline",
        hint: """
          Whoever has an incident and is offline is always told of, as critical. This adds a warning for \
          each of the others.
          """, group: "Alerts")
    case .massPercent:
      SettingWords(
        label: "Many fall silent at once: this share of a region or network",
        hint: "10 to 100; never fewer than 5 people.", unit: "%", group: "Alerts")
    case .massMinutes:
      SettingWords(
        label: "within",
        hint: """
          1 to 15. Choose about as much as phones report rarely: those of one outage were last heard that \
          far apart.
          """, unit: "minutes", group: "Alerts")
    case .ownersTwoFactor:
      SettingWords(
        label: "Owners and admins need a second factor",
        hint: """
          Whoever has none is led to set it up before anything else here, you too. API keys and screens go \
          on.
          """, group: "Logins")
    case .checklist:
      SettingWords(
        label: "First steps above the board", hint: "For admins, until all are done.", group: "Board")
    case .watchingCounts:
      SettingWords(
        label: "A watched board stays logged in",
        hint: """
          The board, map, incidents and alerts count as used while their tab is visible, up to 12 hours. \
          Exports, erasures and settings ask for the password again after 30 minutes of watching.
          """, group: "Logins")
    case .mapLink:
      SettingWords(
        label: "Map outside",
        hint: """
          Empty: positions link to no map outside. Else its address with {lat} and {lng}, for example \
          https://www.openstreetmap.org/?mlat={lat}&mlon={lng}#map=16/{lat}/{lng}. Whoever follows the link \
          gives the position to it.
          """, group: "Map")
    }
  }
}
