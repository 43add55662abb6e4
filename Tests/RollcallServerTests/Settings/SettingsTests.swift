import Foundation
import HTTPServer
import Logging
import RollcallWeb
import Testing

@testable import RollcallServer

@Suite("Settings: flags over the environment over a file")
struct SettingsTests {
  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func load(
    flags: [String: String] = [:], lists: [String: [String]] = [:], environment: [String: String] = [:],
    file: String? = nil
  ) throws -> Settings {
    var all = Settings.Flags()
    all.values = flags
    all.lists = lists
    all.config = try file.map { try place.file("rollcall.json", $0) }
    return try Settings.load(all, environment: environment)
  }

  @Test("the file is the weakest, the flag the strongest")
  func precedence() throws {
    let file = #"{"listen":"127.0.0.1:1","database":"file.db","log_level":"error","insecure_http":false}"#
    let environment = [
      "ROLLCALL_LISTEN": "127.0.0.1:2", "ROLLCALL_DATABASE": "environment.db", "LISTEN": "x",
    ]
    let settings = try load(flags: ["listen": "127.0.0.1:3"], environment: environment, file: file)
    #expect(settings.listen == ListenTo(address: "127.0.0.1", port: 3))
    #expect(settings.database == "environment.db")
    #expect(settings.logLevel == .error)
  }

  @Test("lists come with commas from the environment, as lists from the file")
  func lists() throws {
    let file = #"{"trusted_proxies":["10.0.0.0/8"],"allowed_hosts":["a.example"],"database":"d"}"#
    #expect(try load(file: file).trustedProxies == ["10.0.0.0/8"])
    let environment = ["ROLLCALL_ALLOWED_HOSTS": "b.example,c.example"]
    #expect(try load(environment: environment, file: file).allowedHosts == ["b.example", "c.example"])
    let flags = ["allowed_hosts": ["d.example"]]
    #expect(try load(lists: flags, environment: environment, file: file).allowedHosts == ["d.example"])
    let geoIP = try load(environment: ["ROLLCALL_GEOIP": "city.mmdb,asn.mmdb"], file: file).geoIP
    #expect(geoIP == ["city.mmdb", "asn.mmdb"])
  }

  @Test("an empty variable is absent")
  func emptyVariable() throws {
    #expect(try load(environment: ["ROLLCALL_DATABASE": "d", "ROLLCALL_LISTEN": ""]).listen.port == 8080)
  }

  @Test(
    "what cannot be used is refused in words",
    arguments: [
      (#"{"database":"d","listne":"127.0.0.1:1"}"#, "unknown key \"listne\""),
      (#"{"database":"d","insecure_http":"yes"}"#, "insecure_http must be true or false"),
      (#"{"database":"d","allowed_hosts":["a",1]}"#, "allowed_hosts must be a list of texts"),
      (#"{"database":7}"#, "database must be a text"),
      (#"{"database":"d","log_level":"loud"}"#, "log_level: one of"),
      (
        #"{"database":"d","forwarding_header":"via"}"#, "forwarding_header: one of forwarded, x-forwarded-for"
      ),
      (#"{"database":"d","listen":"8080"}"#, "listen: ADDRESS:PORT"),
      (#"{"database":"d","listen":"::1:80"}"#, "brackets"),
      (#"{"database":"d","listen":"127.0.0.1:65536"}"#, "listen: ADDRESS:PORT"),
      (#"{"database":"d","listen":"0.0.0.0:80"}"#, "--insecure-http"),
      (#"{"database":"d","tls_cert":"a"}"#, "tls_cert and tls_key"),
      (#"{"database":"d","tls_key":"a"}"#, "tls_cert and tls_key"),
      (#"{"database":"d","map_tiles":"https://tile.example.org/"}"#, "map_tiles: the address of a tile"),
      (#"{"database":"d","map_tiles":"https://t.example/{z}/{x}/{y}.png"}"#, "map_attribution: tiles are"),
      (
        #"{"database":"d","map_tiles":"https://t.example/{z}/{x}/{y}.png","map_attribution":" "}"#,
        "map_attribution: tiles are"
      ),
      (
        #"{"database":"d","map_file":"m","map_tiles":"https://t.example/{z}/{x}/{y}.png","map_attribution":"M"}"#,
        "map_file and map_tiles"
      ),
      ("{}", "no database"),
      ("[]", "not a JSON object"),
      ("{", "rollcall.json"),
    ])
  func refusals(file: String, words: String) throws {
    let error = #expect(throws: SettingsError.self) { try load(file: file) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(
    "plain HTTP beyond this machine is allowed behind a proxy, or when it is insisted on; TLS needs neither")
  func openPlainHTTP() throws {
    let flags = ["database": "d", "listen": "0.0.0.0:80"]
    let tls = try load(
      flags: flags, environment: ["ROLLCALL_TLS_CERT": "a.pem", "ROLLCALL_TLS_KEY": "b.pem"]
    ).tls
    #expect(tls?.certificate == "a.pem" && tls?.key == "b.pem")
    #expect(try load(flags: flags, lists: ["trusted_proxies": ["10.0.0.1"]]).listen.port == 80)
    #expect(try load(flags: flags, environment: ["ROLLCALL_INSECURE_HTTP": "true"]).allowsInsecureHTTP)
    #expect(try load(flags: ["database": "d", "listen": "[::1]:0"]).listen.description == "[::1]:0")
    #expect(try load(flags: ["database": "d", "listen": "localhost:9"]).listen.address == "127.0.0.1")
  }

  @Test("a map in a file is named by its path, and says whose it is unless the settings do")
  func mapFile() throws {
    let map = try #require(try load(flags: ["database": "d", "map_file": "no/such.mbtiles"]).mapFile)
    #expect(map == MapFileKeys("no/such.mbtiles"))
    let error = #expect(throws: SettingsError.self) { try map.ground() }
    #expect(error?.description == "map_file: no/such.mbtiles cannot be read")
  }

  @Test("tiles come with the name of whose map they are; without tiles nobody need be named")
  func mapTiles() throws {
    let environment = [
      "ROLLCALL_DATABASE": "d", "ROLLCALL_MAP_TILES": "https://tile.example.org/{z}/{x}/{y}.png",
      "ROLLCALL_MAP_ATTRIBUTION": "© OpenStreetMap contributors",
    ]
    let tiles = try load(environment: environment).mapTiles
    #expect(tiles?.origin == "https://tile.example.org")
    #expect(tiles?.attribution == "© OpenStreetMap contributors")
    #expect(try load(flags: ["database": "d"]).mapTiles == nil)
  }

  @Test("the share folder is the named one, else beside the binary, else around it")
  func places() throws {
    let folders = FileManager.default
    for folder in [
      "named/Templates", "usr/share/rollcall/Templates", "usr/bin", "tree/Templates", "tree/.build/x",
    ] {
      try folders.createDirectory(atPath: place.path + "/" + folder, withIntermediateDirectories: true)
    }
    func find(_ binary: String, _ named: String = "") throws -> String {
      try Places.find(environment: ["ROLLCALL_SHARE": named], binary: place.path + binary).share
    }
    #expect(try find("/usr/bin/rollcall", place.path + "/named") == place.path + "/named")
    #expect(try find("/usr/bin/rollcall") == place.path + "/usr/share/rollcall")
    #expect(try find("/tree/.build/x/rollcall") == place.path + "/tree")
    #expect(throws: SettingsError.self) { try find("/usr/bin/rollcall", "/nowhere") }
    #expect(throws: SettingsError.self) { try find("/elsewhere/rollcall") }
  }
}
