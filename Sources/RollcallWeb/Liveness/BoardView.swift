import Rollcall
import RollcallStore

/// The board at one instant: each entry with its status, and what the filter leaves of it.
struct BoardView {
  /// An entry with the status it has now.
  struct Item {
    let entry: BoardEntry
    let live: Liveness
    let dutyLabel: String
    let flags: [String]
  }

  let now: Timestamp
  /// Of the whole workspace, whatever the filter.
  private(set) var counts = BoardCounts()
  /// Those that match, in the filter's order.
  let items: [Item]
  let regions: [String]
  let profiles: [String]

  init(_ board: [BoardEntry], profiles known: [Profile], filter: BoardFilter, now: Timestamp) {
    self.now = now
    let profiles = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var counts = BoardCounts()
    let all = board.map { entry in
      let live = entry.live.settled(at: now)
      counts[live.status] += 1
      return Item(
        entry: entry, live: live, dutyLabel: Self.dutyLabel(entry, profiles[entry.person.profile]),
        flags: Self.flags(entry, now))
    }
    self.counts = counts
    regions = Set(board.compactMap(\.person.region)).sorted()
    self.profiles = Set(board.map(\.person.profile)).sorted()
    let words = filter.search.lowercased()
    let matching = all.filter { Self.matches($0, filter, words) }
    let sorted = matching.sorted { Self.precedes($0, $1, filter.sort) }
    items = filter.isReversed ? sorted.reversed() : sorted
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

  private static func matches(_ item: Item, _ filter: BoardFilter, _ words: String) -> Bool {
    if let status = filter.status, item.live.status != status { return false }
    if let duty = filter.duty, item.entry.live.duty != duty { return false }
    if !filter.region.isEmpty, item.entry.person.region != filter.region { return false }
    if !filter.profile.isEmpty, item.entry.person.profile != filter.profile { return false }
    guard !words.isEmpty else { return true }
    return item.entry.person.name.lowercased().contains(words)
      || (item.entry.person.phone ?? "").contains(words)
  }

  /// Whether `left` stands before `right`; ties are broken by status, then by who has been in it longest.
  private static func precedes(_ left: Item, _ right: Item, _ sort: BoardFilter.Sort) -> Bool {
    let never = Timestamp.distantPast
    switch sort {
    case .status: break
    case .name where left.entry.person.name != right.entry.person.name:
      return left.entry.person.name < right.entry.person.name
    case .duty where left.dutyLabel != right.dutyLabel: return left.dutyLabel < right.dutyLabel
    case .contact where left.entry.live.lastContact != right.entry.live.lastContact:
      return left.entry.live.lastContact ?? never < right.entry.live.lastContact ?? never
    case .fix where left.entry.fixAt != right.entry.fixAt:
      return left.entry.fixAt ?? never < right.entry.fixAt ?? never
    case .battery where left.entry.phone.battery.value != right.entry.phone.battery.value:
      return left.entry.phone.battery.value ?? 2 < right.entry.phone.battery.value ?? 2
    case .name, .duty, .contact, .fix, .battery: break
    }
    let ranks = (rank(left.live.status), rank(right.live.status))
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    let since = (left.live.since, right.live.since)
    return since.0 != since.1 ? since.0 < since.1 : left.entry.id < right.entry.id
  }

  private static func rank(_ status: Status) -> Int { Status.worstFirst.firstIndex(of: status) ?? 0 }
}
