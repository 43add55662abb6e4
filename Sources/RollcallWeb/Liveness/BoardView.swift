import Rollcall
import RollcallStore

/// The board at one instant: each entry with its status, filtered.
struct BoardView {
  /// An entry with the status it has now.
  struct Item {
    let entry: BoardEntry
    let live: Liveness
    let dutyLabel: String
    let flags: [String]
    /// Why they are silent now; `nil` when they are not.
    let cause: Cause?

    /// Adds everything that a row depends on.
    func add(to facts: inout ContentHash, at now: Timestamp) {
      let (person, phone) = (entry.person, entry.phone)
      for text in [
        "\(entry.id.rawValue)", "\(entry.version)", live.status.rawValue, "\(live.since.milliseconds)",
        live.reason, "\(live.lastContact?.milliseconds ?? -1)", person.name, person.profile,
        person.region ?? "", dutyLabel, "\(flags)", "\(entry.fixAt?.milliseconds ?? -1)",
        "\(entry.confirmedAt?.milliseconds ?? -1)", "\(entry.heardWithin ?? -1)",
        "\(phone.battery.value ?? -1)", phone.powerMode.value?.rawValue ?? "",
        Words.errand(entry.errand(at: now)), cause?.rawValue ?? "",
      ] { facts.add(text) }
    }
  }

  /// Items made on demand: of ten thousand a page shows two hundred.
  struct Items: RandomAccessCollection {
    fileprivate let entries: [BoardEntry]
    fileprivate let order: [Place]
    fileprivate let profiles: [String: Profile]
    fileprivate let now: Timestamp
    fileprivate let judgedAt: Timestamp
    fileprivate let causes: [Responder.ID: Cause]

    var startIndex: Int { 0 }
    var endIndex: Int { order.count }

    subscript(position: Int) -> Item {
      let entry = entries[order[position].index]
      return Item(
        entry: entry, live: entry.live.settled(at: judgedAt),
        dutyLabel: BoardView.dutyLabel(entry, profiles[entry.person.profile]),
        flags: BoardView.flags(entry, now), cause: causes[entry.id])
    }
  }

  /// An entry's rank by status: small, because sorting the board moves it about.
  fileprivate struct Place {
    let index: Int
    let rank: Int
    let since: Timestamp
    let id: Responder.ID
  }

  let now: Timestamp
  /// Of the whole workspace, independent of the filter.
  let counts: BoardCounts
  /// How many are silent for each cause, in the whole workspace.
  let causes: [Cause: Int]
  /// Those that match, in the filter's order.
  let items: Items
  /// The instant at which statuses are judged.
  var judgedAt: Timestamp { items.judgedAt }
  /// Everybody, in no order.
  var everybody: [BoardEntry] { items.entries }
  let regions: [String]
  let profiles: [String]

