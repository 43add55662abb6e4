import Rollcall
import RollcallStore

/// Finds what a text in the field *Where* may mean: coordinates, plus codes, sites, recent places, addresses, regions, people.
struct WhereFinder {
  let web: Web
  let workspace: Workspace

  var store: Store { web.store }

  /// How many places are offered.
  static let shown = 8
  private static let recentSearched = 500
  /// With so many places no server outside is asked.
  private static let enough = 3
  private static let nearWords = ["near", "by"]

  /// What a text may mean.
  struct Found {
    /// The places, the likeliest first; none for an empty text.
    var hits: [WhereHit] = []
    /// Whether the geocoder outside could not be asked yet: again in a second.
    var isPartial = false
    /// What is wrong with coordinates; empty for other texts.
    var problem = ""
  }

  func find(_ typed: String) throws(StoreError) -> Found {
    let wrong: PlaceProblem
    do throws(PlaceProblem) {
      return Found(hits: [Self.hit(try Place.read(typed), "")])
    } catch { wrong = error }
    // The words of a link are no names of places, and no business of a geocoder.
    if wrong == .unknownLink { return Found(problem: wrong.words + ".") }
    if let found = try shortCode(typed) { return found }
    guard let sought = Sought(typed) else { return Found(problem: Self.words(wrong, typed)) }
    if let first = sought.words.first, Self.nearWords.contains(first),
      let person = Sought(sought.words.dropFirst().joined(separator: " "))
    {
      return Found(hits: people(person, limit: Self.shown))
    }
    var found = try sites(sought) + recent(sought)
    let regions = try regions(sought)
    found += try addresses(typed, limit: max(3, Self.shown - found.count - regions.count))
    found += regions
    let isEnough = found.count(where: { !$0.isPart }) >= Self.enough
    let asked = isEnough ? .places([]) : outside(typed, words: sought.words)
    if case .places(let known) = asked { found += known.map(Self.hit) }
    // Of people two letters say nothing yet.
    if typed.utf8.count >= 3 { found += people(sought, limit: 3) }
    var seen: Set<String> = []
    let distinct = found.filter { seen.insert(Folding.fold($0.label)).inserted }
    let ordered =
      distinct.filter(\.isExact) + distinct.filter { !$0.isExact && !$0.isPart } + distinct.filter(\.isPart)
    var answer = Found(hits: Array(ordered.prefix(Self.shown)))
    if case .later = asked { answer.isPartial = true }
    guard ordered.isEmpty else { return answer }
    answer.problem = Self.words(wrong, typed)
    if case .silent = asked, answer.problem.utf8.isEmpty { answer.problem = Words.Where.silent }
    return answer
  }

  /// What is wrong with numbers that are no coordinates; empty for a text with letters that no notation explains.
  private static func words(_ problem: PlaceProblem, _ typed: String) -> String {
    let hasDigits = typed.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let hasLetters = typed.unicodeScalars.contains(where: \.properties.isAlphabetic)
    return problem == .gridReference || hasDigits && !hasLetters ? problem.words + "." : ""
  }

  /// Coordinates, or the place that a plus code names.
  static func hit(_ position: Position, _ name: String) -> WhereHit {
    let words = Words.coordinates(position)
    return WhereHit(
      kind: .place, label: name.utf8.isEmpty ? words : name, detail: name.utf8.isEmpty ? "" : words,
      value: ChosenPlace.position(position, name: name).text, isExact: true)
  }

  private func sites(_ sought: Sought) throws(StoreError) -> [WhereHit] {
    let ranked: [(Int, WhereHit)] = try store.visits.outlets(of: workspace.id).compactMap { outlet in
      let code = outlet.externalID ?? ""
      guard let rank = sought.rank(outlet.name) ?? sought.rank(code) else { return nil }
      return (
        rank,
        WhereHit(
          kind: .site, label: outlet.name, detail: code,
          value: ChosenPlace.site(outlet.id.rawValue).text, isExact: rank == 0)
      )
    }
    return Self.best(ranked, limit: 4)
  }

