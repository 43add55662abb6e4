/// Many people of a region or of a network who fell silent within a few minutes: a failed network rather than
/// failed phones. It becomes one alert, whichever of them shows first.
public struct MassSilence: Equatable, Sendable {
  /// The share of one scope that fell silent.
  public struct Share: Equatable, Sendable {
    /// The scope.
    public let scope: MassScope
    /// How many of its people fell silent.
    public let count: Int
    /// How many are on watch.
    public let people: Int

    /// `Region Center: 14 of 22 fell silent`.
    public var words: String { "\(scope.words): \(count) of \(people) fell silent" }
  }

  /// The scope that names it: the first to reach its share.
  public let scope: MassScope
  /// That scope and the others that are affected.
  public let shares: [Share]
  /// When the share was reached.
  public let at: Timestamp
  /// Who fell silent, with the instant at which each was last heard.
  public let fallen: [Responder.ID: Timestamp]
  /// From the first of those instants to the last.
  public let span: TimeSpan

  /// The figures in one line.
  public var detail: String { shares.map(\.words).joined(separator: "; ") }

  /// Whether two silences are told as one, because they happened within the same minutes.
  ///
  /// - Parameter window: how much later still counts, milliseconds.
  public static func isOne(_ one: TimeSpan, _ other: TimeSpan, window: Milliseconds) -> Bool {
    one.from <= other.to.advanced(by: window) && other.from <= one.to.advanced(by: window)
  }

  /// The mass silences among `people`, the earliest first. Those of the same minutes are one.
  ///
  /// - Parameters:
  ///   - people: all people on watch.
  ///   - observingSince: since when this server has been observing without a break. Nothing is found before
  ///     all people of a scope have had the time of their offline threshold to be heard since.
  public static func all(
    _ people: [MassSilencePerson], rule: MassSilenceRule, observingSince: Timestamp, at now: Timestamp
  ) -> [MassSilence] {
    var scopes: [MassScope: [MassSilencePerson]] = [:]
    for person in people { for scope in person.scopes { scopes[scope, default: []].append(person) } }
    let reached = scopes.compactMap { scope, people in
      one(of: scope, people, rule: rule, observingSince: observingSince, at: now)
    }
    let ordered = reached.sorted {
      ($0.at, -$0.fallen.count, $0.scope.order.0, $0.scope.order.1)
        < ($1.at, -$1.fallen.count, $1.scope.order.0, $1.scope.order.1)
    }
    var found: [MassSilence] = []
    for next in ordered {
      if let index = found.firstIndex(where: { isOne($0.span, next.span, window: rule.window) }) {
        found[index] = found[index].with(next)
      } else {
        found.append(next)
      }
    }
    return found
  }

  /// This silence, extended by another.
  private func with(_ other: MassSilence) -> MassSilence {
    MassSilence(
      scope: scope, shares: shares + other.shares, at: at,
      fallen: fallen.merging(other.fallen, uniquingKeysWith: { known, _ in known }),
      span: TimeSpan(from: min(span.from, other.span.from), to: max(span.to, other.span.to)))
  }

  /// The mass silence of one scope, if there is one.
  private static func one(
    of scope: MassScope, _ people: [MassSilencePerson], rule: MassSilenceRule, observingSince: Timestamp,
    at now: Timestamp
  ) -> MassSilence? {
    let held = observingSince.advanced(by: people.map(\.offlineThreshold).max() ?? 0)
    let fallen = people.compactMap { person in person.fall.map { (id: person.id, fall: $0) } }
      .sorted { ($0.fall.from, $0.id.rawValue) < ($1.fall.from, $1.id.rawValue) }
    guard now >= held,
      let found = MassWindow.first(
        fallen.map(\.fall), needed: rule.needed(of: people.count), length: rule.window,
        notBefore: now.advanced(by: -MassSilenceRule.freshness), heldUntil: held)
    else { return nil }
    let members = fallen[found.range]
    guard let first = members.first?.fall.from, let last = members.last?.fall.from else { return nil }
    return MassSilence(
      scope: scope, shares: [Share(scope: scope, count: members.count, people: people.count)], at: found.at,
      fallen: Dictionary(members.map { ($0.id, $0.fall.from) }, uniquingKeysWith: { known, _ in known }),
      span: TimeSpan(from: first, to: last))
  }

  /// When an alert closes: when fewer than half of the share that opens one are still silent. `nil` = not
  /// yet.
  public static func closing(_ members: [MassSilenceMember], rule: MassSilenceRule) -> Timestamp? {
    let backs = members.compactMap(\.backAt).sorted()
    guard !members.isEmpty else { return nil }
    for (index, back) in backs.enumerated()
    where (members.count - index - 1) * 200 < rule.percent * members.count {
      return back
    }
    return nil
  }
}

/// The window of a few minutes in which enough people fell silent.
struct MassWindow {
  /// The people, as indices of the list.
  let range: Range<Int>
  /// When enough of them counted as silent.
  let at: Timestamp

  /// Of all windows of `length` the one in which enough people first counted as silent; the fullest of
  /// several.
  ///
  /// - Parameters:
  ///   - falls: from when each was last heard to when that counted as silence, ascending by the former.
  ///   - notBefore: a share reached before this is too long ago, unless it had to wait.
  ///   - heldUntil: until when it had to wait.
  static func first(
    _ falls: [TimeSpan], needed: Int, length: Milliseconds, notBefore: Timestamp, heldUntil: Timestamp
  ) -> MassWindow? {
    guard falls.count >= needed else { return nil }
    var best: MassWindow?
    // When those in the window counted as silent, ascending.
    var counted: [Timestamp] = []
    var end = 0
    for (start, fall) in falls.enumerated() {
      if start > 0 { counted.remove(at: counted.place(of: falls[start - 1].to)) }
      while end < falls.count, falls[end].from <= fall.from.advanced(by: length) {
        counted.insert(falls[end].to, at: counted.place(of: falls[end].to))
        end += 1
      }
      guard counted.count >= needed else { continue }
      let at = counted[needed - 1]
      guard max(at, heldUntil) >= notBefore else { continue }
      if let known = best, (known.at, -known.range.count) <= (at, start - end) { continue }
      best = MassWindow(range: start..<end, at: at)
    }
    return best
  }
}

extension [Timestamp] {
  /// The index of the first value that is not smaller; the values are ascending.
  fileprivate func place(of value: Timestamp) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
