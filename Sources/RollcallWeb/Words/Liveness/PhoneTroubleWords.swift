import Rollcall

extension PhoneTrouble {
  /// The problem, a sentence to the owner.
  var sentence: String {
    switch self {
    case .neverReported: "Your phone has not reported yet."
    case .permission: "The app may not read your position any more."
    case .services: "Location is switched off on your phone."
    case .silent: "Nothing has come from your phone for too long."
    case .noFix: "Your phone answers, but your position is old."
    case .powerSaving: "Your phone saves power, and apps report less often then."
    case .batteryLow: "Your battery is nearly empty."
    }
  }

  /// How to correct it on a phone.
  func advice(on system: PhoneApp.System) -> [PhoneAdvice] {
    switch self {
    case .neverReported: PhoneAdvice.toAllow(on: system)
    case .permission: [.position(on: system)]
    case .services: [.services(on: system)]
    case .silent:
      [
        PhoneAdvice(
          "See whether the phone is online",
          ["Flight mode off, mobile data or Wi-Fi on.", "Open the app once: that starts it again."]),
        .battery(on: system), .keepRunning(on: system),
      ]
    case .noFix:
      [
        PhoneAdvice(
          "Let it find you",
          [
            "Open the app once and wait until it shows where you are.",
            "In a cellar or a hall, go near a window.",
          ]), .position(on: system), .battery(on: system),
      ]
    case .powerSaving: [.savePower(on: system)]
    case .batteryLow: [PhoneAdvice("Charge it", ["Plug the phone in; then it reports as before."])]
    }
  }
}
