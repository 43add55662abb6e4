import Rollcall

extension PhoneApp {
  /// The steps after scanning the code, in three lines that fit on a card.
  var steps: [String] {
    switch self {
    case .owntracks:
      [
        "Install OwnTracks and open it once.",
        "Point the camera at the code, tap what appears, and save the settings that OwnTracks shows.",
        "Allow the position “all the time” (iPhone: “Always”).",
      ]
    case .overland:
      [
        "Install Overland and open it once.", "Point the camera at the code and tap what appears.",
        "Switch tracking on, and allow the position “Always”.",
      ]
    case .traccar:
      [
        "Install Traccar Client and open it.",
        "Point the camera at the code and tap what appears, or use the code scanner in its settings.",
        "Switch continuous tracking on, and allow the position “all the time” (iPhone: “Always”).",
      ]
    case .colota:
      [
        "Install Colota and open it once.",
        "Point the camera at the code, tap what appears, and choose “Apply Configuration”.",
        "Start tracking, and allow the position “all the time”.",
      ]
    case .gpslogger:
      [
        "Install GPSLogger and open it once.",
        "Point the camera at the code; on the page that opens, tap “Set up GPSLogger”.",
        "Start logging, and allow the position “all the time”.",
      ]
    case .transistor, .expo:
      [
        "Put the code below into the app, and keep the secret where it keeps others.",
        "Ask for the position “all the time” (iPhone: “Always”).", "Build it, and start it on the phone.",
      ]
    case .script:
      [
        "Run the command below, or post the same from anything else.",
        "“lat” and “lon” are all that is needed; without “timestamp” the moment of receipt counts.",
        "An answer 200 says that it is stored.",
      ]
    }
  }

  /// A further hint for setting it up; may be empty.
  var hint: String {
    switch self {
    case .owntracks:
      "On Android, OwnTracks 2.6 takes settings from a link only where its own preferences allow that."
    case .overland:
      "Overland sends when the interval of its own settings is over; Rollcall sets that with each answer."
    case .traccar: "Traccar Client cannot send a password: the address itself is the secret."
    case .colota: "Colota wants https for every server that is not at home."
    case .gpslogger: "GPSLogger sends each position again with the day's file; Rollcall stores it once."
    case .transistor: "With batchSync and maxBatchSize a backlog comes in few requests."
    case .expo: "Expo tells no battery, and keeps nothing that could not be sent: that is up to the app."
    case .script: ""
    }
  }
}

extension PhoneNews {
  /// Its name, in a form that fits "… is not told" and "We do not get …".
  var words: String {
    switch self {
    case .accuracy: "how accurate a position is"
    case .speed: "how fast they move"
    case .battery: "the battery"
    case .charging: "whether it charges"
    case .mock: "whether a position is simulated"
    case .activity: "whether they walk or drive"
    case .permission: "whether it may still read its position"
    case .powerSaving: "whether it saves power"
    case .network: "the kind of network"
    case .sos: "a press of an emergency button"
    case .numbers: "numbers by which a lost report would be missed"
    }
  }
}

extension PhoneTelling {
  /// `yes`, `no`, `Android only`.
  var words: String {
    switch self {
    case .yes: "yes"
    case .no: "no"
    case .only(let system): "\(system.name) only"
    }
  }
}
