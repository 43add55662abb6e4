import Foundation
import Push
import Rollcall
import RollcallStore
import RollcallWeb
import Testing

@testable import RollcallServer

@Suite("The file that goes with the mail about a report")
struct ReportAttachmentTests {
  private let place: TemporaryPlace
  private let content = "a,b\r\n1,2\r\n"

  init() throws {
    place = try TemporaryPlace()
    try FileManager.default.createDirectory(atPath: place.path + "/city", withIntermediateDirectories: true)
  }

  private func attachment(_ name: String = "gaps.csv", attaches: Bool = true) -> ReportAttachment? {
    var builder = FingerprintBuilder()
    builder.add(Array(content.utf8))
    let workspace = Workspace(
      id: Workspace.ID(1), slug: "city", name: "City", timeZone: "UTC", retentionDays: 90)
    let notice = ChannelNotice(
      id: ChannelNotice.ID(7), workspace: workspace,
      way: .init(
        channel: Channel.ID(1), kind: .mail, address: "a@b.example", secrets: [], attachesReports: attaches),
      content: .report(file: name, rows: 1, sha256: builder.fingerprint.hashText),
      createdAt: Timestamp(milliseconds: 0))
    return ReportAttachment(of: notice, in: ReportFolder(path: place.path))
  }

  @Test("It is the recorded file, byte for byte")
  func asRecorded() throws {
    _ = try place.file("city/gaps.csv", content)
    let found = try #require(attachment())
    #expect(found.state == .attached && found.attachment?.name == "gaps.csv")
    #expect(found.attachment?.bytes == Array(content.utf8))
  }

  @Test("Nothing else is sent: no altered, missing or huge file, and no file through a link")
  func others() throws {
    #expect(attachment()?.state == .missing)
    _ = try place.file("city/gaps.csv", content + "x")
    #expect(attachment()?.state == .altered && attachment()?.attachment == nil)
    _ = try place.file("city/gaps.csv", String(repeating: "x", count: 7_000_001))
    #expect(attachment()?.state == .tooLarge(megabytes: 7) && attachment()?.attachment == nil)
    let file = try place.file("elsewhere.csv", content)
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/city/link.csv", withDestinationPath: file)
    #expect(attachment("link.csv")?.state == .missing)
  }

  @Test("A channel that does not wish for files gets none")
  func unwished() throws {
    _ = try place.file("city/gaps.csv", content)
    #expect(attachment(attaches: false) == nil)
  }
}
