import Rollcall

/// Instructions for a phone, step by step.
struct PhoneAdvice: Equatable, Sendable {
  /// The goal: `Let it read the position all the time`.
  var title: String
  /// What to do, in order.
  var steps: [String]

  init(_ title: String, _ steps: [String]) { (self.title, self.steps) = (title, steps) }

  /// The permissions that an app needs to report from a pocket.
  static func toAllow(on system: PhoneApp.System) -> [PhoneAdvice] {
    [position(on: system), battery(on: system), keepRunning(on: system)]
  }

  static func position(on system: PhoneApp.System) -> PhoneAdvice {
    switch system {
    case .android:
      PhoneAdvice(
        "Let it read the position all the time",
        [
          "Settings › Apps › the app › Permissions › Location.",
          "Choose “Allow all the time”, and switch on “Use precise location”.",
        ])
    case .iphone:
      PhoneAdvice(
        "Let it read the position all the time",
        [
          "Settings › the app › Location (on newer iPhones: Settings › Apps › the app).",
          "Choose “Always”, and switch on “Precise Location”.",
          "When the iPhone asks some days later whether to go on, choose “Always Allow”.",
        ])
    }
  }

  static func services(on system: PhoneApp.System) -> PhoneAdvice {
    switch system {
    case .android: PhoneAdvice("Switch location on", ["Settings › Location › Use location: on."])
    case .iphone:
      PhoneAdvice("Switch location on", ["Settings › Privacy & Security › Location Services: on."])
    }
  }

  static func battery(on system: PhoneApp.System) -> PhoneAdvice {
    switch system {
    case .android:
      PhoneAdvice(
        "Do not let the battery saver stop it",
        ["Settings › Apps › the app › Battery › “Unrestricted” (or “Don't optimise”)."])
    case .iphone:
      PhoneAdvice(
        "Let it work in the background", ["Settings › the app › Background App Refresh: on."])
    }
  }

  static func savePower(on system: PhoneApp.System) -> PhoneAdvice {
    switch system {
    case .android: PhoneAdvice("Switch the battery saver off", ["Settings › Battery › Battery Saver: off."])
    case .iphone: PhoneAdvice("Switch Low Power Mode off", ["Settings › Battery › Low Power Mode: off."])
    }
  }

  static func keepRunning(on system: PhoneApp.System) -> PhoneAdvice {
    switch system {
    case .android:
      PhoneAdvice(
        "Keep it running",
        [
          "Settings › Apps › the app › “Pause app activity if unused”: off.",
          "Leave its notification where it is: it keeps the app alive.",
          "Some makers stop apps all the same: see below for yours.",
        ])
    case .iphone:
      PhoneAdvice(
        "Keep it running",
        ["Open it once after each restart of the phone, and do not swipe it away from the list of apps."])
    }
  }
}

/// A maker of Android phones that stop background apps in their own ways.
enum PhoneMaker: String, CaseIterable, Sendable {
  case samsung, xiaomi, huawei, oppo, vivo

  /// The maker's brand names, and what to do on its phones.
  var advice: PhoneAdvice {
    switch self {
    case .samsung:
      PhoneAdvice(
        "Samsung",
        [
          "Settings › Battery › Background usage limits › Never auto sleeping apps › add the app.",
          "Settings › Battery › Power saving: off while on duty.",
        ])
    case .xiaomi:
      PhoneAdvice(
        "Xiaomi, Redmi, POCO",
        [
          "Settings › Apps › Manage apps › the app › Autostart: on.",
          "There, too: Battery saver › “No restrictions”.",
          "In the list of recent apps, hold the app and tap the lock.",
        ])
    case .huawei:
      PhoneAdvice(
        "Huawei, Honor",
        ["Settings › Battery › App launch › the app: “Manage manually”, and all three switches on."])
    case .oppo:
      PhoneAdvice(
        "OPPO, OnePlus, realme",
        [
          "Settings › Apps › the app › Battery usage: “Allow background activity” and “Allow auto launch” on.",
          "In the list of recent apps, lock the app.",
        ])
    case .vivo:
      PhoneAdvice(
        "vivo, iQOO",
        [
          "Settings › Battery › Background power consumption management › the app › “Don't restrict”.",
          "Settings › Apps › Permission management › Autostart › the app: on.",
        ])
    }
  }
}
