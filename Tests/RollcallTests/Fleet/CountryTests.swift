import Rollcall
import Testing

@Suite("Telephone numbers as people write them")
struct CountryTests {
  @Test(
    "A number is read by its country code, else as it is dialled in the country",
    arguments: [
      ("+386 40 123 456", "SI", "+38640123456"), ("00386 40 123-456", "SI", "+38640123456"),
      ("040 123 456", "SI", "+38640123456"), ("(040) 123/456", "SI", "+38640123456"),
      ("40123456", "SI", "+38640123456"), ("040 123 456", "AT", "+4340123456"),
      ("212 555 1234", "US", "+12125551234"), ("1 212 555 1234", "US", "+12125551234"),
      ("06 1 234 5678", "HU", "+3612345678"), ("481234567", "PL", "+48481234567"),
      ("8 (912) 345-67-89", "RU", "+79123456789"), ("06 1234 5678", "IT", "+390612345678"),
      ("+44 20 7946 0958", "", "+442079460958"), ("0044 20 7946 0958", "", "+442079460958"),
    ])
  func read(_ text: String, _ country: String, _ expected: String) {
    #expect(PhoneNumber(text, in: Country(country))?.text == expected)
  }

  @Test(
    "What could be two numbers, or none, is refused",
    arguments: [
      ("040 123 456", ""), ("38640123456", "SI"), ("", "SI"), ("Ana", "SI"), ("12", "SI"),
      ("040 123 456 ext 7", "SI"),
      ("00", "SI"), ("+0 123 456 789", "SI"), ("0123456789012345678", "SI"),
    ])
  func refused(_ text: String, _ country: String) {
    #expect(PhoneNumber(text, in: Country(country)) == nil)
  }

  @Test("Each country is there once, with digits, and is found in any capitals")
  func table() {
    #expect(Set(Country.all.map(\.code)).count == Country.all.count && Country.all.count > 230)
    for country in Country.all {
      #expect(country.code.utf8.count == 2 && Country(country.code.lowercased()) == country)
      #expect((1...3).contains(country.callingCode.utf8.count) && country.trunk.utf8.count <= 2)
      for digits in [country.callingCode, country.trunk] { #expect(Int(digits + "0") != nil) }
    }
    #expect(Country("") == nil && Country("XX") == nil && Country("SVN") == nil)
  }
}
