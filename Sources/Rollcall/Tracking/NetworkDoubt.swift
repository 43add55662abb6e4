/// What is known of the network that a request came from. Without a place on a map: addresses do not have one.
public struct NetworkOrigin: Equatable, Sendable {
  /// The country the address is registered in, ISO 3166-1; `nil` = not known.
  public var country: String?
  /// Why no phone in a street is in that network; `nil` = nothing speaks against it.
  public var kind: Doubt.NetworkKind?
  /// The network's number (autonomous system), if known.
  public var network: Int64?

  /// An origin from its parts.
  public init(country: String? = nil, kind: Doubt.NetworkKind? = nil, network: Int64? = nil) {
    (self.country, self.kind, self.network) = (country, kind, network)
  }

  /// A fix that is older says nothing about the network that its phone is in now.
  public static let freshness: Milliseconds = 600_000
  /// Kilometres between a fix and its network's country that are nothing: borders, coasts, the corners of outlines.
  public static let margin = 300.0

  /// The doubts that it casts on a fix of which we learned so late.
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
  /// Networks of those who rent out servers, by number: a phone is in one only through a relay. The large ones; a file
  /// that says itself what a network is for says more.
  public static let hosts: Set<UInt32> = [
    // Amazon, Google Cloud, Microsoft Azure, Oracle, Alibaba, Tencent.
    14_618, 16_509, 396_982, 8_075, 31_898, 37_963, 45_102, 132_203,
    // DigitalOcean, Hetzner, OVH, Akamai (Linode), Vultr, Contabo, Scaleway, Leaseweb, IONOS.
    14_061, 24_940, 16_276, 63_949, 20_473, 51_167, 12_876, 60_781, 28_753, 8_560,
    // M247, Datacamp: whose servers many relays are.
    9_009, 60_068, 212_238,
  ]
}
