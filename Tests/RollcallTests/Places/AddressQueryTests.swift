import Rollcall
import Testing

@Suite("Texts that may name an address")
struct AddressQueryTests {
  @Test(
    "digits may be a house number, the rest are words of street and town",
    arguments: [
      ("Slovenska cesta 12", ["slovenska", "cesta"], "12"), ("12 Slovenska", ["slovenska"], "12"),
      ("Slovenska 12a, Ljubljana", ["slovenska", "ljubljana"], "12a"),
      ("Slovenska 12/3", ["slovenska"], "12-3"),
    ])
  func numbered(text: String, words: [String], number: String) throws {
    let query = try #require(AddressQuery(text))
    #expect(query.numbered.first?.words == words && query.numbered.first?.number == number)
  }

  @Test("without a number, or with nothing else, there is none", arguments: ["Slovenska", "27", "12 3"])
  func plain(text: String) throws { #expect(try #require(AddressQuery(text)).numbered.isEmpty) }

  @Test("one letter says nothing yet", arguments: ["", "a", " ", "-"])
  func short(text: String) { #expect(AddressQuery(text) == nil) }

  @Test(
    "house numbers are compared as they are meant",
    arguments: [
      ("12 A", "12a"), ("12a", "12a"), ("12/3", "12-3"), ("12-3", "12-3"), ("123", "123"), ("B 7", "b-7"),
    ])
  func numbers(text: String, key: String) { #expect(AddressQuery.number(text) == key) }
}
