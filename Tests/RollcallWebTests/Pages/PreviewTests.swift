import Foundation
import Rollcall
import Testing

@testable import RollcallWeb

/// Writes pages to a folder for the browser tests of `Tests/Pages`, and for looking at them while they are made:
/// `ROLLCALL_PAGES=/tmp/pages swift test --filter PreviewTests`.
@Suite("Pages for the browser tests", .enabled(if: Previews.folder != nil))
struct PreviewTests {
  @Test("every page and the states of the board are written")
  func write() throws {
    for (name, html) in try Self.pages() { try Previews.write(html, as: name) }
  }

  private static func pages() throws -> [(name: String, html: [UInt8])] {
    let renderer = try Console.renderer()
    let people = crowd(200)
    return [
      ("login", renderer.render(LoginPage(csrf: "t"))),
      ("login-wait", renderer.render(LoginPage.sample)),
      ("login-code", renderer.render(LoginCodePage.sample)),
      ("invitation", renderer.render(InvitationPage.sample)),
      ("invitation-over", renderer.render(InvitationPage.over)),
      ("account", renderer.render(AccountPage.sample)),
      ("account-off", renderer.render(AccountPage.example(twoFactor: nil))),
      ("two-factor", renderer.render(TwoFactorPage.sample)),
      ("recovery-codes", renderer.render(RecoveryCodesPage.sample)),
      ("members", renderer.render(MembersPage.sample)),
      ("keys", renderer.render(KeysPage.sample)),
      ("channels", renderer.render(ChannelsPage.sample)),
      ("channels-none", renderer.render(ChannelsPage.none)),
      ("channel", renderer.render(ChannelPage.sample)),
      ("channel-new", renderer.render(ChannelPage.new)),
      ("screens", renderer.render(ScreensPage.sample)),
      ("screen", renderer.render(ScreenPage.sample)),
      ("board", renderer.render(BoardPage.sample)),
      ("board-fragment", renderer.renderFragment(BoardPage.sample)),
      ("board-crowd", renderer.render(board(rows: people, matching: 2_000))),
      ("board-nobody", renderer.render(board(rows: [], matching: 0))),
      ("board-stale", renderer.render(board(rows: Array(people.prefix(5)), matching: 5, age: 400_000))),
      ("past-board", renderer.render(PastBoardPage.sample)),
      ("past-board-none", renderer.render(PastBoardPage.future)),
      ("lanes", renderer.render(LanesPage.sample)), ("lanes-none", renderer.render(LanesPage.nobody)),
      ("lanes-wrong", renderer.render(LanesPage.wrong)),
      ("lanes-crowd", renderer.render(LanesPage.crowded)),
      ("history", renderer.render(HistoryPage.sample)),
      ("doubts", renderer.render(DoubtsPage.sample)),
      ("doubts-none", renderer.render(DoubtsPage.nothing)),
      ("doubts-wrong", renderer.render(DoubtsPage.wrong)),
      ("doubts-unticked", renderer.render(DoubtsPage.unticked)),
      ("audit", renderer.render(AuditPage.sample)),
      ("schedules", renderer.render(SchedulesPage.sample)),
      ("schedules-none", renderer.render(SchedulesPage.none)),
      ("exports", renderer.render(ExportsPage.sample)),
      ("exports-none", renderer.render(exports([]))),
      ("requests", renderer.render(RequestsPage.sample)),
      ("requests-none", renderer.render(RequestsPage(shell: .example(.requests), open: [], done: []))),
      ("erase", renderer.render(ErasePage.sample)),
      ("erase-confirm", renderer.render(ErasePage.confirm)),
      ("merge", renderer.render(MergePage.sample)),
      ("merge-choose", renderer.render(MergePage.example(isChosen: false))),
      ("track-import", renderer.render(TrackImportPage.sample)),
      ("track-import-empty", renderer.render(TrackImportPage.empty)),
      ("responders", renderer.render(RespondersPage.sample)),
      ("first-run", renderer.render(FirstRunPage.fresh)),
      ("first-run-wrong", renderer.render(FirstRunPage.sample)),
      ("server", renderer.render(ServerPage.sample)), ("server-quiet", renderer.render(ServerPage.quiet)),
      ("board-new", renderer.render(BoardPage.new)),
      ("person-new", renderer.render(PersonPage.sample)), ("person-edit", renderer.render(PersonPage.edit)),
      ("people-import", renderer.render(ImportPage.ready)),
      ("people-import-wrong", renderer.render(ImportPage.sample)),
      ("people-import-empty", renderer.render(ImportPage.empty)),
      ("duty", renderer.render(DutyPage.plain)), ("duty-wrong", renderer.render(DutyPage.sample)),
      ("duty-rule", renderer.render(DutyRulePage.one)),
      ("duty-rule-wrong", renderer.render(DutyRulePage.sample)),
      ("message", renderer.render(MessagePage.sample)),
      ("search", renderer.render(SearchPage.sample)), ("search-none", renderer.render(SearchPage.nothing)),
      ("settings-addresses", renderer.render(AddressesPage.sample)),
      ("settings-addresses-none", renderer.render(AddressesPage.none)),
      ("incident-choose", renderer.render(NewIncidentPage.choosing)),
    ]
  }

  private static func exports(_ files: [ExportRow]) -> ExportsPage {
    ExportsPage(
      head: ListHead(
        ExportLine.listing, .example(.reports), at: "/w/city-rescue/reports/exports",
        ExportFilter([("sha256", "beef")]), .rows(files.count, next: nil), clock: PageClock.sample),
      sha256: "beef", columns: [], files: Rows(files))
  }

  private static func board(rows: [BoardRow], matching: Int, age: Milliseconds = 1_000) -> BoardPage {
    var counts = BoardCounts()
    counts[.offline] = rows.count
    return BoardPage(
      .init(
        filter: BoardFilter(), regions: ["North"], profiles: ["responder"], counts: counts, rows: rows,
        matching: matching, asOf: PageClock.sampleNow.advanced(by: -age)),
      shell: .sample, slug: "x", clock: PageClock.sample)
  }

  /// People with long names, unbroken names, and names that read from the right.
  private static func crowd(_ count: Int) -> [BoardRow] {
    let names = [
      "محمد عبد الرحمن بن علي", String(repeating: "Wolfeschlegelstein", count: 4) + "hausen 1",
      "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter", "Ana",
    ]
    return (0..<count).map { index in
      var row = BoardRow.sample
      row.key = "r\(index)"
      row.status = StatusPill(Status.worstFirst[index * 5 / count])
      row.name = names[index % names.count]
      return row
    }
  }
}
