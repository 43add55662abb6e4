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
    if watched == 0 { return notice("calm", .offDuty, "Nobody is on duty") }
    if self[.online] == 0, offline + degraded > 0 {
      return notice(
        "danger", .offline, "Nobody can be reached for sure",
        "0 of \(text(watched)) on duty are online · \(details)")
    }
    if offline > 0 {
      return notice("danger", .offline, "\(text(offline)) of \(text(watched)) cannot be reached", details)
    }
    if degraded > 0 {
      return notice("warning", .degraded, "\(text(degraded)) of \(text(watched)) in doubt", details)
    }
    if self[.online] == 0 { return notice("calm", .unknown, "Nobody has reported yet") }
    return notice("calm", .online, "Everybody heard from can be reached", details)
  }

  private func notice(_ level: String, _ status: Status, _ title: String, _ detail: String = "") -> Notice {
    Notice(level: level, pill: StatusPill(status), title: title, detail: detail)
  }

  private func text(_ count: Int) -> String { Words.grouped(count) }

  private var details: String {
    Status.worstFirst.compactMap { status in
      self[status] > 0 ? "\(text(self[status])) \(status.label.lowercased())" : nil
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
