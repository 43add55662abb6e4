import Rollcall

/// The files that were taken out, by whom, and by what each is known again.
struct ExportsPage: Page {
  static let template = "Reports/ExportsPage"
  static let pageSize = 200

  var shell: Shell
  var tabs: [Link]
  var path: String
  /// The hash that is looked for, as in the URL.
  var sha256: String
  /// The page without it; empty when none is looked for.
  var clear: String
  var json: String
  /// The files.
  var files: Rows<ExportRow>
  var empty: EmptyState?
  var pager: Pager

  /// The files of a workspace.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - sha256: the hash that is looked for; empty for all.
  ///   - isFirst: whether the list begins with the newest.
  ///   - nextCursor: where the next page begins; `nil` on the last.
  init(
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
}
