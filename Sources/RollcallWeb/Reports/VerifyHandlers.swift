import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension FindWeb {
  /// `GET /w/{ws}/verify`: says of a SHA-256 whether it is that of a file from here. The file stays where it is.
  @Sendable func verify(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (visitor, workspace) = (asked.visitor, asked.visitor.workspace)
    let text = asked.request.query["sha256"] ?? ""
    let hash = text.filter { !$0.isWhitespace }.lowercased()
    let isHash = hash.utf8.count == 64 && hash.utf8.allSatisfy(Self.isDigit)
    let verdict = isHash ? try self.verdict(hash, workspace) : nil
    let page = VerifyPage(
      shell: web.shell(.reports, visitor, title: Words.Verify.title), path: VerifyPage.path(workspace.slug),
      sha256: text, error: text.utf8.isEmpty || isHash ? "" : Words.Verify.wrong, verdict: verdict)
    return web.html(pages.render(page), status: page.error.utf8.isEmpty ? .ok : .badRequest)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  private func verdict(_ hash: String, _ workspace: Workspace) throws(StoreError) -> VerifyPage.Verdict {
    typealias Text = Words.Verify
    let names = try AuditNames(store, workspace.id)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock(), isTicking: false)
    func entry(_ entry: AuditEntry) -> Link {
      var audit = AuditPageFilter().at("\(entry.number.addingReportingOverflow(1).partialValue)")
      audit.from = clock.local(entry.at).isoDay
      return Link(
        label: Text.entry(Words.grouped(entry.number)),
        href: audit.query.link(Shell.Section.audit.path(workspace.slug)) + "#a\(entry.number)")
    }
    func when(_ instant: Timestamp) -> String {
      StatementTime(clock, TimeSpan(from: instant, to: instant)).full(instant)
    }
    let files = try store.reports.exportFiles(of: workspace.id, sha256: hash, limit: 20)
    func title(_ file: ExportFile) -> String {
      Text.quoted(Report.named(file.kind)?.title ?? AuditWords.action("export.\(file.kind)"))
    }
    if let file = files.first(where: { $0.isAudited && $0.isComplete }) {
      return VerifyPage.Verdict(
        level: "calm",
        text: Text.same(title(file), names.actor(file.entry.actor), when(file.entry.at)),
        entry: entry(file.entry))
    }
    if let made = try store.reports.statementEntry(sha256: hash, of: workspace.id) {
      return VerifyPage.Verdict(
        level: "calm",
        text: Text.statement(names.subject(made.subject), names.actor(made.actor), when(made.at)),
        entry: entry(made))
    }
    guard let file = files.first else {
      return VerifyPage.Verdict(level: "danger", text: Text.unknown, entry: nil)
    }
    return VerifyPage.Verdict(
      level: "danger", text: file.isAudited ? Text.brokenOff(title(file)) : Text.notProven,
      entry: entry(file.entry))
  }
}
