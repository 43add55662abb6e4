import Foundation
import GeoIP
import Logging
import Rollcall
import Testing

@testable import RollcallServer
@testable import RollcallWeb

@Suite("Where phones' addresses are registered, in words")
struct AddressesTests {
  private static let seeds = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../seeds/geoip").standardized.path
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test(
    "Network, its number, country: what is known of them",
    arguments: [
      ("demo-city.mmdb,demo-asn.mmdb", "192.0.2.7", "Demo Mobile (AS64496), Slovenia"),
      ("demo-city.mmdb", "192.0.2.7", "Slovenia"),
      ("demo-asn.mmdb", "::ffff:192.0.2.7", "Demo Mobile (AS64496)"),
      ("demo-city.mmdb", "10.1.2.3", "a private network"),
    ])
  func words(files: String, address: String, words: String) throws {
    let paths = files.split(separator: ",").map { "\(Self.seeds)/\($0)" }
    #expect(try AddressLookup.files(GeoIPDatabase.named(paths, logger)).words(address) == words)
  }

  @Test("Nothing is said of what is not known, or without files")
  func nothing() throws {
    #expect(
      try AddressLookup.files(GeoIPDatabase.named(["\(Self.seeds)/demo-city.mmdb"], logger)).words("8.8.8.8")
        == nil)
    #expect(try AddressLookup.files(GeoIPDatabase.named([], logger)).words("192.0.2.7") == nil)
  }

  @Test(
    "What casts doubt on a position: the country, and a network that no phone is in",
    arguments: [
      ("192.0.2.7", NetworkOrigin(country: "SI", network: 64_496)),
      ("203.0.113.9", NetworkOrigin(country: "NL", kind: .hosting, network: 64_498)),
      ("198.51.100.9", NetworkOrigin(country: "AT", kind: .relay, network: 64_497)),
      ("10.1.2.3", nil), ("8.8.8.8", nil),
    ] as [(String, NetworkOrigin?)])
  func networks(address: String, origin: NetworkOrigin?) throws {
    let files = ["city", "asn", "anonymous"].map { "\(Self.seeds)/demo-\($0).mmdb" }
    #expect(try AddressLookup.files(GeoIPDatabase.named(files, logger)).network(address) == origin)
    #expect(try AddressLookup.files(GeoIPDatabase.named([], logger)).network(address) == nil)
  }

  @Test("Those who rent out servers are known by number where no file says what a network is for")
  func hosts() {
    var origin = AddressOrigin()
    origin.network = 16_509
    #expect(AddressLookup.network(origin)?.kind == .hosting)
    origin.isHosting = false
    #expect(AddressLookup.network(origin)?.kind == nil)
  }

  @Test("A file that cannot be used is a fault of the settings")
  func refused() {
    #expect(throws: SettingsError("geoip: /nowhere.mmdb: cannot be read")) {
      try AddressLookup.files(GeoIPDatabase.named(["/nowhere.mmdb"], logger))
    }
  }
}
