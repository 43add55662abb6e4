/// What is known of the network that a request came from. Not a place on a map: addresses do not have one.
public struct NetworkOrigin: Equatable, Sendable {
  /// The country the address is registered in, ISO 3166-1; `nil` = not known.
  public var country: String?
  /// Why a phone in the street would not use that network; `nil` = nothing speaks against it.
  public var kind: Doubt.NetworkKind?
  /// The network's number (autonomous system), if known.
  public var network: Int64?

  /// Creates an origin.
  public init(country: String? = nil, kind: Doubt.NetworkKind? = nil, network: Int64? = nil) {
    (self.country, self.kind, self.network) = (country, kind, network)
  }

  /// An older fix says nothing about the network that its phone is in now.
  public static let freshness: Milliseconds = 600_000
  /// Kilometres between a fix and its network's country that do not count: borders, coasts, the corners of
  /// outlines.
  public static let margin = 300.0

  /// The doubts that the network casts on a fix.
  ///
  /// - Parameter age: from the taking of the fix to the request that brought it.
  public func doubts(of position: Position, age: Milliseconds) -> [Doubt] {
    guard age <= Self.freshness, !position.isNullIsland else { return [] }
    var doubts: [Doubt] = []
    if let country, let away = CountryOutline.kilometres(from: position, to: country), away > Self.margin {
      doubts.append(.networkCountry(country, kilometres: away))
    }
    if let kind { doubts.append(.networkType(kind, network: network)) }
    return doubts
  }
}

extension NetworkOrigin {
  /// Hosting networks, by number: a phone appears in one only through a relay. Only the large ones; a file
  /// that states the purpose of networks knows more.
  public static let hosts: Set<UInt32> = [
    // Amazon, Google Cloud, Microsoft Azure, Oracle, Alibaba, Tencent.
    14_618, 16_509, 396_982, 8_075, 31_898, 37_963, 45_102, 132_203,
    // DigitalOcean, Hetzner, OVH, Akamai (Linode), Vultr, Contabo, Scaleway, Leaseweb, IONOS.
    14_061, 24_940, 16_276, 63_949, 20_473, 51_167, 12_876, 60_781, 28_753, 8_560,
    // M247, Datacamp: their servers host many relays.
    9_009, 60_068, 212_238,
  ]
}