  /// - Parameters:
  ///   - judgedAt: the instant at which statuses are judged; `nil` = now.
  ///   - causes: why people are silent at that instant.
  ///   - searchesNumbers: whether the search looks at telephone numbers too.
  init(
    _ board: [BoardEntry], profiles known: [Profile], filter: BoardFilter, now: Timestamp,
    judgedAt: Timestamp? = nil, causes: [Responder.ID: Cause] = [:], searchesNumbers: Bool = false
  ) {
    self.now = now
    let judgedAt = judgedAt ?? now
    let ranks = Dictionary(
      Status.worstFirst.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var order: [Place] = []
    order.reserveCapacity(board.count)
    var counted = Array(repeating: 0, count: Status.worstFirst.count)
    var (regions, profiles): (Set<String>, Set<String>) = ([], [])
    let spellings = Folding.spellings(filter.search)
    let number = searchesNumbers ? Folding.number(filter.search) : nil
    // By index: an entry is large, and most of it is not read here.
    for index in board.indices {
      let live = board[index].live.standing(at: judgedAt)
      let rank = ranks[live.status] ?? 0
      counted[rank] += 1
      if let region = board[index].person.region { regions.insert(region) }
      profiles.insert(board[index].person.profile)
      guard Self.matches(board[index], live.status, filter, spellings, number: number),
        filter.cause == nil || causes[board[index].id] == filter.cause
      else { continue }
      order.append(Place(index: index, rank: rank, since: live.since, id: board[index].id))
    }
    var counts = BoardCounts()
    for (status, count) in zip(Status.worstFirst, counted) { counts[status] = count }
    self.counts = counts
    self.regions = regions.sorted()
    self.profiles = profiles.sorted()
    let named = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    Self.sort(&order, of: board, by: filter, named, now)
    items = Items(entries: board, order: order, profiles: named, now: now, judgedAt: judgedAt, causes: causes)
    self.causes = Dictionary(causes.values.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The doubts of the latest fix, and the badges.
  static func flags(_ entry: BoardEntry, _ now: Timestamp) -> [String] {
    entry.flags.names + (entry.hasBacklog ? ["backlog"] : [])
      + (entry.isFlapping(at: now) ? ["flapping"] : [])
  }

  static func dutyLabel(_ entry: BoardEntry, _ profile: Profile?) -> String {
    let label = profile?.label(for: entry.live.duty) ?? entry.live.duty.rawValue
    guard entry.live.duty == .onMission, let order = entry.order else { return label }
    return "\(label) \(order)"
  }

  private static func matches(
    _ entry: BoardEntry, _ status: Status, _ filter: BoardFilter, _ spellings: [String], number: String?
  ) -> Bool {
    if let wanted = filter.status, status != wanted { return false }
    if let duty = filter.duty, entry.live.duty != duty { return false }
    if !filter.region.isEmpty, entry.person.region != filter.region { return false }
    if !filter.profile.isEmpty, entry.person.profile != filter.profile { return false }
    guard !spellings.isEmpty else { return true }
    let (name, id) = (Folding.fold(entry.person.name), Folding.fold(entry.person.externalID ?? ""))
    return spellings.contains { name.contains($0) || id.contains($0) }
      || number.map { (entry.person.phone ?? "").contains($0) } ?? false
  }

  private static func sort(
    _ order: inout [Place], of board: [BoardEntry], by filter: BoardFilter, _ profiles: [String: Profile],
    _ now: Timestamp
  ) {
    let never = Timestamp.distantPast
    switch filter.order.column {
    case .status: order.sort(by: standsBefore)
    case .name: sort(&order) { board[$0].person.name }
    case .duty: sort(&order) { dutyLabel(board[$0], profiles[board[$0].person.profile]) }
    case .contact: sort(&order) { board[$0].live.lastContact ?? never }
    case .fix: sort(&order) { board[$0].fixAt ?? never }
    case .battery: sort(&order) { board[$0].phone.battery.value ?? 2 }
    case .accuracy: sort(&order) { board[$0].place == nil ? -.infinity : -(board[$0].accuracy ?? .infinity) }
    case .flags: sort(&order) { -flags(board[$0], now).count }
    case .assignment: sort(&order) { board[$0].errand(at: now)?.incident.rawValue ?? .max }
    }
    if filter.order.isReversed { order.reverse() }
  }

  /// Sorts by a key computed once for each; ties are broken by status.
  private static func sort<Key: Comparable>(_ order: inout [Place], by key: (Int) -> Key) {
    let keyed = order.map { (key: key($0.index), place: $0) }.sorted { left, right in
      left.key != right.key ? left.key < right.key : standsBefore(left.place, right.place)
    }
    order = keyed.map(\.place)
  }

  /// The worst status first, then the longest in it.
  private static func standsBefore(_ left: Place, _ right: Place) -> Bool {
    if left.rank != right.rank { return left.rank < right.rank }
    return left.since != right.since ? left.since < right.since : left.id < right.id
  }
}

extension BoardEntry {
  /// Their place on a map: not in the Gulf of Guinea, where phones without a fix report themselves.
  var place: Position? { flags.contains(.nullIsland) || flags.contains(.invalidFix) ? nil : position }
}
