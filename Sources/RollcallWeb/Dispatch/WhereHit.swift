import Rollcall
import RollcallStore

/// A place that a text may mean.
struct WhereHit: Sendable {
  /// What it is, in the order of display.
  enum Kind: String, CaseIterable, Sendable { case place, site, recent, address, region, person }

  let kind: Kind
  /// As it is shown in the field once it is chosen: `Slovenska cesta 12, Ljubljana`, `near Ana Novak`.
  let label: String
  /// What tells it apart; may be empty.
  let detail: String
  /// As the form sends it once it is chosen. Positions of people stay on the server.
  let value: String
  /// Whether it is exactly what was typed.
  let isExact: Bool
  /// Whether only a part of what was typed fits: it is never taken unasked.
  var isPart = false
}

/// A chosen place, as the form sends it: `46.0511,14.5051 Slovenska cesta 12`, `site:7`, `near:12`.
enum ChosenPlace: Equatable {
  case position(Position, name: String)
  case site(Int64)
  case near(Int64)

  /// The longest name of a place in words, bytes.
  static let nameLimit = 300

  /// `nil` for text that no choice sends.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let first = parts.first else { return nil }
    if first.hasPrefix("site:"), let id = Int64(first.dropFirst(5)), parts.count == 1 {
      self = .site(id)
    } else if first.hasPrefix("near:"), let id = Int64(first.dropFirst(5)), parts.count == 1 {
      self = .near(id)
    } else {
      let name = parts.count > 1 ? String(parts[1]) : ""
      guard let position = try? Place.read(String(first)), name.utf8.count <= Self.nameLimit,
        !name.hasControlCharacters
      else { return nil }
      self = .position(position, name: name)
    }
  }

  /// The text that is read as this again.
  var text: String {
    switch self {
    case .position(let position, let name):
      let place = "\(position.latitude),\(position.longitude)"
      return name.utf8.isEmpty ? place : "\(place) \(name)"
    case .site(let id): return "site:\(id)"
    case .near(let id): return "near:\(id)"
    }
  }
}
