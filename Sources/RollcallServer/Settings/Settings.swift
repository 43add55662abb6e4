import Configuration
import Foundation
public import HTTPServer
public import Logging
import Push
import RollcallStore
public import RollcallWeb

/// The settings of a server: from flags, else from the environment, else from a file, else the default.
public struct Settings: Equatable, Sendable {
  /// The address to listen on.
  public var listen = ListenTo(address: "127.0.0.1", port: 8080)
  /// The database file.
  public var database: String
  /// The certificate for TLS; `nil` = plain HTTP.
  public var tls: TLSFiles?
  /// Proxies whose forwarding header is trusted: addresses or networks.
  public var trustedProxies: [String] = []
  /// The hosts we answer for; `nil` = any.
  public var allowedHosts: [String]?
  /// Whether the proxies write `Forwarded` instead of `X-Forwarded-For`.
  public var readsForwarded = false
  /// The log level.
  public var logLevel = Logger.Level.info
  /// Whether plain HTTP beyond this machine is wanted.
  public var allowsInsecureHTTP = false
  /// How phones are woken.
  public var push = PushKeys()
  /// How codes for logins come to phones.
  public var sms = SMSKeys()
  /// The mail server.
  public var mail = MailKeys()
  /// The folder of scheduled reports; `nil` = none are made.
  public var reports: String?
  /// How many of the backups started in the console are kept.
  public var backupsKept = 14
  /// How long after a start the first purge begins, seconds.
  public var purgeAfter = 60
  /// The operator's server of map tiles; `nil` = none.
  public var mapTiles: MapTiles?
  /// The map in a file; `nil` = none.
  public var mapFile: MapFileKeys?

  /// The operator's geocoder, an address; `nil` = none is asked for places.
  public var geocoder: String?

  /// Whether a new database offers a link with which its first workspace is made, and whether that opens from other
  /// machines, too.
  public var offersSetup = false, setupIsPublic = false
  /// The program's version.
  public var version = ""

  /// Files that know the country and the network of an address.
  public var geoIP: [String] = []

  /// The defaults for a database.
  public init(database: String) { self.database = database }

  /// Logs warnings and errors only.
  public mutating func logsOnlyTroubles() { logLevel = .warning }

  /// The options of the command line; `nil` and empty = not given.
  public struct Flags: Sendable {
    /// `--config FILE`.
    public var config: String?
    /// By the name of the setting.
    public var values: [String: String] = [:]
    /// Lists, by the name of the setting.
    public var lists: [String: [String]] = [:]

    /// No flags.
    public init() {}
  }

  /// Reads the settings.
  ///
  /// - Throws: `SettingsError` for an unknown key of the file, a value that cannot be used, or when nothing names
  ///   a database.
  public static func load(
    _ flags: Flags, environment: [String: String]? = nil
  ) throws(SettingsError) -> Settings {
    let environment = environment ?? ProcessInfo.processInfo.environment
    let named = environment["ROLLCALL_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let file = try (flags.config ?? named).map(SettingsFile.read)
    let reader = ConfigReader(providers: [
      provider(values: flags.values, lists: flags.lists),
      EnvironmentProvider.provider(environment),
      provider(values: file?.values ?? [:], lists: file?.lists ?? [:]),
    ])
    return try Settings(reader)
  }

  private init(_ reader: ConfigReader) throws(SettingsError) {
    guard let database = reader.string(forKey: "database"), !database.isEmpty else {
      throw SettingsError("no database: name one with --database FILE or ROLLCALL_DATABASE")
    }
    self.init(database: database)
    if let text = reader.string(forKey: "listen") { listen = try ListenTo(text) }
    tls = try Self.tls(reader)
    trustedProxies = reader.stringArray(forKey: "trusted_proxies") ?? []
    allowedHosts = reader.stringArray(forKey: "allowed_hosts")
    readsForwarded =
      try Self.choice(reader, "forwarding_header", ["x-forwarded-for": false, "forwarded": true]) ?? false
    allowsInsecureHTTP = try Self.choice(reader, "insecure_http", ["true": true, "false": false]) ?? false
    let levels = Logger.Level.allCases.map { ($0.rawValue, $0) }
    logLevel = try Self.choice(reader, "log_level", Dictionary(uniqueKeysWithValues: levels)) ?? .info
    push = PushKeys(reader)
    push.allowsPrivateNetworks =
      try Self.choice(reader, "push_allow_private_networks", ["true": true, "false": false]) ?? false
    _ = try push.settings()
    sms = SMSKeys(reader)
    sms.printsToLog = try Self.choice(reader, "otp_to_log", ["true": true, "false": false]) ?? false
    try sms.check(listen)
    mail = MailKeys(reader)
    _ = try mail.settings()
    reports = reader.string(forKey: "reports")
    purgeAfter = try Self.seconds(reader, "purge_after", 0...86_400) ?? purgeAfter
    if let text = reader.string(forKey: "backups_kept") {
      guard let count = Int(text), (1...1_000).contains(count) else {
        throw SettingsError("backups_kept: 1 to 1,000, not \"\(text)\"")
      }
      backupsKept = count
    }
    mapTiles = try Self.tiles(reader)
    mapFile = try MapFileKeys(reader)
    geocoder = reader.string(forKey: "geocoder")
    if let geocoder, Geocoder(base: geocoder, userAgent: "") == nil {
      throw SettingsError("geocoder: an address such as https://nominatim.example.org, not \"\(geocoder)\"")
    }
    geoIP = reader.stringArray(forKey: "geoip") ?? []
    try refuseOpenPlainHTTP()
  }

  private static func seconds(
    _ reader: ConfigReader, _ key: ConfigKey, _ range: ClosedRange<Int>
  ) throws(SettingsError) -> Int? {
    guard let text = reader.string(forKey: key) else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw SettingsError("\(key): \(range.lowerBound) to \(range.upperBound) seconds, not \"\(text)\"")
    }
    return value
  }

