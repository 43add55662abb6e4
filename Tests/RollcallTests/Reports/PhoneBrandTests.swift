import Rollcall
import Testing

@Suite("Makers of phones")
struct PhoneBrandTests {
  @Test(
    "The first word tells the maker; a name that people gave tells nobody",
    arguments: [
      ("Pixel 8", "Google"), ("SM-G991B", "Samsung"), ("moto g54", "Motorola"), ("iPhone", "Apple"),
      ("Redmi Note 12", "Xiaomi"), ("Ana’s iPhone", ""), ("", ""), ("-", ""), ("Smart", ""),
    ])
  func maker(name: String, maker: String) {
    #expect(PhoneBrand.maker(ofPhoneCalled: name) == maker)
  }
}
