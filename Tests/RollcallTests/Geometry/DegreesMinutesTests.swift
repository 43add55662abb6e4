import Rollcall
import Testing

@Suite("Coordinates in degrees, minutes and seconds")
struct DegreesMinutesTests {
  @Test(
    "the usual notations are places",
    arguments: [
      ("46°03′04.0″N 14°30′22.4″E", 46.051111, 14.506222),
      ("46°03'04\"N, 14°30'22.4\"E", 46.051111, 14.506222),
      ("N 46° 3' 4\", E 14° 30' 22.4\"", 46.051111, 14.506222),
      ("46 3 4 N 14 30 22.4 E", 46.051111, 14.506222),
      ("46°3.0667'N 14°30.3733'E", 46.051112, 14.506222), ("N46 3.0667 E14 30.3733", 46.051112, 14.506222),
      ("46.0511 N 14.5062 E", 46.0511, 14.5062), ("46.0511°, 14.5062°", 46.0511, 14.5062),
      ("14.5062 E, 46.0511 N", 46.0511, 14.5062), ("33°51′24″S 151°12′54″W", -33.856667, -151.215),
      ("-33° 51' 24\", 151° 12' 54\"", -33.856667, 151.215), ("46°03''N 14°30''E", nil, nil),
      ("46.0511 n 14.5062 e", 46.0511, 14.5062),
    ] as [(String, Double?, Double?)])
  func notations(text: String, latitude: Double?, longitude: Double?) throws {
    guard let latitude, let longitude else {
      #expect(throws: PlaceProblem.self) { try Place.read(text) }
      return
    }
    let found = try Place.read(text)
    #expect(abs(found.latitude - latitude) < 1e-5 && abs(found.longitude - longitude) < 1e-5, "\(found)")
  }

  @Test(
    "what is out of range, half said or said twice is no place",
    arguments: [
      "46°60′00″N 14°30′00″E", "46°03′61″N 14°30′00″E", "91°N 14°E", "46°N 181°E", "46°N 14°N", "46°N",
      "N46 N14",
      "46°03′N 14°30′", "46 3 4 14 30 22", "46.5°3′N 14°E", "-46°N 14°E", "46°-3′N 14°E", "N E", "°",
      "46°° 14°",
      "46 3 4 5 N 14 E", "Slovenska 12", "46°03′04″X 14°30′22″E",
    ])
  func refused(text: String) { #expect(throws: PlaceProblem.self) { try Place.read(text) } }

  @Test("a full plus code is a place too")
  func plusCode() throws {
    let found = try Place.read("8FRP3G24+XX")
    #expect(OpenLocationCode.decode("8FRP3G24+XX")?.centre == found)
  }
}
