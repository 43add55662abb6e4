/// A set of kinds of incident.
public struct IncidentKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind, in the order of ``Incident/Kind``.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of these kinds.
  public init(_ kinds: some Sequence<Incident.Kind>) {
    self = kinds.reduce(into: []) { $0.insert(Self($1)) }
  }

  /// The set of one kind.
  public init(_ kind: Incident.Kind) {
    switch kind {
    case .incident: self = .incident
    case .order: self = .order
    }
  }

  /// Incidents proper.
  public static let incident = IncidentKinds(rawValue: 1)
  /// Orders of drivers.
  public static let order = IncidentKinds(rawValue: 2)

  /// Whether a kind is among them.
  public func contains(_ kind: Incident.Kind) -> Bool { isSuperset(of: Self(kind)) }
}

extension Profile {
  /// The kinds of incident that its people may be offered.
  public var offeredKinds: IncidentKinds {
    IncidentKinds(offers.compactMap { Incident.Kind(rawValue: $0) })
  }
}

extension Incident.Kind {
  /// Several of them, as people say it.
  public var plural: String {
    switch self {
    case .incident: "incidents"
    case .order: "orders"
    }
  }
}
