import Rollcall
import RollcallStore

/// The board at one instant: each entry with its status, and what the filter leaves of it.
struct BoardView {
  /// An entry with the status it has now.
  struct Item {
    let entry: BoardEntry
    let judgement: Reachability.Judgement
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
      let judgement = entry.reach.judged(at: now)
      counts[judgement.status] += 1
      return Item(
        entry: entry, judgement: judgement, dutyLabel: Self.dutyLabel(entry, profiles[entry.profile]),
        flags: entry.flags.names + (entry.hasBacklog ? ["backlog"] : []))
    }
    self.counts = counts
    regions = Set(board.compactMap(\.region)).sorted()
    self.profiles = Set(board.map(\.profile)).sorted()
    let words = filter.search.lowercased()
    let matching = all.filter { Self.matches($0, filter, words) }
    let sorted = matching.sorted { Self.precedes($0, $1, filter.sort) }
    items = filter.isReversed ? sorted.reversed() : sorted
  }

  private static func dutyLabel(_ entry: BoardEntry, _ profile: Profile?) -> String {
    let label = profile?.label(for: entry.reach.duty) ?? entry.reach.duty.rawValue
    guard entry.reach.duty == .onMission, let order = entry.order else { return label }
    return "\(label) \(order)"
  }

  private static func matches(_ item: Item, _ filter: BoardFilter, _ words: String) -> Bool {
    if let status = filter.status, item.judgement.status != status { return false }
    if let duty = filter.duty, item.entry.reach.duty != duty { return false }
    if !filter.region.isEmpty, item.entry.region != filter.region { return false }
    if !filter.profile.isEmpty, item.entry.profile != filter.profile { return false }
    guard !words.isEmpty else { return true }
    return item.entry.name.lowercased().contains(words) || (item.entry.phone ?? "").contains(words)
  }

  /// Whether `left` stands before `right`; ties are broken by status, then by who has been in it longest.
  private static func precedes(_ left: Item, _ right: Item, _ sort: BoardFilter.Sort) -> Bool {
    let never = Timestamp(milliseconds: .min)
    switch sort {
    case .status: break
    case .name where left.entry.name != right.entry.name: return left.entry.name < right.entry.name
    case .duty where left.dutyLabel != right.dutyLabel: return left.dutyLabel < right.dutyLabel
    case .contact where left.entry.reach.lastContact != right.entry.reach.lastContact:
      return left.entry.reach.lastContact ?? never < right.entry.reach.lastContact ?? never
    case .fix where left.entry.fixAt != right.entry.fixAt:
      return left.entry.fixAt ?? never < right.entry.fixAt ?? never
    case .battery where left.entry.battery != right.entry.battery:
      return left.entry.battery ?? 2 < right.entry.battery ?? 2
    case .name, .duty, .contact, .fix, .battery: break
    }
    let ranks = (rank(left.judgement.status), rank(right.judgement.status))
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    let since = (left.judgement.since ?? never, right.judgement.since ?? never)
    return since.0 != since.1 ? since.0 < since.1 : left.entry.id < right.entry.id
  }

  private static func rank(_ status: Status) -> Int { Status.worstFirst.firstIndex(of: status) ?? 0 }
}
