import Rollcall

extension Words {
  /// Why a person is silent now, as a sentence; empty when that is not known.
  static func because(_ cause: Cause) -> String {
    switch cause {
    case .notObserved: "Rollcall itself was away."
    case .sessionRevoked: "The phone was signed out."
    case .sessionExpired: "The phone's login ran out."
    case .permissionRevoked: "The app may no longer read the location."
    case .locationOff: "Location services are switched off."
    case .batteryEmpty: "The battery ran empty."
    case .powerSaving: "The phone saves power and reports less often."
    case .noNetwork: "The phone had no network."
    case .appKilled: "The app was ended in the background."
    case .unknown: ""
    }
  }

  /// What a dispatcher can do about it.
  static func advice(_ cause: Cause) -> String {
    switch cause {
    case .notObserved: "Wait for the next report."
    case .sessionRevoked, .sessionExpired:
      "Call them, or ask an admin for a code: they have to sign in again."
    case .permissionRevoked: "Call them: the app's permission has to be “Always” again."
    case .locationOff: "Call them: location services have to be switched on."
    case .batteryEmpty: "They are back once the phone is charged. Meanwhile ask others."
    case .powerSaving: "Call them: power saving has to be off while they are on duty."
    case .noNetwork: "They are back once the phone finds a network. Meanwhile ask others."
    case .appKilled:
      "Call them: the app has to be opened again, and kept from being ended."
    case .unknown: "Call them."
    }
  }
}

extension Words {
  enum Help {
    static let send = "Send the steps as a text message"
    static func others(_ region: String) -> String { "Who can be reached in \(region)" }

    /// The steps as the owner of the phone reads them.
    static func message(_ troubles: [PhoneTrouble]) -> String {
      troubles.map { trouble in
        let systems = PhoneApp.System.allCases.map { system in
          let steps = trouble.advice(on: system).flatMap(\.steps)
          return (name: system.name, text: steps.joined(separator: " "))
        }
        let isSame = Set(systems.map(\.text)).count == 1
        let lines = isSame ? [systems[0].text] : systems.map { "\($0.name): \($0.text)" }
        return ([trouble.sentence] + lines).joined(separator: "\n")
      }.joined(separator: "\n\n")
    }
  }
}
