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
}
