import GeoIP
import Logging
import Rollcall
import RollcallWeb

extension AddressLookup {
  /// A lookup in files of MaxMind's format; knows nothing when there are none.
  ///
  /// - Throws: `SettingsError` for a file that cannot be used.
  static func files(_ paths: [String], _ logger: Logger) throws(SettingsError) -> AddressLookup {
    guard !paths.isEmpty else { return .none }
    do throws(GeoIPError) {
      let database = try GeoIPDatabase(paths) {
        logger.error("geoip: \($0); the one from before stays in use")
      }
      return AddressLookup(
        words: { database.origin(of: $0).map(words) }, network: { database.origin(of: $0).flatMap(network) })
    } catch {
      throw SettingsError("geoip: \(error.words)")
    }
  }

  /// An origin as a person reads it: "Demo Mobile (AS64496), Slovenia".
  static func words(_ origin: AddressOrigin) -> String {
    guard !origin.isPrivate else { return "a private network" }
    let number = origin.network.map { "AS\($0)" }
    let network = origin.networkName.map { name in number.map { "\(name) (\($0))" } ?? name } ?? number
    return [network, origin.countryName ?? origin.country].compactMap { $0 }.joined(separator: ", ")
  }

  /// What can cast doubt on a position; `nil` for a private network, which is nowhere.
  static func network(_ origin: AddressOrigin) -> NetworkOrigin? {
    guard !origin.isPrivate else { return nil }
    let isHost = origin.isHosting ?? origin.network.map { NetworkOrigin.hosts.contains($0) } ?? false
    return NetworkOrigin(
      country: origin.country, kind: origin.isRelay == true ? .relay : isHost ? .hosting : nil,
      network: origin.network.map(Int64.init))
  }
}
