import Rollcall

/// The files that were taken out, by whom, and by what each is known again.
public struct ExportsPage: Page {
  /// Its template.
  public static let template = "Reports/ExportsPage"
  /// Rows of one page.
  public static let pageSize = 200

  /// What surrounds it.
  public var shell: Shell
  /// The other pages about reports.
  public var tabs: [Link]
  /// Where the form leads.
  public var path: String
  /// The hash that is looked for, as in the URL.
  public var sha256: String
  /// The page without it; empty when none is looked for.
  public var clear: String
  /// The same as JSON.
  public var json: String
  /// The files.
  public var files: Rows<ExportRow>
  /// What is said instead of the table.
  public var empty: EmptyState?
  /// Which part of the list this is.
  public var pager: Pager

  /// The files of a workspace.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - sha256: the hash that is looked for; empty for all.
  ///   - isFirst: whether the list begins with the newest.
  ///   - nextCursor: where the next page begins; `nil` on the last.
  public init(
    shell: Shell, slug: String, sha256: String = "", isFirst: Bool = true, files: [ExportRow],
    nextCursor: String?
  ) {
    let path = Shell.Section.reports.path(slug) + "/exports"
    let isAsked = !sha256.utf8.isEmpty
    self.shell = shell
    tabs = ReportsPage.tabs(slug, current: "/exports")
    self.path = path
    self.sha256 = sha256
    clear = isAsked ? path : ""
    json = Self.query(sha256).link(path + ".json")
    self.files = Rows(files)
    empty = files.isEmpty ? Self.emptyState(isAsked: isAsked) : nil
    pager = Pager(
      range: "\(Words.grouped(Int64(files.count))) \(files.count == 1 ? "file" : "files") on this page",
      previous: isFirst ? "" : Self.query(sha256).link(path),
      next: nextCursor.map { Self.query(sha256, cursor: $0).link(path) } ?? "")
  }

  private static func query(_ sha256: String, cursor: String = "") -> URLQuery {
    var query = URLQuery()
    query.add("sha256", sha256)
    query.add("cursor", cursor)
    return query
  }

  private static func emptyState(isAsked: Bool) -> EmptyState {
    guard isAsked else {
      return EmptyState(
        title: "Nobody has taken out a file yet.",
        advice: "Every CSV and every copy of a person's data is listed here.")
    }
    return EmptyState(
      title: "No file with this hash was taken out of this workspace.",
      advice: "It was altered, cut, saved again by another program, or does not come from here.",
      command: "rollcall verify-export FILE")
  }

  /// An example with every kind of content.
  public static let sample = ExportsPage(
    shell: .example(.reports, title: "Exported files", role: .auditor), slug: "city-rescue",
    files: [.sample] + others, nextCursor: "4100")

  private static let others: [ExportRow] = [
    ("gaps", "last 24 h", 12, "dora@example.org"), ("board", "everybody", 2_000, "API key nightly"),
    ("responder", "responder 9", 51_007, "Command line"), ("visits", "day 2026-11-20", 0, "ليلى حداد"),
  ].enumerated().map { index, file in
    ExportRow(
      number: 4_180 - Int64(index), at: PageClock.sampleNow.advanced(by: -Int64(index + 1) * 40_611_000),
      who: file.3, kind: file.0, filter: file.1, rows: Int64(file.2), bytes: Int64(file.2) * 181 + 70,
      sha256: String(repeating: "5e2\(index)", count: 16), slug: "city-rescue", clock: PageClock.sample)
  }
}
