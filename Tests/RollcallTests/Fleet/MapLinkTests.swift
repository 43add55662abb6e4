import Rollcall
import Testing

@Suite("The map outside to which positions link")
struct MapLinkTests {
  private static let template = "https://map.example/?at={lat},{lng}#z=16/{lat}/{lng}"

  @Test("every coordinate in the address is filled in; without an address there is no link")
  func filled() {
    let address = MapLink.address(Self.template, latitude: "46.05", longitude: "-14.5")
    #expect(address == "https://map.example/?at=46.05,-14.5#z=16/46.05/-14.5")
    #expect(MapLink.address("", latitude: "1", longitude: "2") == nil)
  }

  @Test(
    "an address is over TLS, names a place twofold, and no user",
    arguments: [
      (template, true), ("", true), ("http://map.example/{lat},{lng}", false),
      ("https://map.example/{lat}", false),
      ("https://me@map.example/{lat},{lng}", false), ("https:///{lat},{lng}", false),
      ("https://{lat}.example/{lng}", false), ("https://map.example/{lat},{lng} x", false),
      ("javascript:{lat}{lng}", false), ("https://map.example/\"{lat}{lng}", false),
    ])
  func valid(template: String, isValid: Bool) { #expect(MapLink.isValid(template) == isValid) }
}
