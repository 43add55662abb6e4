import Rollcall
import Testing

@Suite("Skills: words with an optional last day")
struct SkillTests {
  @Test(
    "a list is read, and written so that the same list is read again",
    arguments: [
      ("", []), (" ; ", []), ("medic", ["medic"]), ("medic;boat=2027-03-31", ["medic", "boat=2027-03-31"]),
      (" first aid ; boat = 2028-02-29 ;", ["first aid", "boat=2028-02-29"]), ("Žica;救護", ["Žica", "救護"]),
    ] as [(String, [String])])
  func reads(text: String, skills: [String]) throws {
    let list = try #require(SkillList(text: text))
    #expect(list.text == skills.joined(separator: ";"))
    #expect(SkillList(text: list.text) == list)
  }

  @Test(
    "what is no list is refused",
    arguments: [
      "boat=", "boat=31.3.2027", "boat=2027-02-29", "boat=2027-03-31=x", "=2027-03-31", "me\u{0}dic", "a\nb",
      "AED;aed", "medic;medic=2027-03-31", String(repeating: "x", count: 41),
      (0...20).map { "s\($0)" }.joined(separator: ";"),
    ])
  func refuses(text: String) { #expect(SkillList(text: text) == nil) }

  @Test("a skill counts on its last day, and not on the day after")
  func lastDay() throws {
    let boat = try #require(SkillList(text: "boat=2027-03-31")?.skills.first)
    for (day, counts) in [("2027-03-30", true), ("2027-03-31", true), ("2027-04-01", false)] {
      #expect(boat.counts(on: try #require(CivilDate(isoDay: day))) == counts)
    }
    let medic = try #require(SkillList(text: "medic")?.skills.first)
    #expect(medic.counts(on: try #require(CivilDate(isoDay: "9999-12-31"))))
  }

  @Test("any text is a list that survives being written, or none; no list is longer than its limit")
  func anyText() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("a=;2027-03 \u{301}é\u{0}")
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...60, using: &random)
      let text = String((0..<length).compactMap { _ in alphabet.randomElement(using: &random) })
      guard let list = SkillList(text: text) else { continue }
      #expect(SkillList(text: list.text) == list)
      #expect(list.text.utf8.count <= SkillList.textLimit)
    }
  }
}
