import Foundation
import Rollcall
import Testing

@testable import RollcallServer

@Suite("The doctor: what the settings name")
struct DoctorSettingsTests {
  private static let city = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../seeds/geoip/demo-city.mmdb").standardized.path
  /// The year 2100, when every file that there is today is old.
  private static let later = Timestamp(milliseconds: 4_102_444_800_000)

  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func finding(
    _ name: String, at now: Timestamp = Timestamp(milliseconds: 0), address: String? = nil,
    _ change: (inout Settings) -> Void
  ) throws -> Check {
    var settings = Settings(database: place.database)
    change(&settings)
    let found = DoctorSettings.checks(settings, address: address, now).filter { $0.name == name }
    return try #require(found.first)
  }

  @Test("the folder of reports is off, there, or made with the first report")
  func reports() throws {
    let off = try finding("reports") { _ in }
    #expect(off.verdict == .ok && off.words == "off: no folder is named")
    let there = try finding("reports") { $0.reports = place.path }
    #expect(there.verdict == .ok && there.words == "\(place.path) can be written")
    let new = try finding("reports") { $0.reports = place.path + "/a/b" }
    #expect(new.verdict == .ok && new.words == "\(place.path)/a/b is made with the first report")
  }

  @Test("an address that an owner has set counts as one set at the start")
  func publicAddress() throws {
    let none = try finding("host names") { _ in }
    #expect(none.verdict == .warning && none.advice?.contains("Settings → Server") == true)
    let set = try finding("host names", address: "https://r.example") { _ in }
    #expect(set.verdict == .ok && set.words == "links begin with https://r.example")
    let push = try finding("push", address: "https://r.example") { $0.push.ntfyURL = "https://ntfy.example" }
    #expect(push.verdict == .ok)
  }

  @Test("a folder of reports that cannot be one is a failure with advice", arguments: ["", "/below"])
  func noFolder(below: String) throws {
    let file = try place.file("taken", "")
    let found = try finding("reports") { $0.reports = file + below }
    #expect(found.verdict == .failure && found.advice != nil)
    #expect(found.words.hasPrefix(file) && found.words.hasSuffix("is no folder"), "\(found.words)")
  }

  @Test("a file about addresses is as old as it says itself, and old after 45 days as for the alert")
  func addresses() throws {
    let off = try finding("geoip") { _ in }
    #expect(off.verdict == .ok)
    let young = try finding("geoip") { $0.geoIP = [Self.city] }
    #expect(young.verdict == .ok && young.words == "\(Self.city) was made 0 days ago")
    let old = try finding("geoip", at: Self.later) { $0.geoIP = [Self.city] }
    #expect(old.verdict == .warning && old.advice != nil)
    #expect(old.words.hasPrefix("\(Self.city) was made "))
    let none = try finding("geoip") { $0.geoIP = ["/nowhere/x.mmdb"] }
    #expect(none.verdict == .failure && none.words.hasPrefix("/nowhere/x.mmdb"))
  }
}
