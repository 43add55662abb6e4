import Rollcall
import RollcallStore

/// Plus codes shortened near a place: `9G8F+6X Ljubljana`, `9G8F+6X, Ljubljana, Slovenia`, `9G8F+6X`.
extension WhereFinder {
  /// What a short code names; `nil` for other texts. It is read near what is called exactly as the words after it: a code
  /// read near the wrong town names a place as exactly as any other.
  func shortCode(_ typed: String) throws(StoreError) -> Found? {
    let parts = typed.split(maxSplits: 1) { $0 == " " || $0 == "," }
    // `+386` is the beginning of a telephone number.
    guard let code = parts.first.map(String.init), code.utf8.first != UInt8(ascii: "+"),
      OpenLocationCode.isShort(code)
    else { return nil }
    // After a comma stands the country.
    let words = parts.count == 2 ? parts[1].split(separator: ",").first : nil
    let named = String((words ?? "").drop { $0 == " " })
    guard let town = Sought(named) else {
      guard let middle = try middle() else { return Found(problem: Words.Where.codeWithoutTown) }
      return read(code, near: [middle], typed, named)
    }
    let known = try places(called: town.words.joined(separator: " "))
    guard known.isEmpty else { return read(code, near: known, typed, named) }
    switch outside(named, words: town.words) {
    case .later: return Found(isPartial: true)
    case .silent: return Found(problem: Words.Where.unknownTown(named))
    case .places(let places):
      let called = places.filter { place in
        Folding.words(String(place.name.prefix { $0 != "," })) == town.words
      }
      guard !called.isEmpty else { return Found(problem: Words.Where.unknownTown(named)) }
      return read(code, near: called.map(\.position), typed, named)
    }
  }

  /// The place of a code, if it means the same near each of the places.
  private func read(_ code: String, near places: [Position], _ typed: String, _ town: String) -> Found {
    let read = places.compactMap { OpenLocationCode.decode(code, near: $0)?.centre }
    guard let first = read.first else { return Found() }
    let isOne = read.allSatisfy {
      abs($0.latitude - first.latitude) < Self.same && abs($0.longitude - first.longitude) < Self.same
    }
    return isOne ? Found(hits: [Self.hit(first, typed)]) : Found(problem: Words.Where.severalTowns(town))
  }

  /// The same cell computed from two places differs by less, degrees.
  private static let same = 1e-6

  /// The regions, sites and towns of a folded name; without a town, the streets.
  private func places(called name: String) throws(StoreError) -> [Position] {
    let regions = try store.fleet.mappedRegions(of: workspace.id).filter { Folding.fold($0.name) == name }
    let sites = try store.visits.outlets(of: workspace.id).filter { Folding.fold($0.name) == name }
    return try regions.compactMap(\.middle) + sites.map(\.position)
      + store.places.towns(name, of: workspace.id)
  }

  /// The middle of the workspace's regions and sites: a short code without a place is meant near it.
  private func middle() throws(StoreError) -> Position? {
    let regions = try store.fleet.mappedRegions(of: workspace.id).compactMap(\.middle)
    let places = regions.isEmpty ? try store.visits.outlets(of: workspace.id).map(\.position) : regions
    guard !places.isEmpty else { return nil }
    return Position(
      latitude: places.reduce(0) { $0 + $1.latitude } / Double(places.count),
      longitude: places.reduce(0) { $0 + $1.longitude } / Double(places.count))
  }
}
