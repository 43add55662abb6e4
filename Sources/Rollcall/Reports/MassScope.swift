/// Whom a mass silence is about: those of a region, or those whose phones come through one network.
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

  /// A scope as stored; `nil` for what this program does not know.
  public init?(text: String) {
    for (prefix, scope) in [("region/", MassScope.region), ("network/", MassScope.network)]
    where text.utf8.starts(with: prefix.utf8) {
      self = scope(String(text.unicodeScalars.dropFirst(prefix.unicodeScalars.count)))
      return
    }
    return nil
  }

  /// As people read it: `Region Center`, `Network A1 Slovenia`.
  public var words: String {
    switch self {
    case .region(let name): "Region \(name)"
    case .network(let name): "Network \(name)"
    }
  }

  /// Regions before networks, then by name: of two that are equal otherwise the first one names the alert.
  var order: (Int, String) {
    switch self {
    case .region(let name): (0, name)
    case .network(let name): (1, name)
    }
  }
}
