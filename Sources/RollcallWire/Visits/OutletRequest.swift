public import Rollcall

/// An outlet to add, or what is to be changed of one: `{name?, lat?, lng?, external_id?, radius_m?}`. An empty id takes it
/// away.
public struct OutletRequest: Equatable, Sendable {
  /// Its values; `nil` = not named.
  public var name, externalID: String?
  /// Degrees and metres, likewise.
  public var latitude, longitude, radius: Double?

  /// Decodes a body.
  ///
  /// - Parameter isNew: whether name and place are required.
  public static func decode(bytes: [UInt8], isNew: Bool) throws(WireError) -> OutletRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> OutletRequest in
      var findings = Findings()
      let members = JSONMembers<OutletField>(of: root)
      var outlet = OutletRequest()
      if isNew { _ = findings.required(members[.name], OutletField.name.name) }
      outlet.name = findings.text(members[.name], OutletField.name.name, limit: 200)
      // One of both alone would move an outlet along a line.
      if isNew || members[.lat] != nil || members[.lng] != nil {
        outlet.latitude = findings.coordinate(members[.lat], OutletField.lat.name, limit: 90)
        outlet.longitude = findings.coordinate(members[.lng], OutletField.lng.name, limit: 180)
      }
      let code = members[.externalID]
      outlet.externalID =
        code?.string == "" ? "" : findings.text(code, OutletField.externalID.name, limit: 128)
      if let value = members[.radius] {
        outlet.radius = value.double
        if outlet.radius.map({ !NewOutlet.radii.contains($0) }) ?? true {
          findings.refuse(OutletField.radius.name, .range, "radius_m must be between 1 and 10000")
        }
      }
      try findings.throwFaults()
      return outlet
    }
  }

  /// The outlet with these values; what is not named is that of `old`.
  public func applied(to old: NewOutlet) -> NewOutlet {
    var outlet = old
    outlet.name = name ?? old.name
    if let latitude, let longitude, let position = Position(latitude: latitude, longitude: longitude) {
      outlet.position = position
    }
    if let externalID { outlet.externalID = externalID.isEmpty ? nil : externalID }
    outlet.radius = radius ?? old.radius
    return outlet
  }
}

private enum OutletField: Int, JSONField {
  case name, lat, lng, externalID, radius
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .name: "name"
    case .lat: "lat"
    case .lng: "lng"
    case .externalID: "external_id"
    case .radius: "radius_m"
    }
  }
}
