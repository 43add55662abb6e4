import Rollcall

/// How many responders have each status.
struct BoardCounts: Equatable, Sendable {
  private var counts: [Status: Int] = [:]

  /// The count of one status.
  subscript(_ status: Status) -> Int {
    get { counts[status] ?? 0 }
    set { counts[status] = newValue }
  }

  /// All of them.
  var total: Int { counts.values.reduce(0, +) }

  /// Those who are watched: all but off duty.
  var watched: Int { total - self[.offDuty] }

  /// The board's first line: the worst thing that is so now, and the figures behind it.
  var headline: Notice? {
    guard total > 0 else { return nil }
    if watched == 0 {
      return Notice(level: "calm", pill: StatusPill(.offDuty), title: "Nobody is on duty")
    }
    if self[.online] == 0, self[.offline] + self[.degraded] > 0 {
      return Notice(
        level: "danger", pill: StatusPill(.offline), title: "Nobody can be reached for sure",
        detail: "0 of \(text(watched)) on duty are online · \(details)")
    }
    if self[.offline] > 0 {
      return Notice(
        level: "danger", pill: StatusPill(.offline),
        title: "\(text(self[.offline])) of \(text(watched)) cannot be reached",
        detail: details)
    }
    if self[.degraded] > 0 {
      return Notice(
        level: "warning", pill: StatusPill(.degraded),
        title: "\(text(self[.degraded])) of \(text(watched)) in doubt",
        detail: details)
    }
    if self[.online] == 0 {
      return Notice(level: "calm", pill: StatusPill(.unknown), title: "Nobody has reported yet")
    }
    return Notice(
      level: "calm", pill: StatusPill(.online), title: "Everybody heard from can be reached", detail: details)
  }

  private func text(_ count: Int) -> String { Words.grouped(count) }

  private var details: String {
    let parts = Status.worstFirst.compactMap { status in
      self[status] > 0 ? "\(text(self[status])) \(status.label.lowercased())" : nil
    }
    return parts.joined(separator: ", ")
  }
}

/// One status with its count, as a link that shows only those.
struct CountCard: PagePart {
  var status: StatusPill
  var count: String
  /// The board narrowed to it; or widened again when it is already.
  var href: String
  /// Whether the board is narrowed to it.
  var isCurrent: Bool

  /// The cards of the board under `filter`.
  static func all(_ counts: BoardCounts, filter: BoardFilter, path: String) -> [CountCard] {
    [Status.online, .degraded, .offline, .unknown, .offDuty].map { status in
      let isCurrent = filter.status == status
      return CountCard(
        status: StatusPill(status), count: Words.grouped(counts[status]),
        href: filter.with { $0.status = isCurrent ? nil : status }.query.link(path), isCurrent: isCurrent)
    }
  }
}
