extension Words {
  enum Helpers {
    static let drawing = "Where the people are, north up; the cross is the incident."

    static func role(_ isAssigned: Bool, _ hasArrived: Bool) -> String {
      isAssigned ? hasArrived ? "on scene" : "has it" : "asked"
    }

    /// `≈ 4 min at 30 km/h`; `—` when the distance is not known.
    ///
    /// - Parameters:
    ///   - distance: metres.
    ///   - speed: metres per second.
    static func arrival(_ distance: Double?, at speed: Double) -> String {
      guard let distance, speed > 0, distance >= 0, distance / speed < 1e7 else { return none }
      let minutes = max(1, (distance / speed / 60).rounded(.up))
      return "≈ \(decimal(minutes, places: 0)) min at \(decimal(speed * 3.6, places: 0)) km/h"
    }
  }
}
