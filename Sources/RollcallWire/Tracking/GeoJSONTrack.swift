import Rollcall

/// The points of a GeoJSON document: dated points, and lines with a time for each of their points. Areas and
/// features without a geometry are skipped.
enum GeoJSONTrack {
  static func read(_ bytes: [UInt8], _ points: inout TrackPoints) throws(TrackFileError) {
    do throws(JSONReadError<Never>) {
      try JSON.read(bytes, limits: .adapter) { root throws(Never) in
        read(root, properties: nil, &points)
      }
    } catch {
      guard case .malformed(let error) = error else { return }
      throw .broken("this is not a GeoJSON file: \(error.kind.rawValue) at byte \(error.offset)")
    }
  }

  private enum Member: Int, JSONField {
    case type, features, geometry, properties, coordinates
    static let names = JSONFieldNames(allCases)
    var name: String { String(describing: self) }
  }

  private enum Property: Int, JSONField {
    case time, timestamp, recordedAt, coordTimes, times, coordinateProperties
    case accuracy, accuracyMetres, speed, speedMetres, heading, bearing, course, battery, isMock
    static let names = JSONFieldNames(allCases)
    var name: String {
      switch self {
      case .recordedAt: "recorded_at"
      case .accuracyMetres: "accuracy_m"
      case .speedMetres: "speed_mps"
      case .battery: "battery_level"
      case .isMock: "is_mock"
      default: String(describing: self)
      }
    }
  }

  /// A feature collection, a feature, or a bare geometry. The reader's limit of depth bounds the recursion.
  private static func read(_ value: JSONValue, properties: JSONValue?, _ points: inout TrackPoints) {
    let members = JSONMembers<Member>(of: value)
    switch members[.type]?.string {
    case "FeatureCollection":
      guard let features = members[.features] else { return }
      for (_, feature) in features.elements { read(feature, properties: nil, &points) }
    case "Feature":
      guard let geometry = members[.geometry] else { return }
      read(geometry, properties: members[.properties], &points)
    case "Point":
      add(members[.coordinates], properties.map { JSONMembers<Property>(of: $0) } ?? .init(), &points)
    case "LineString":
      line(members[.coordinates], times: times(properties), &points)
    case "MultiLineString":
      guard let parts = members[.coordinates] else { return }
      var lists = times(properties)?.elements
      for (_, part) in parts.elements { line(part, times: lists?.next()?.value, &points) }
    default: return
    }
  }

  private static func times(_ properties: JSONValue?) -> JSONValue? {
    guard let properties else { return nil }
    let members = JSONMembers<Property>(of: properties)
    if let inner = members[.coordinateProperties] { return JSONMembers<Property>(of: inner)[.times] }
    return members[.coordTimes] ?? members[.times]
  }

  private static func line(_ coordinates: JSONValue?, times: JSONValue?, _ points: inout TrackPoints) {
    guard let coordinates else { return }
    var instants = times?.elements
    for (_, place) in coordinates.elements {
      let (position, altitude) = self.place(place)
      points.add(position, at: instants?.next().flatMap { TrackPoints.time(.json($0.value)) }) {
        $0.altitude = altitude
      }
    }
  }

  private static func add(
    _ coordinates: JSONValue?, _ said: JSONMembers<Property>, _ points: inout TrackPoints
  ) {
    let (position, altitude) = coordinates.map(place) ?? (nil, nil)
    let when = said[.recordedAt] ?? said[.time] ?? said[.timestamp]
    points.add(position, at: when.flatMap { TrackPoints.time(.json($0)) }) {
      $0.altitude = altitude
      $0.accuracy = (said[.accuracyMetres] ?? said[.accuracy])?.double
      $0.speed = (said[.speedMetres] ?? said[.speed])?.double
      $0.heading = (said[.heading] ?? said[.bearing] ?? said[.course])?.double
      $0.batteryLevel = said[.battery]?.double
      if let isMock = said[.isMock]?.bool { $0.isMock = isMock ? .yes : .no }
    }
  }

  /// Longitude, latitude, perhaps altitude: RFC 7946, section 3.1.1.
  private static func place(_ value: JSONValue) -> (Position?, altitude: Double?) {
    var numbers = value.elements
    guard let east = numbers.next()?.value.double, let north = numbers.next()?.value.double else {
      return (nil, nil)
    }
    return (Position(latitude: north, longitude: east), numbers.next()?.value.double)
  }
}
