import Rollcall
import RollcallStore

/// A text that is sought in everything.
struct SearchText {
  private let sought: Sought
  /// A telephone number, or a part of one.
  private let number: String?

  /// `nil` when there is nothing to seek.
  init?(_ typed: String) {
    guard let sought = Sought(typed) else { return nil }
    self.sought = sought
    number = Folding.number(typed).flatMap { $0.utf8.count >= 3 ? $0 : nil }
  }

  /// How well a text fits, 0 the best; `nil` = not at all.
  func rank(_ text: String) -> Int? { sought.rank(text) }

  /// Whether it is a part of a telephone number, of three digits or more.
  func isNumber(_ phone: String?) -> Bool { number.map { (phone ?? "").contains($0) } ?? false }

  /// An incident by its number or its title.
  func rank(_ incident: IncidentTitle, of slug: String) -> (rank: Int, hit: SearchHit)? {
    let number = "\(incident.id.rawValue)"
    let isNumber = [[number], ["inc", number], ["inc\(number)"]].contains(sought.words)
    guard let rank = isNumber ? 0 : rank("\(incident.title) \(incident.place)") else { return nil }
    return (rank, SearchHit(incident: incident, slug))
  }
}
