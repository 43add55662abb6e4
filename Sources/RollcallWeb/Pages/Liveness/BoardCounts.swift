import Rollcall

struct BoardCounts: Equatable, Sendable {
  private var counts: [Status: Int] = [:]

  subscript(_ status: Status) -> Int {
    get { counts[status] ?? 0 }
    set { counts[status] = newValue }
  }

  var total: Int { counts.values.reduce(0, +) }

  /// People who are watched: all except those off duty.
  var watched: Int { total - self[.offDuty] }

  /// The board's first line: the worst present problem, and its figures.
  var headline: Notice? {
    guard total > 0 else { return nil }
    let (offline, degraded) = (self[.offline], self[.degraded])
    if watched == 0 { return notice("calm", .offDuty, Words.Board.nobodyOnDuty) }
    if self[.online] == 0, offline + degraded > 0 {
      return notice(
        "danger", .offline, Words.Board.nobodyReachable, Words.Board.noneOnline(of: watched, details))
    }
    if offline > 0 {
      return notice("danger", .offline, Words.Board.unreachable(offline, of: watched), details)
    }
    if degraded > 0 {
      return notice("warning", .degraded, Words.Board.inDoubt(degraded, of: watched), details)
    }
    if self[.online] == 0 { return notice("calm", .unknown, Words.Board.nobodyReported) }
    return notice("calm", .online, Words.Board.allReachable, details)
  }

  private func notice(_ level: String, _ status: Status, _ title: String, _ detail: String = "") -> Notice {
    Notice(level: level, pill: StatusPill(status), title: title, detail: detail)
  }

  private var details: String {
    Status.worstFirst.compactMap { status in
      self[status] > 0 ? "\(Words.grouped(self[status])) \(status.label.lowercased())" : nil
    }.joined(separator: ", ")
  }
}

/// One status with its count: links to the board narrowed to it, or widened again.
struct CountCard: PagePart {
  var status: StatusPill
  var count, href: String
  var isCurrent: Bool

  static func all(_ counts: BoardCounts, filter: BoardFilter, path: String) -> [CountCard] {
    [Status.online, .degraded, .offline, .unknown, .offDuty].map { status in
      let isCurrent = filter.status == status
      return CountCard(
        status: StatusPill(status), count: Words.grouped(counts[status]),
        href: filter.with { $0.status = isCurrent ? nil : status }.query.link(path), isCurrent: isCurrent)
    }
  }
}
