import Rollcall
import Testing

/// With the public examples of the specification, <https://github.com/google/open-location-code/tree/main/test_data>.
@Suite("Plus codes")
struct OpenLocationCodeTests {
  @Test(
    "a full code is its cell",
    arguments: [
      ("7FG49Q00+", 20.35, 2.75, 20.4, 2.8), ("7FG49QCJ+2V", 20.37, 2.782125, 20.370125, 2.78225),
      ("7FG49QCJ+2VX", 20.3701, 2.78221875, 20.370125, 2.78225),
      ("7FG49QCJ+2VXGJ", 20.370113, 2.782234375, 20.370114, 2.782236328125),
      ("8FVC2222+22", 47.0, 8.0, 47.000125, 8.000125),
      ("4VCPPQGP+Q9", -41.273125, 174.785875, -41.273, 174.786), ("62G20000+", 0, -180, 1, -179),
      ("22220000+", -90, -180, -89, -179), ("7FG40000+", 20, 2, 21, 3),
      ("22222222+22", -90, -180, -89.999875, -179.999875), ("6VGX0000+", 0, 179, 1, 180),
      ("6FH32222+222", 1, 1, 1.000025, 1.00003125), ("CFX30000+", 89, 1, 90, 2),
      ("62H20000+", 1, -180, 2, -179), ("62H30000+", 1, -179, 2, -178),
      ("CFX3X2X2+X2", 89.999875, 1, 90, 1.000125),
    ] as [(String, Double, Double, Double, Double)])
  func decoding(code: String, south: Double, west: Double, north: Double, east: Double) throws {
    let area = try #require(OpenLocationCode.decode(code))
    for (found, wanted) in [(area.south, south), (area.west, west), (area.north, north), (area.east, east)] {
      #expect(abs(found - wanted) < 1e-9, "\(found), not \(wanted)")
    }
    #expect(OpenLocationCode.decode(code.lowercased()) == area)
  }

  @Test(
    "a code has its form",
    arguments: [
      ("8FWC2345+G6", true, false, true), ("8FWC2345+G6G", true, false, true),
      ("8fwc2345+", true, false, true), ("8FWCX400+", true, false, true),
      ("WC2345+G6g", true, true, false), ("2345+G6", true, true, false), ("45+G6", true, true, false),
      ("+G6", true, true, false), ("G+", false, false, false), ("+", false, false, false),
      ("8FWC2345+G", false, false, false), ("8FWC2_45+G6", false, false, false),
      ("8FWC2η45+G6", false, false, false), ("8FWC2345+G6+", false, false, false),
      ("8FWC2345G6+", false, false, false), ("8FWC2300+G6", false, false, false),
      ("WC2300+G6g", false, false, false), ("WC2345+G", false, false, false),
      ("WC2300+", false, false, false), ("849VGJQF+VX7QR3J", true, false, true),
      ("849VGJQF+VX7QR3U", false, false, false), ("849VGJQF+VX7QR3JW", true, false, true),
      ("849VGJQF+VX7QR3JU", false, false, false), ("", false, false, false),
      ("00000000+", false, false, false),
      ("X2222222+22", true, false, false),
    ] as [(String, Bool, Bool, Bool)])
  func form(code: String, isValid: Bool, isShort: Bool, isFull: Bool) {
    #expect(OpenLocationCode.isValid(code) == isValid)
    #expect(OpenLocationCode.isShort(code) == isShort)
    #expect(OpenLocationCode.isFull(code) == isFull)
  }

  @Test(
    "a short code is completed by the place that it is read near",
    arguments: [
      ("9C3W9QCJ+2VX", 51.3701125, -1.217765625, "+2VX"),
      ("9C3W9QCJ+2VX", 51.3708675, -1.217765625, "CJ+2VX"),
      ("9C3W9QCJ+2VX", 51.3693575, -1.217765625, "CJ+2VX"),
      ("9C3W9QCJ+2VX", 51.3701125, -1.218520625, "CJ+2VX"),
      ("9C3W9QCJ+2VX", 51.3701125, -1.217010625, "CJ+2VX"),
      ("9C3W9QCJ+2VX", 51.3852125, -1.217765625, "9QCJ+2VX"),
      ("9C3W9QCJ+2VX", 51.3550125, -1.217765625, "9QCJ+2VX"),
      ("8FJFW222+", 42.899, 9.012, "22+"), ("796RXG22+", 14.95125, -23.5001, "22+"),
      ("2CXXXXXX+XX", -81, 0, "XXXXXX+XX"), ("CFX22222+22", 89.6, 0, "2222+22"),
    ] as [(String, Double, Double, String)])
  func recovering(full: String, latitude: Double, longitude: Double, short: String) throws {
    let place = try #require(Position(latitude: latitude, longitude: longitude))
    let wanted = try #require(OpenLocationCode.decode(full))
    let found = try #require(OpenLocationCode.decode(short, near: place))
    #expect(abs(found.south - wanted.south) < 1e-9 && abs(found.west - wanted.west) < 1e-9, "\(found)")
    #expect(OpenLocationCode.decode(full, near: place) == wanted)
  }

  @Test("no text traps, whatever its letters", arguments: ["+", "++", "8FVC", "FVXX", "22", "00+", "é+22"])
  func total(part: String) throws {
    let place = try #require(Position(latitude: 90, longitude: 180))
    for text in [part, part + part, part + "+" + part, String(repeating: part, count: 40)] {
      _ = OpenLocationCode.decode(text)
      _ = OpenLocationCode.decode(text, near: place)
    }
  }
}
