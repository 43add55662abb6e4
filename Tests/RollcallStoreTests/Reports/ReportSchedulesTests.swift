import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Scheduled reports are rows, and each period is made once")
struct ReportSchedulesTests {
  private let desk: NoticeFixture
  private let period = ReportPeriod(from: 20_000, to: 20_001)

  init() throws { desk = try NoticeFixture() }

  private func add(_ kind: String = "gaps", filter: String = "") throws -> ReportSchedule {
    let id = try desk.store.reports.addReportSchedule(
      kind, filter: filter, rhythm: .day, hour: 6, doneTo: 19_999, in: .test(desk.workspace, "test"))
    return try #require(try desk.store.reports.reportSchedules(of: desk.workspace).first { $0.id == id })
  }

  private func finish(_ schedule: ReportSchedule) throws -> Bool {
    try desk.store.reports.finishScheduled(
      schedule, period, covered: "?from=a", rows: 7, fingerprint: FileFingerprint.of(Array("abc".utf8)),
      in: desk.workspace)
  }

  @Test("A scheduled report is recorded like a download, and announced to the channels that want reports")
  func finished() throws {
    try desk.channel("Deaf")
    let channel = try desk.channel("Reports", wishes: ChannelWishes(tellsReports: true))
    let schedule = try add()
    // The second time it is nothing new: it was there before a restart.
    let news = [try finish(schedule), try finish(schedule)]
    #expect(news == [true, false])
    let files = try desk.store.reports.exportFiles(of: desk.workspace, limit: 9)
    #expect(files.map(\.kind) == ["gaps"] && files.first?.rows == 7 && files.first?.entry.actor == "rollcall")
    let notice = try #require(try desk.store.channels.dueNotices(limit: 9).first)
    #expect(notice.way.channel == channel)
    let hash = FileFingerprint.of(Array("abc".utf8)).hashText
    #expect(notice.content == .report(file: schedule.fileName(period), rows: 7, sha256: hash))
    let now = try #require(try desk.store.reports.reportSchedules(of: desk.workspace).first)
    #expect(now.doneTo == 20_001 && now.file == schedule.fileName(period) && now.madeAt == .at(0))
    let match = try desk.store.reports.exportMatch(of: FileFingerprint.of(Array("abc".utf8)))
    guard case .same(let found) = match else { throw StoreError.notFound("the file") }
    #expect(found.map(\.isProof) == [true])
  }

  @Test("A failure is shown, waits ten minutes, and is cleared by a success")
  func failed() throws {
    let schedule = try add()
    try desk.store.reports.recordScheduleFailure(schedule.id, "full", in: desk.workspace)
    var now = try #require(try desk.store.reports.reportSchedules(of: desk.workspace).first)
    #expect(now.problem == "full" && now.retryAt == .at(600))
    _ = try finish(now)
    now = try #require(try desk.store.reports.reportSchedules(of: desk.workspace).first)
    #expect(now.problem == "" && now.retryAt == nil)
  }

  @Test(
    "The same is not scheduled twice; off and on again makes up nothing; another workspace finds none of it")
  func changes() throws {
    let schedule = try add(filter: "?region=North")
    #expect(throws: StoreError.conflict("This report is scheduled already.")) {
      try add(filter: "?region=North")
    }
    try desk.store.reports.setReportSchedule(
      schedule.id, isOn: true, doneTo: 20_050, in: .test(desk.workspace, "test"))
    #expect(try desk.store.reports.reportSchedules(of: desk.workspace).map(\.doneTo) == [20_050])
    let south = try desk.fixture.addWorkspace("south").id
    #expect(throws: StoreError.self) {
      try desk.store.reports.removeReportSchedule(schedule.id, in: .test(south, "x"))
    }
    #expect(throws: StoreError.self) {
      try desk.store.reports.setReportSchedule(schedule.id, isOn: false, doneTo: 0, in: .test(south, "x"))
    }
    let foreign = try desk.store.reports.finishScheduled(
      schedule, ReportPeriod(from: 30_000, to: 30_001), covered: "", rows: 0,
      fingerprint: FileFingerprint.of([]),
      in: south)
    #expect(!foreign)
    try desk.store.reports.removeReportSchedule(schedule.id, in: .test(desk.workspace, "test"))
    #expect(try desk.store.reports.reportSchedules(of: desk.workspace) == [])
  }

  @Test("A period made before is skipped, even by a schedule that was added again, but by no other")
  func madeBefore() throws {
    let schedule = try add()
    func isPassedOver(_ schedule: ReportSchedule, _ covered: String = "?from=a") throws -> Bool {
      try desk.store.reports.skipMade(schedule, period, covered: covered, in: desk.workspace)
    }
    #expect(try isPassedOver(schedule) == false)
    _ = try finish(schedule)
    try desk.store.reports.removeReportSchedule(schedule.id, in: .test(desk.workspace, "test"))
    let (kind, narrow) = (try add("transitions"), try add(filter: "?region=North"))
    #expect(try isPassedOver(kind) == false)
    #expect(try isPassedOver(narrow, "?from=a&region=North") == false)
    let south = try desk.fixture.addWorkspace("south").id
    let isForeign = try desk.store.reports.skipMade(schedule, period, covered: "?from=a", in: south)
    #expect(!isForeign)
    let again = try add()
    #expect(again.doneTo == 19_999)
    #expect(try isPassedOver(again))
    let now = try desk.store.reports.reportSchedules(of: desk.workspace)
    #expect(now.map(\.doneTo) == [19_999, 19_999, 20_001])
  }
}
