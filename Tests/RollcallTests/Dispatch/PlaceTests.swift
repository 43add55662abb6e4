import Rollcall
import Testing

@Suite("Places that people type")
struct PlaceTests {
  @Test(
    "Pairs of numbers and geo: addresses are places",
    arguments: [
      ("46.0511, 14.5051", 46.0511, 14.5051),
      ("46.0511,14.5051", 46.0511, 14.5051),
      ("46.0511 14.5051", 46.0511, 14.5051),
      ("  -33.5\t151 \n", -33.5, 151),
      ("-90 , -180", -90, -180),
      ("90 180", 90, 180),
      ("0,0", 0, 0),
      ("007.50, 1.0", 7.5, 1),
      ("geo:46.0511,14.5051", 46.0511, 14.5051),
      ("GEO:46.0511,14.5051", 46.0511, 14.5051),
      ("geo:46.0511,14.5051,298", 46.0511, 14.5051),
      ("geo:46.0511,14.5051;u=35", 46.0511, 14.5051),
      ("geo:-46.0511,-14.5051,-3;crs=wgs84;u=35;mapcolors=for_daltonic", -46.0511, -14.5051),
      ("geo:46.0511,14.5051;CRS=WGS84", 46.0511, 14.5051),
      ("geo:90,180;crsx=moon", 90, 180),
      ("46,0511; 14,5051", 46.0511, 14.5051),
      ("46,0511;14,5051", 46.0511, 14.5051),
      ("-46.0511; 14", -46.0511, 14),
      ("https://maps.google.com/?q=46.05,14.5", 46.05, 14.5),
      ("https://maps.google.com?q=46.05%2C+14.5&z=16", 46.05, 14.5),
      ("https://www.google.com/maps/@46.05,14.5,16z", 46.05, 14.5),
      ("https://www.google.si/maps/search/?api=1&query=46.05%2C14.5", 46.05, 14.5),
      ("https://www.google.com/maps/place/X/@46.1,14.6,16z/data=!3m1!3d46.05!4d14.5", 46.05, 14.5),
      ("https://www.openstreetmap.org/#map=16/46.05/14.5", 46.05, 14.5),
      ("http://openstreetmap.org/?mlat=46.05&mlon=14.5#map=16/46.1/14.6", 46.05, 14.5),
      ("HTTPS://www.openstreetmap.org/#map=16/-46.05/-14.5&layers=N", -46.05, -14.5),
    ] as [(String, Double, Double)])
  func places(text: String, latitude: Double, longitude: Double) throws {
    #expect(try Place.read(text) == #require(Position(latitude: latitude, longitude: longitude)))
  }

  @Test(
    "What is no place is refused with the word that helps",
    arguments: [
      ("", .empty),
      (" \r\n\t", .empty),
      (String(repeating: "1", count: 257), .tooLong),
      ("Ljubljana", .notAPlace),
      ("46.0511", .notAPlace),
      ("46.0511,", .notAPlace),
      (",14.5", .notAPlace),
      ("46.05, 14.5, 300", .notAPlace),
      ("46.05 14.5 300", .notAPlace),
      ("1e1, 2", .notAPlace),
      ("+46.05, 14.5", .notAPlace),
      ("nan, 0x10", .notAPlace),
      ("4\u{336}6, 14", .notAPlace),
      ("٤٦, ١٤", .notAPlace),
      ("46,05 14,5", .decimalComma),
      ("46,05, 14,5", .decimalComma),
      ("91, 14.5", .latitude),
      ("-90.0001 14.5", .latitude),
      ("46.05, 180.0001", .longitude),
      ("geo:146,14", .latitude),
      ("geo:46,-181", .longitude),
      ("geo:", .notAPlace),
      ("geo:46", .notAPlace),
      ("geo:46,14,", .notAPlace),
      ("geo:46,14,1,2", .notAPlace),
      ("geo:46 14", .notAPlace),
      ("geo:46, 14", .notAPlace),
      ("geo:1e1,2", .notAPlace),
      // An Android map query: its first numbers are not the place.
      ("geo:0,0?q=46.05,14.5", .notAPlace),
      ("geo:46.05,14.5?z=17", .notAPlace),
      ("46,05,1; 14,5", .notAPlace),
      ("46,05; 14,5; 3", .decimalComma),
      ("46,05; 190,5", .longitude),
      ("https://maps.app.goo.gl/abc123", .unknownLink),
      ("https://www.google.com/maps/place/X/@46.1,14.6,16z", .unknownLink),
      ("https://maps.google.com/?q=Ljubljana", .unknownLink),
      ("https://maps.google.com/?q=96.05,14.5", .unknownLink),
      ("https://google.com.example.org/#map=16/46.05/14.5", .unknownLink),
      ("https://openstreetmap.org.example/#map=16/46.05/14.5", .unknownLink),
      ("https://", .unknownLink),
      ("33T VM 61234 00876", .gridReference),
      ("33tvm6100", .gridReference),
      ("33T VM 612", .notAPlace),
      ("geo:46,14;crs=moon-2011", .unknownReferenceSystem),
      ("geo:46,14;u=3;crs=nad27", .unknownReferenceSystem),
    ] as [(String, PlaceProblem)])
  func refused(text: String, problem: PlaceProblem) {
    #expect(throws: problem) { try Place.read(text) }
  }

  @Test("Every problem has words of its own")
  func words() {
    #expect(Set(PlaceProblem.allCases.map(\.words)).count == PlaceProblem.allCases.count)
  }

  @Test(
    "A geo: address has no powers of ten, and is read back",
    arguments: [
      (46.0511, 14.5051, "geo:46.0511,14.5051"), (-90, 180, "geo:-90.0,180.0"), (-0.0, 0, "geo:0.0,0.0"),
      (0.00001234, -0.000099999, "geo:0.00001234,-0.000099999"), (1e-300, 0.0001, "geo:0.0,0.0001"),
      (46.05110000000001, 14, "geo:46.05110000000001,14.0"),
    ] as [(Double, Double, String)])
  func addresses(latitude: Double, longitude: Double, text: String) throws {
    let position = try #require(Position(latitude: latitude, longitude: longitude))
    #expect(position.geoAddress == text)
    let back = try Place.read(text)
    #expect(abs(back.latitude - latitude) < 1e-12 && abs(back.longitude - longitude) < 1e-12)
  }

  @Test("No text traps")
  func total() {
    var random = SplitMix(state: 5)
    let parts = [
      "geo:", "46.05", ",", " ", "-", ";", "crs=", "wgs84", "é", "\u{0}", "e9", "9999999999", ".",
      "https://", "google.", "openstreetmap.org", "/maps/@", "?q=", "#map=", "%2C", "!3d", "!4d", "33T",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        parts[Int.random(in: 0..<parts.count, using: &random)]
      }.joined()
      _ = try? Place.read(text)
    }
  }
}
