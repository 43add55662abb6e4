import GeoIP
import Logging
import Rollcall
import RollcallWeb

extension GeoIPDatabase {
  /// The files that the operator named; `nil` when there are none.
  ///
  /// - Throws: `SettingsError` for a file that cannot be used.
  static func named(_ paths: [String], _ logger: Logger) throws(SettingsError) -> GeoIPDatabase? {
    guard !paths.isEmpty else { return nil }
    do throws(GeoIPError) {
      return try GeoIPDatabase(paths) { logger.error("geoip: \($0); the one from before stays in use") }
    } catch {
      throw SettingsError("geoip: \(error.words)")
    }
  }

  /// How old the files are.
  static func age(_ database: GeoIPDatabase?) -> MachineFigures.Addresses {
    guard let builds = database?.builds() else { return .unused }
    if let missing = builds.first(where: { $0.at == nil }) { return .missing(missing.path) }
    let oldest = builds.compactMap(\.at).min() ?? 0
    return .made(
      Timestamp(milliseconds: Int64(clamping: oldest.multipliedReportingOverflow(by: 1_000).partialValue)))
  }

  /// The owner of an address's network, in words; `nil` for a private one, and when it is not known.
  static func network(of address: String, _ database: GeoIPDatabase?) -> String? {
    guard let origin = database?.origin(of: address), !origin.isPrivate,
      origin.network != nil || origin.networkName != nil
    else { return nil }
    return AddressLookup.words(origin)
  }
}

extension AddressLookup {
  /// A lookup in files of MaxMind's format; without files it finds nothing.
  static func files(_ database: GeoIPDatabase?) -> AddressLookup {
    guard let database else { return .none }
    return AddressLookup(
      words: { database.origin(of: $0).map(words) }, network: { database.origin(of: $0).flatMap(network) })
  }

  /// An origin in words: "Demo Mobile (AS64496), Slovenia".
  static func words(_ origin: AddressOrigin) -> String {
    guard !origin.isPrivate else { return "a private network" }
    let number = origin.network.map { "AS\($0)" }
    let network = origin.networkName.map { name in number.map { "\(name) (\($0))" } ?? name } ?? number
    return [network, origin.countryName ?? origin.country].compactMap { $0 }.joined(separator: ", ")
  }

  /// The facts about a network that can cast doubt on a position; `nil` for a private network, which has no
  /// place.
  static func network(_ origin: AddressOrigin) -> NetworkOrigin? {
    guard !origin.isPrivate else { return nil }
    let isHost = origin.isHosting ?? origin.network.map { NetworkOrigin.hosts.contains($0) } ?? false
    return NetworkOrigin(
      country: origin.country, kind: origin.isRelay == true ? .relay : isHost ? .hosting : nil,
      network: origin.network.map(Int64.init))
  }
}
