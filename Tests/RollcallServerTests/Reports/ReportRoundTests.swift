import Foundation
import Rollcall
import RollcallStore
import RollcallWeb
import Synchronization
import Testing

@testable import RollcallServer

@Suite("Scheduled reports are made once, and no file is replaced")
struct ReportRoundTests {
  /// The hour of 2026-11-21, UTC.
  private final class Hour: Sendable {
    private let hour = Mutex<Int64>(7)
    var now: Timestamp {
      Timestamp(milliseconds: 1_795_219_200_000 + hour.withLock { $0 } * 3_600_000)
    }
    func set(_ new: Int64) { hour.withLock { $0 = new } }
  }

  /// A server's store and folder of reports.
  private final class Office: Sendable {
    let hour: Hour
    let store: Store
    let workspace: Workspace
    let today: Int
    let folder: ReportFolder
    private let place: TemporaryPlace

    init() throws {
      let place = try TemporaryPlace()
      let clock = Hour()
      let store = try Store(path: place.database, options: Store.Options(clock: { clock.now }))
      (self.place, self.store, hour) = (place, store, clock)
      folder = ReportFolder(path: place.path + "/reports")
      workspace = try store.fleet.addWorkspace(slug: "north", name: "North", timeZone: "UTC", profiles: [])
      today = try #require(CivilDate(year: 2026, month: 11, day: 21)?.daysSince1970)
    }

    deinit { store.close() }

    func add(hour: Int, filter: String) throws -> ReportSchedule.ID {
      try store.reports.addReportSchedule(
        "gaps", filter: filter, rhythm: .day, hour: hour, doneTo: today - 1, in: .commandLine(workspace.id))
    }

    /// Writes a report of yesterday under a name, whatever it is.
    func write(_ kind: String, as name: String = "a.csv") throws {
      let schedule = ReportSchedule(
        id: ReportSchedule.ID(1), kind: kind, filter: "", rhythm: .day, hour: 6, doneTo: 0)
      let report = try ScheduledReport(
        schedule, ReportPeriod(from: today - 1, to: today), of: workspace, store)
      _ = try folder.write(report, as: name, of: workspace.slug) { _ in true }
    }

    func content(_ name: String = "a.csv") -> Data? {
      FileManager.default.contents(atPath: "\(folder.path)/\(workspace.slug)/\(name)")
    }

    /// Everything in the folder, hidden files too.
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(workspace.slug)").sorted()
    }
  }

  @Test("A schedule that is removed and added with a later hour does not make the same day again")
  func again() throws {
    for filter in ["", "?region=North"] {
      let office = try Office()
      let round = ReportRound(office.folder, office.store) { words in Issue.record("\(words)") }
      let first = try office.add(hour: 6, filter: filter)
      round.run { _ in true }
      let files = try office.files().filter { $0.hasSuffix(".csv") }
      #expect(files.count == 1 && files.first?.hasPrefix("gaps-2026-11-20-2026-11-21") == true)
      try office.store.reports.removeReportSchedule(first, in: .commandLine(office.workspace.id))
      _ = try office.add(hour: 20, filter: filter)
      office.hour.set(20)
      round.run { _ in true }
      #expect(try office.files().filter { $0.hasSuffix(".csv") } == files)
      #expect(try office.store.reports.exportFiles(of: office.workspace.id, limit: 9).count == 1)
      let now = try office.store.reports.reportSchedules(of: office.workspace.id)
      #expect(now.map(\.doneTo) == [office.today] && now.map(\.problem) == [""])
    }
  }

  @Test("A file that is kept stays as it is: the same again is no other, another one is refused")
  func kept() throws {
    let office = try Office()
    try office.write("gaps")
    try office.folder.save("a.csv", of: "north")
    let content = try #require(office.content())
    try office.write("gaps")
    try office.folder.takeBack("a.csv", of: "north")
    #expect(throws: StoreError.self) { try office.write("transitions") }
    #expect(try office.files() == ["a.csv"])
    #expect(office.content() == content)
  }

  @Test("What a killed server left unfinished is begun anew; what is not kept goes")
  func unfinished() throws {
    let office = try Office()
    try office.write("gaps")
    let content = office.content()
    // It is killed before the file is noted.
    try office.write("transitions")
    #expect(office.content() != nil && office.content() != content)
    try office.folder.takeBack("a.csv", of: "north")
    #expect(try office.files() == [])
  }
}