  private func recent(_ sought: Sought) throws(StoreError) -> [WhereHit] {
    let ranked: [(Int, WhereHit)] = try store.dispatch.titles(of: workspace.id, limit: Self.recentSearched)
      .compactMap { incident in
        guard !incident.place.utf8.isEmpty, let rank = sought.rank(incident.place) else { return nil }
        return (
          rank,
          WhereHit(
            kind: .recent, label: incident.place, detail: Words.incident(incident.id),
            value: ChosenPlace.position(incident.position, name: incident.place).text, isExact: rank == 0)
        )
      }
    return Self.best(ranked, limit: 3)
  }

  private func addresses(_ typed: String, limit: Int) throws(StoreError) -> [WhereHit] {
    for spelling in Folding.spellings(typed) {
      let found = try addresses(spelled: spelling, limit: limit)
      if !found.isEmpty { return found }
    }
    return []
  }

  private func addresses(spelled: String, limit: Int) throws(StoreError) -> [WhereHit] {
    guard let query = AddressQuery(spelled) else { return [] }
    let whole = query.words.joined(separator: " ")
    return try store.places.addresses(query, of: workspace.id, limit: limit).map { address in
      let street = [address.name, address.number].filter { !$0.utf8.isEmpty }.joined(separator: " ")
      let label = [street, address.town].filter { !$0.utf8.isEmpty }.joined(separator: ", ")
      return WhereHit(
        kind: .address, label: label, detail: Self.detail(address, query),
        value: ChosenPlace.position(address.position, name: label).text,
        isExact: address.isWhole && Folding.fold(label) == whole, isPart: !address.isWhole)
    }
  }

  private static func detail(_ address: FoundAddress, _ query: AddressQuery) -> String {
    guard address.number.utf8.isEmpty else { return address.isWhole ? "" : Words.Where.withoutLast }
    return address.isWhole || query.numbered.isEmpty ? Words.Where.street : Words.Where.numberUnknown
  }

  /// What the operator's geocoder knows, if there is one.
  func outside(_ typed: String, words: [String]) -> OutsidePlaces.Answer {
    guard words.joined().utf8.count >= 4, typed.utf8.count <= 200 else { return .places([]) }
    return web.mapFiles.outsidePlaces.find(typed)
  }

  private static func hit(_ place: OutsidePlaces.Known) -> WhereHit {
    WhereHit(
      kind: .address, label: place.name, detail: Words.Where.outside,
      value: ChosenPlace.position(place.position, name: place.name).text, isExact: false)
  }

  private func regions(_ sought: Sought) throws(StoreError) -> [WhereHit] {
    let ranked: [(Int, WhereHit)] = try store.fleet.mappedRegions(of: workspace.id).compactMap { region in
      guard let rank = sought.rank(region.name), let middle = region.middle else { return nil }
      return (
        rank,
        WhereHit(
          kind: .region, label: region.name, detail: Words.Where.middle,
          value: ChosenPlace.position(middle, name: region.name).text, isExact: rank == 0)
      )
    }
    return Self.best(ranked, limit: 2)
  }

  private func people(_ sought: Sought, limit: Int) -> [WhereHit] {
    let ranked: [(Int, WhereHit)] = web.incidents.located(workspace).compactMap { entry in
      guard let rank = sought.rank(entry.person.name) else { return nil }
      return (
        rank,
        WhereHit(
          kind: .person, label: Words.Where.near(entry.person.name), detail: entry.person.region ?? "",
          value: ChosenPlace.near(entry.id.rawValue).text, isExact: false)
      )
    }
    return Self.best(ranked, limit: limit)
  }

  private static func best(_ ranked: [(Int, WhereHit)], limit: Int) -> [WhereHit] {
    ranked.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.prefix(limit)
      .map(\.element.1)
  }
}

extension MappedRegion {
  /// The middle of its box.
  var middle: Position? {
    let points = shape.polygons.joined().joined()
    guard let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max(),
      let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max()
    else { return nil }
    return Position(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
