import Synchronization

/// Where an address of the internet is registered, approximately: never a place on a map.
public struct AddressOrigin: Equatable, Sendable {
  /// The country's ISO 3166-1 code; `nil` = not known.
  public var country: String?
  /// The country's English name; `nil` = not known.
  public var countryName: String?
  /// The number of the network (autonomous system); `nil` = not known.
  public var network: UInt32?
  /// Who runs the network; `nil` = not known.
  public var networkName: String?
  /// Whether the address means something within one network only, and nothing else is known of it.
  public var isPrivate = false
  /// Whether the network's servers are rented out, says a file about what networks are for; `nil` = not known.
  public var isHosting: Bool?
  /// Whether the address hides where one is: relays, VPN, Tor; `nil` = not known.
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

/// The files that an operator has: countries or cities, and networks. Each may be replaced while it is in use.
public final class GeoIPDatabase: Sendable {
  private struct Source {
    let path: String
    var stamp: GeoIPFile.Stamp?
    var file: GeoIPFile
    /// Whether the one that replaced it could not be used.
    var isBroken = false
  }

  private let sources: Mutex<[Source]>
  private let report: @Sendable (String) -> Void

  /// Opens files in MaxMind's format (City, Country, ASN, and those of other makers with the same fields).
  ///
  /// - Parameter report: told in words when a file that was replaced cannot be used; the one before stays.
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

  /// What is known of an address, by the files as they are now; `nil` when it is no address or nothing is known.
  /// Blocks, for reading a file that was replaced.
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

  /// When each file was made, seconds since 1970, by its path; `nil` = it is not there, or cannot be used. Blocks.
  public func builds() -> [(path: String, at: UInt64?)] {
    _ = files()
    return sources.withLock { sources in
      sources.map { source in
        let isThere = GeoIPFile.Stamp(source.path) != nil && !source.isBroken
        return (source.path, isThere ? source.file.builtAt : nil)
      }
    }
  }

  /// The files, each anew if it was replaced.
  private func files() -> [GeoIPFile] {
    sources.withLock { sources in
      for index in sources.indices {
        let stamp = GeoIPFile.Stamp(sources[index].path)
        guard let stamp, stamp != sources[index].stamp else { continue }
        // Also when it cannot be used: said once.
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
  /// As the files about anonymous addresses and about users say it, whose words stand at the top or among the traits.
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
