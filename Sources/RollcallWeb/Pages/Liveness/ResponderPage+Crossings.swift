import Rollcall
import RollcallStore

extension ResponderPage {
  /// How many comings and goings the card shows; the CSV has all.
  static let crossingLimit = 10

  /// The newest of their comings into regions and to outlets, and goings, in the range; `nil` when there are none.
  static func crossingCard(_ crossings: [CrossingEntry], clock: PageClock) -> FactCard? {
    guard !crossings.isEmpty else { return nil }
    let facts = crossings.suffix(crossingLimit).reversed().map { entry in
      Fact(
        "\(entry.crossing.isEntry ? "Came to" : "Left") \(entry.place)", clock.minute(entry.crossing.at).text)
    }
    return FactCard(title: "Regions and outlets in this range", key: "crossings", facts: facts)
  }
}
