public import Rollcall

/// Reads lists of outlets: CSV with the header `name,lat,lng,external_id,radius_m` in any capitals, as spreadsheets
/// write it.
public enum OutletList {
  /// The columns there may be.
  public static let columns = ["name", "lat", "lng", "external_id", "radius_m"]

  /// Reads a list of outlets. The columns may be in any order, the last two may be missing; an empty cell is
  /// absent, an absent radius is the default.
  ///
  /// - Throws: `CSVError` with the line at fault.
  public static func read(_ bytes: [UInt8]) throws(CSVError) -> [NewOutlet] {
    let table = try CSVTable(bytes)
    for name in table.columns where !columns.contains(name) {
      throw .unknownColumn(name, among: columns, line: table.headerLine)
    }
    for name in columns.prefix(3) where !table.columns.contains(name) {
      throw CSVError(line: table.headerLine, reason: "the column \"\(name)\" is missing")
    }
    var outlets: [NewOutlet] = []
    var codes: Set<String> = []
    for row in table.rows {
      let outlet = try outlet(row)
      if let code = outlet.externalID, !codes.insert(code).inserted {
        throw CSVError(line: row.line, reason: "the external_id \(code) stands there twice")
      }
      outlets.append(outlet)
    }
    return outlets
  }

  private static func outlet(_ row: CSVTable.Row) throws(CSVError) -> NewOutlet {
    guard let name = row["name"], name.utf8.count <= 200,
      !name.hasControlCharacters
    else {
      throw CSVError(line: row.line, reason: "a name is \(NameLimits.words(NameLimits.name)), on one line")
    }
    guard let latitude = row.number("lat"), let longitude = row.number("lng"),
      let position = Position(latitude: latitude, longitude: longitude)
    else { throw CSVError(line: row.line, reason: "lat and lng are degrees") }
    let code = try row.externalID()
    var outlet = NewOutlet(name: name, position: position, externalID: code)
    guard row["radius_m"] != nil else { return outlet }
    guard let radius = row.number("radius_m"), NewOutlet.radii.contains(radius) else {
      throw CSVError(line: row.line, reason: "radius_m is 1 to 10000 metres")
    }
    outlet.radius = radius
    return outlet
  }
}