  /// The one name of a database, whatever links lead to it.
  public static func realPath(of database: String) throws(SettingsError) -> String {
    do { return try DatabasePath.resolved(database) } catch { throw SettingsError(Words.of(error)) }
  }

  private static func choice<Value>(
    _ reader: ConfigReader, _ key: ConfigKey, _ values: [String: Value]
  ) throws(SettingsError) -> Value? {
    guard let text = reader.string(forKey: key) else { return nil }
    guard let value = values[text.lowercased()] else {
      throw SettingsError("\(key): one of \(values.keys.sorted().joined(separator: ", ")), not \"\(text)\"")
    }
    return value
  }

  private static func tiles(_ reader: ConfigReader) throws(SettingsError) -> MapTiles? {
    guard let text = reader.string(forKey: "map_tiles") else { return nil }
    let attribution = reader.string(forKey: "map_attribution") ?? ""
    guard let tiles = MapTiles(text, attribution: attribution) else {
      throw SettingsError(
        "map_tiles: the address of a tile, for example https://tile.example.org/{z}/{x}/{y}.png, not \"\(text)\""
      )
    }
    guard !attribution.allSatisfy(\.isWhitespace) else {
      throw SettingsError(
        "map_attribution: tiles are shown with the name of whose map they are, for example © OpenStreetMap contributors"
      )
    }
    return tiles
  }

  private static func tls(_ reader: ConfigReader) throws(SettingsError) -> TLSFiles? {
    switch (reader.string(forKey: "tls_cert"), reader.string(forKey: "tls_key")) {
    case (nil, nil): return nil
    case (let certificate?, let key?): return TLSFiles(certificate: certificate, key: key)
    default: throw SettingsError("tls_cert and tls_key: one without the other is of no use")
    }
  }

  private func refuseOpenPlainHTTP() throws(SettingsError) {
    guard !listen.isLoopback, tls == nil, trustedProxies.isEmpty, !allowsInsecureHTTP else { return }
    throw SettingsError(
      "\(listen) can be reached from other machines, and plain HTTP shows everybody on the way the tokens and "
        + "positions: name a certificate in tls_cert and tls_key, put a TLS proxy in front and name it in "
        + "trusted_proxies, or insist with --insecure-http"
    )
  }

  private static func provider(values: [String: String], lists: [String: [String]]) -> InMemoryProvider {
    var all: [AbsoluteConfigKey: ConfigValue] = [:]
    for (key, text) in values { all[AbsoluteConfigKey([key])] = ConfigValue(.string(text), isSecret: false) }
    for (key, list) in lists {
      all[AbsoluteConfigKey([key])] = ConfigValue(.stringArray(list), isSecret: false)
    }
    return InMemoryProvider(values: all)
  }

  private enum EnvironmentProvider {
    /// `ROLLCALL_LISTEN` as `listen`; an empty variable is absent.
    static func provider(_ environment: [String: String]) -> EnvironmentVariablesProvider {
      let ours = environment.filter { $0.key.hasPrefix("ROLLCALL_") && !$0.value.isEmpty }
      return EnvironmentVariablesProvider(
        environmentVariables: Dictionary(
          uniqueKeysWithValues: ours.map { (String($0.key.dropFirst("ROLLCALL_".utf8.count)), $0.value) }))
    }
  }
}
