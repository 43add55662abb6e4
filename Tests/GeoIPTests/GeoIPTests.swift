import Foundation
import GeoIP
import Synchronization
import Testing

@Suite("Where an address is registered")
struct GeoIPTests {
  private static let seeds = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../seeds/geoip").standardized
  private static let files = ["demo-city.mmdb", "demo-asn.mmdb"].map { seeds.appendingPathComponent($0).path }

  private func database(_ paths: [String] = files) throws -> GeoIPDatabase {
    try GeoIPDatabase(paths) { _ in }
  }

  @Test(
    "Country and network of both kinds of address",
    arguments: [
      ("192.0.2.7", "SI", 64496 as UInt32), ("::ffff:192.0.2.7", "SI", 64496), ("203.0.113.255", "NL", 64498),
      ("2001:db8::1", "SI", 64496), ("2001:DB8:8000::", "NL", 64498),
    ])
  func known(address: String, country: String, network: UInt32) throws {
    let origin = try #require(try database().origin(of: address))
    #expect(origin.country == country && origin.network == network)
    #expect(origin.countryName != nil && origin.networkName?.hasPrefix("Demo ") == true)
  }

  @Test(
    "A text that is not an address, or not in the files, has no origin",
    arguments: [
      "8.8.8.8", "2002::1", "", "1", "0x7f.1", "192.0.2.007", "[::1]", "1.2.3.4:80", "fe80::1%eth0",
      "192.0.2.7\0", "person", String(repeating: "1", count: 10_000),
    ])
  func unknown(address: String) throws { #expect(try database().origin(of: address) == nil) }

  @Test(
    "Addresses of one network only are said to be so",
    arguments: [
      "10.0.0.1", "127.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "169.254.1.1",
      "::1",
      "fe80::1", "fd00::1", "::ffff:10.0.0.1",
    ])
  func inside(address: String) throws {
    #expect(try database().origin(of: address)?.isPrivate == true)
  }

  @Test(
    "Those beside the private ranges are not",
    arguments: ["172.15.0.1", "172.32.0.1", "100.128.0.1", "fec0::1"])
  func outside(address: String) throws { #expect(try database().origin(of: address) == nil) }

  @Test(
    "A file about anonymous addresses says what a network is for; others do not",
    arguments: [
      ("203.0.113.9", true, nil), ("198.51.100.9", false, true), ("192.0.2.7", nil, nil),
    ] as [(String, Bool?, Bool?)])
  func kinds(address: String, isHosting: Bool?, isRelay: Bool?) throws {
    let anonymous = Self.seeds.appendingPathComponent("demo-anonymous.mmdb").path
    let origin = try #require(try database(Self.files + [anonymous]).origin(of: address))
    #expect(origin.isHosting == isHosting && origin.isRelay == isRelay)
    let plain = try #require(try database().origin(of: address))
    #expect(plain.isHosting == nil && plain.isRelay == nil)
  }

  @Test("One file says what it knows")
  func one() throws {
    let origin = try #require(try database([Self.files[1]]).origin(of: "192.0.2.7"))
    #expect(origin.country == nil && origin.network == 64496)
  }

  @Test("A file that is not one is refused with its name", arguments: ["/nowhere/x.mmdb", "/etc/hostname"])
  func refused(path: String) {
    #expect {
      _ = try GeoIPDatabase([path]) { _ in }
    } throws: {
      "\($0)".hasPrefix(path)
    }
  }

  @Test("A file can be replaced while it is used; a broken one is reported once and the old one stays")
  func replaced() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("geoip-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("x.mmdb").path
    let told = Mutex<[String]>([])
    try FileManager.default.copyItem(atPath: Self.files[0], toPath: path)
    let database = try GeoIPDatabase([path]) { words in told.withLock { $0.append(words) } }
    #expect(database.origin(of: "192.0.2.7")?.country == "SI")
    // Written over in place, which would take the ground from a reader of the file itself.
    try Data("broken".utf8).write(to: URL(fileURLWithPath: path))
    for _ in 0..<3 { #expect(database.origin(of: "192.0.2.7")?.country == "SI") }
    #expect(told.withLock { $0.count } == 1)
    #expect(database.builds().map(\.at) == [nil])
    try FileManager.default.removeItem(atPath: path)
    #expect(database.origin(of: "192.0.2.7")?.country == "SI")
    try FileManager.default.copyItem(atPath: Self.files[1], toPath: path)
    let origin = database.origin(of: "192.0.2.7")
    #expect(origin?.country == nil && origin?.network == 64496)
    // After 2020, and by the file's own date.
    #expect(database.builds().allSatisfy { $0.path == path && $0.at.map { $0 > 1_577_836_800 } == true })
    try FileManager.default.removeItem(atPath: path)
    #expect(database.builds().map(\.at) == [nil])
  }
}
