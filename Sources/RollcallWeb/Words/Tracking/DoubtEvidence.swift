import Rollcall

extension Words {
  /// The evidence of a doubt, a sentence with units: `412 km from the fix 60 s before: 24,720 km/h.`
  static func evidence(_ doubt: Doubt) -> String {
    switch doubt {
    case .mock: return "The phone itself says that the position is made up."
    case .nullIsland: return "Exactly 0, 0: what phones report when they know nothing."
    case .speed(let metres, let seconds, let neighbour):
      let apart =
        seconds < 1 ? "at the same second" : "\(length(seconds)) \(neighbour == .before ? "before" : "after")"
      return "\(distance(metres)) from the fix \(apart): \(pace(metres / max(seconds, 1)))."
    case .frozen(let fixes, let seconds, let claimed):
      return
        "The same place to the last digit in \(fixes) fixes over \(length(seconds)), at a claimed \(speed(claimed))."
    case .clockSkew(let seconds):
      return "The phone's clock was \(length(abs(seconds))) \(seconds < 0 ? "behind" : "ahead")."
    case .invalidFix(let metres):
      return "The phone calls it invalid: accuracy \(decimal(metres, places: 1)) m."
    case .accuracy(let metres):
      return "Accurate to \(decimal(metres, places: 2)) m, says the phone: none reaches 1 m."
    case .sequenceConflict(let number): return "Number \(number) had come before with other content."
    case .networkCountry(let country, let kilometres):
      return "The network is registered in \(country), \(grouped(whole(kilometres))) km away or more."
    case .networkType(let kind, let network):
      let name = network.map { " (AS\($0))" } ?? ""
      return kind == .hosting
        ? "It came from a network of rented servers\(name)."
        : "It came through a relay that hides where one is\(name)."
    }
  }

  private static func length(_ seconds: Double) -> String {
    Milliseconds.seconds(seconds).map(duration) ?? none
  }

  /// A speed in km/h with grouped digits; absurd speeds stay printable.
  private static func pace(_ metresPerSecond: Double) -> String {
    "\(grouped(whole(metresPerSecond * 3.6))) km/h"
  }

  private static func whole(_ number: Double) -> Int64 { Int64(exactly: number.rounded()) ?? .max }
}
