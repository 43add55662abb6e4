/// A place that a geocoder knows.
public struct GeocodedPlace: Equatable, Sendable {
  /// Its name, as the geocoder writes it.
  public var name: String
  /// Degrees north.
  public var latitude: Double
  /// Degrees east.
  public var longitude: Double

  /// A place.
  public init(name: String, latitude: Double, longitude: Double) {
    (self.name, self.latitude, self.longitude) = (name, latitude, longitude)
  }
}

/// Asks the operator's geocoder for places. It speaks the API of Nominatim:
/// <https://nominatim.org/release-docs/latest/api/Search/>.
public final class Geocoder: Sendable {
  private let base: String
  private let userAgent: String
  private let caller = HTTPCaller(allowsPrivateNetworks: true, timeout: 2_000)

  /// The most places of an answer.
  public static let most = 5

  /// - Parameter base: its address, for example `https://nominatim.example.org`; `nil` is returned for one that
  ///   cannot be called.
  public init?(base: String, userAgent: String) {
    guard let url = WebURL(base: base) else { return nil }
    (self.base, self.userAgent) = (url.text, userAgent)
  }

  /// The places that a text may mean; `nil` when the geocoder did not answer. Blocks, at most two seconds.
  public func find(_ text: String) -> [GeocodedPlace]? {
    let call = HTTPCall(
      url: "\(base)/search?format=jsonv2&limit=\(Self.most)&q=\(Self.encoded(text))",
      headers: [("User-Agent", userAgent), ("Accept", "application/json")], body: [], isTrusted: true,
      isGet: true)
    guard case .success(let answer) = caller.post(call), answer.status == 200 else { return nil }
    return Self.places(answer.body)
  }

  /// Ends the calls in progress, within about a second, for good.
  public func stop() { caller.stop() }

  /// The places of an answer; what is none is passed over. `nil` for anything but a list.
  static func places(_ body: [UInt8]) -> [GeocodedPlace]? {
    let answer = JSONAnswer(body)
    guard answer.isList else { return nil }
    return answer.list.prefix(most).compactMap { one in
      guard let name = one["display_name"].text, !name.isEmpty, name.utf8.count <= 250,
        let latitude = one["lat"].text.flatMap(Double.init), (-90...90).contains(latitude),
        let longitude = one["lon"].text.flatMap(Double.init), (-180...180).contains(longitude)
      else { return nil }
      return GeocodedPlace(name: name, latitude: latitude, longitude: longitude)
    }
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
