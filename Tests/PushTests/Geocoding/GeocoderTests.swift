import Testing

@testable import Push

@Suite("Answers of a geocoder")
struct GeocoderTests {
  @Test("places with a name and coordinates are read, everything else is passed over")
  func places() {
    let body = """
      [{"display_name":"Nova ulica 1, Ljubljana","lat":"46.05","lon":"14.5"},{"display_name":"","lat":"46","lon":"14"},
      {"display_name":"A","lat":"91","lon":"14"},{"display_name":"B","lat":46,"lon":14},{"lat":"46","lon":"14"},7,
      {"display_name":"C","lat":"nan","lon":"14"}]
      """
    let found = Geocoder.places(Array(body.utf8))
    #expect(found == [GeocodedPlace(name: "Nova ulica 1, Ljubljana", latitude: 46.05, longitude: 14.5)])
  }

  @Test("what is no list is no answer", arguments: ["", "{}", "null", "<html>"])
  func others(body: String) { #expect(Geocoder.places(Array(body.utf8)) == nil) }

  @Test("a list without places has none")
  func empty() { #expect(Geocoder.places(Array("[[]]".utf8))?.isEmpty == true) }

  @Test(
    "an address must be one that can be called", arguments: ["", "ftp://x", "nominatim", "https://x/?q=1"])
  func addresses(base: String) { #expect(Geocoder(base: base, userAgent: "t") == nil) }
}
