/// Reasons why a phone is not seen as it should be, as far as its owner can correct them.
public enum PhoneTrouble: String, CaseIterable, Sendable {
  case neverReported, permission, services, silent, noFix, powerSaving, batteryLow

  /// Below this share of a full battery it counts as low.
  public static let lowBattery = 0.15

  /// A phone's problems, the most important first; empty when there are none.
  public static func found(
    status: Status, phone: PhoneState, lastContact: Timestamp?
  ) -> [PhoneTrouble] {
    guard lastContact != nil else { return [.neverReported] }
    var found: [PhoneTrouble] = []
    if phone.permission.value == .denied { found.append(.permission) }
    if phone.locationServices.value == false { found.append(.services) }
    if status == .offline { found.append(.silent) }
    // Without permission there is no position, and that is said already.
    if status == .degraded || status == .unknown, found.isEmpty { found.append(.noFix) }
    guard status == .offline || status == .degraded || status == .unknown else { return found }
    if phone.powerMode.value == .lowPower { found.append(.powerSaving) }
    if let level = phone.battery.value, level < lowBattery { found.append(.batteryLow) }
    return found
  }

  /// The problem, a sentence to the owner.
  public var sentence: String {
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
  public func advice(on system: PhoneApp.System) -> [PhoneAdvice] {
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
