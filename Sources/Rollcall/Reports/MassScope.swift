/// The people affected by a mass silence: those of a region, or those whose phones use one network.
public enum MassScope: Hashable, Sendable {
  /// The people of a region, by its name.
  case region(String)
  /// The people whose phones were last heard through a network, by its name.
  case network(String)

  /// As stored: `region/Center`, `network/A1 Slovenia`.
  public var text: String {
    switch self {
    case .region(let name): "region/\(name)"
    case .network(let name): "network/\(name)"
    }
  }

  /// Reads a stored scope; `nil` when this version does not know it.
  public init?(text: String) {
    for (prefix, scope) in [("region/", MassScope.region), ("network/", MassScope.network)]
    where text.utf8.starts(with: prefix.utf8) {
      self = scope(String(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)))
      return
    }
    return nil
  }

  /// For people: `Region Center`, `Network A1 Slovenia`.
  public var words: String {
    switch self {
    case .region(let name): "Region \(name)"
    case .network(let name): "Network \(name)"
    }
  }

  /// Regions before networks, then by name: of two otherwise equal scopes the first one names the alert.
  var order: (Int, String) {
    switch self {
    case .region(let name): (0, name)
    case .network(let name): (1, name)
    }
  }
}
