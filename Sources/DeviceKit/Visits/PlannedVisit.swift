import Foundation
public import Rollcall

/// A visit that the server has planned for the responder.
public struct PlannedVisit: Equatable, Sendable {
  /// Its number, for ``RollcallDevice/check(_:of:at:)``.
  public var id: Visit.ID
  /// When it is to happen.
  public var planned: TimeSpan
  /// The outlet's name.
  public var outlet: String
  /// Where it is.
  public var position: Position
  /// How near a check-in must be to be verified, metres, plus the position's inaccuracy.
  public var radius: Double
  /// The verdict on their check-in so far; `nil` = none.
  public var checkIn: VisitVerdict.Word?
  /// The verdict on their check-out so far; `nil` = none.
  public var checkOut: VisitVerdict.Word?

  /// Creates a visit.
  public init(
    id: Visit.ID, planned: TimeSpan, outlet: String, position: Position, radius: Double,
    checkIn: VisitVerdict.Word? = nil, checkOut: VisitVerdict.Word? = nil
  ) {
    (self.id, self.planned, self.outlet, self.position) = (id, planned, outlet, position)
    (self.radius, self.checkIn, self.checkOut) = (radius, checkIn, checkOut)
  }
}

extension PlannedVisit {
  /// Parses the visits of an answer; `nil` when it is malformed. A visit that cannot be read is left out.
  static func list(bytes: [UInt8]) -> [PlannedVisit]? {
    (try? JSONDecoder().decode(Answered.self, from: Data(bytes)))?.data.visits.compactMap(Self.init)
  }

  private struct Answered: Decodable {
    struct Visits: Decodable { var visits: [Row] }
    var data: Visits
  }

  private struct Row: Decodable {
    struct Check: Decodable { var verdict: String }
    struct Place: Decodable {
      var name: String
      var lat: Double
      var lng: Double
      var radius: Double

      enum CodingKeys: String, CodingKey {
        case name, lat, lng
        case radius = "radius_m"
      }
    }
    var id: Int64
    var from: String
    var to: String
    var checkIn: Check?
    var checkOut: Check?
    var outlet: Place

    enum CodingKeys: String, CodingKey {
      case id, from, to, outlet
      case checkIn = "check_in"
      case checkOut = "check_out"
    }
  }

  private init?(_ row: Row) {
    guard let from = Timestamp(rfc3339: row.from), let to = Timestamp(rfc3339: row.to), from <= to,
      let position = Position(latitude: row.outlet.lat, longitude: row.outlet.lng)
    else { return nil }
    self.init(
      id: Visit.ID(row.id), planned: TimeSpan(from: from, to: to), outlet: row.outlet.name,
      position: position,
      radius: row.outlet.radius, checkIn: row.checkIn.flatMap { VisitVerdict.Word(rawValue: $0.verdict) },
      checkOut: row.checkOut.flatMap { VisitVerdict.Word(rawValue: $0.verdict) })
  }
}
