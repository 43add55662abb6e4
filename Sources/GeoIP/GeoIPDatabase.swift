import Synchronization

/// The approximate origin of an internet address: a country and a network, never a place on a map.
public struct AddressOrigin: Equatable, Sendable {
  /// The country's ISO 3166-1 code; `nil` = not known.
  public var country: String?
  /// The country's English name; `nil` = not known.
  public var countryName: String?
  /// The number of the network (autonomous system); `nil` = not known.
  public var network: UInt32?
  /// Who runs the network; `nil` = not known.
  public var networkName: String?
  /// Whether the address has a meaning only within one network, so that nothing else is known of it.
  public var isPrivate = false
  /// Whether the network rents out servers, according to a file about network usage; `nil` = not known.
  public var isHosting: Bool?
  /// Whether the address hides its user's location: relays, VPN, Tor; `nil` = not known.
  public var isRelay: Bool?

  /// Nothing known yet.
  public init() {}
}

extension AddressOrigin {
  fileprivate static var inside: AddressOrigin {
    var origin = AddressOrigin()
    origin.isPrivate = true
    return origin
  }
}

/// The operator's database files: countries or cities, and networks. Each may be replaced while it is in use.
public final class GeoIPDatabase: Sendable {
  private struct Source {
    let path: String
    var stamp: GeoIPFile.Stamp?
    var file: GeoIPFile
    /// Whether a replacement file could not be used.
    var isBroken = false
  }

  private let sources: Mutex<[Source]>
  private let report: @Sendable (String) -> Void

  /// Opens files in MaxMind's format (City, Country, ASN, and those of other makers with the same fields).
  ///
  /// - Parameter report: called with a message when a replaced file cannot be used; the previous one stays in
  ///   use.
  /// - Throws: ``GeoIPError`` for a file that cannot be used.
  public init(_ paths: [String], report: @escaping @Sendable (String) -> Void) throws(GeoIPError) {
    var found: [Source] = []
    for path in paths {
      let stamp = GeoIPFile.Stamp(path)
      found.append(Source(path: path, stamp: stamp, file: try GeoIPFile(path)))
    }
    sources = Mutex(found)
    self.report = report
  }

  /// Looks an address up in the present files; `nil` when it is not an address or nothing is known. Blocks
  /// while it reads a replaced file.
  public func origin(of address: String) -> AddressOrigin? {
    guard let address = InternetAddress(address) else { return nil }
    guard !address.isPrivate else { return .inside }
    var origin = AddressOrigin()
    for file in files() {
      guard let entry = file.entry(of: address) else { continue }
      origin.country = origin.country ?? entry.text("country", "iso_code") ?? entry.text("country_code")
      origin.countryName = origin.countryName ?? entry.text("country", "names", "en")
      origin.network = origin.network ?? entry.number("autonomous_system_number")
      origin.networkName = origin.networkName ?? entry.text("autonomous_system_organization")
      origin.isHosting = origin.isHosting ?? entry.isHosting
      origin.isRelay = origin.isRelay ?? entry.isRelay
    }
    return origin == AddressOrigin() ? nil : origin
  }

  /// When each file was built, seconds since 1970, by its path; `nil` = missing or unusable. Blocks.
  public func builds() -> [(path: String, at: UInt64?)] {
    _ = files()
    return sources.withLock { sources in
      sources.map { source in
        let isThere = GeoIPFile.Stamp(source.path) != nil && !source.isBroken
        return (source.path, isThere ? source.file.builtAt : nil)
      }
    }
  }

  /// The files, reloaded if they were replaced.
  private func files() -> [GeoIPFile] {
    sources.withLock { sources in
      for index in sources.indices {
        let stamp = GeoIPFile.Stamp(sources[index].path)
        guard let stamp, stamp != sources[index].stamp else { continue }
        // Remembered even when the file cannot be used, so that it is reported once.
        sources[index].stamp = stamp
        do throws(GeoIPError) {
          sources[index].file = try GeoIPFile(sources[index].path)
          sources[index].isBroken = false
        } catch {
          sources[index].isBroken = true
          report(error.words)
        }
      }
      return sources.map(\.file)
    }
  }
}

extension GeoIPFile.Entry {
  /// Files about anonymous addresses have these values at the top level, files about users among the traits.
  fileprivate var isHosting: Bool? {
    if let isHosting = truth("is_hosting_provider") ?? truth("traits", "is_hosting_provider") {
      return isHosting
    }
    return (text("user_type") ?? text("traits", "user_type")).map { $0 == "hosting" }
  }

  fileprivate var isRelay: Bool? {
    let words = ["is_anonymous_vpn", "is_public_proxy", "is_residential_proxy", "is_tor_exit_node"]
    let said = words.compactMap { truth($0) ?? truth("traits", $0) }
    return said.isEmpty ? nil : said.contains(true)
  }
}
