/// A kind of incident.
public enum IncidentKind: String, CaseIterable, Sendable {
  case incident
  /// A driver's order, usually assigned by hand.
  case order
}

/// A set of kinds of incident.
public struct IncidentKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind, in the order of ``IncidentKind``.
  public let rawValue: UInt8

  /// A set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of these kinds.
  public init(_ kinds: some Sequence<IncidentKind>) {
    self = kinds.reduce(into: []) { $0.insert(Self($1)) }
  }

  /// The set of one kind.
  public init(_ kind: IncidentKind) {
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
  public func contains(_ kind: IncidentKind) -> Bool { isSuperset(of: Self(kind)) }
}

extension Profile {
  /// The kinds of incident that its people may be offered.
  public var offeredKinds: IncidentKinds {
    IncidentKinds(offers.compactMap { IncidentKind(rawValue: $0) })
  }
}

extension IncidentKind {
  /// Several of them, as people say it.
  public var plural: String {
    switch self {
    case .incident: "incidents"
    case .order: "orders"
    }
  }
}
