import Rollcall
import Testing

@Suite("The word that was meant")
struct NearestWordTests {
  @Test(
    "is the nearest one, when it is near",
    arguments: [
      ("nmae", "name"), ("Phnoe", "phone"), ("profil", "profile"), ("regions", "region"),
      ("EXTERNAL_ID", "external_id"),
      ("age", nil), ("shoe size", nil), ("", nil),
    ] as [(String, String?)])
  func nearest(typed: String, word: String?) {
    let words = ["name", "phone", "profile", "region", "external_id", "skills"]
    #expect(NearestWord.to(typed, among: words) == word)
  }

  @Test("of no words is none")
  func nothing() { #expect(NearestWord.to("name", among: []) == nil) }
}
