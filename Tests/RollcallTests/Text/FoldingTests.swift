import Rollcall
import Testing

@Suite("Text folded for searching")
struct FoldingTests {
  @Test(
    "case, diacritics and the script of a name do not matter",
    arguments: [
      ("Kovačič", "kovacic"), ("KOVAČIČ", "kovacic"), ("Kovac\u{30C}ic\u{30C}", "kovacic"),
      ("Straße", "strasse"),
      ("Øresund", "oresund"), ("Łódź", "lodz"), ("Đorđe", "dorde"), ("Ægir", "aegir"), ("Nguyễn", "nguyen"),
      ("Иван", "ivan"), ("ИВАН", "ivan"), ("Љубљана", "ljubljana"), ("Щукин", "scukin"), ("Αθήνα", "athina"),
      ("ΑΘΗΝΑ", "athina"), ("O'Neill", "oneill"), ("O’Neill", "oneill"), ("Jean-Luc", "jean luc"),
      ("  a ,  b ", "a b"), ("12/3", "12 3"), ("R-001", "r 001"), ("", ""), ("--", ""),
      ("İstanbul", "istanbul"),
      ("Þór", "thor"), ("سيجال", "سيجال"), ("李小龍", "李小龍"),
    ])
  func folded(text: String, wanted: String) { #expect(Folding.fold(text) == wanted) }

  @Test("folding twice changes nothing more", arguments: ["Kovačič", "Иван", "Αθήνα", "李小龍", "Ægir ß", "ﬁ"])
  func stable(text: String) { #expect(Folding.fold(Folding.fold(text)) == Folding.fold(text)) }

  @Test(
    "a number is what may be a part of a telephone number",
    arguments: [
      ("040 123", "40123"), ("+386 40 123", "38640123"), ("(0)40/123", "40123"), ("12a", nil), ("", nil),
      ("+", nil), ("000", nil),
    ] as [(String, String?)])
  func numbers(text: String, wanted: String?) { #expect(Folding.number(text) == wanted) }

  @Test(
    "each word must begin a word of what is found",
    arguments: [
      ("nov", "Ana Novak", 2), ("ana n", "Ana Novak", 1), ("ANA NOVAK", "Ana Novák", 0),
      ("nov an", "Ana Novak", 2),
      ("ovak", "Ana Novak", nil), ("novakova", "Ana Novak", nil),
      ("shevchenko", "Тарас Шевченко", 2), ("SHEVCH", "Шевченко", 1),
      ("taras shevchenko", "Тарас Шевченко", 0),
      ("sevcenko", "Шевченко", 0), ("ševčenko", "Шевченко", 0), ("shevchenko", "Shevchenko", 0),
      ("zhukov", "Жуков", 0), ("shchukin", "Щукин", 0), ("yulia", "Юлия", nil), ("yuliya", "Юлия", 0),
      ("shevchenko", "Novak", nil), ("ash", "Ash", 0),
    ] as [(String, String, Int?)])
  func ranks(sought: String, text: String, rank: Int?) throws {
    #expect(try #require(Sought(sought)).rank(text) == rank)
  }

  @Test(
    "a typed text is also read in the English spelling of Cyrillic",
    arguments: [
      ("Shevchenko", ["shevchenko", "sevcenko"]), ("Novak", ["novak"]), ("khyts", ["khyts", "hyc"]), ("", []),
    ])
  func spellings(text: String, wanted: [String]) { #expect(Folding.spellings(text) == wanted) }

  @Test("nothing is sought for nothing")
  func nothing() { for text in ["", "  ", "-", "…"] { #expect(Sought(text) == nil) } }
}
