import Rollcall
import Testing

@Suite("Bytes as text")
struct TextEncodingTests {
  @Test(
    "base 32 and base 64 for addresses as in RFC 4648, without padding",
    arguments: [
      ("", "", ""), ("f", "MY", "Zg"), ("fo", "MZXQ", "Zm8"), ("foo", "MZXW6", "Zm9v"),
      ("foob", "MZXW6YQ", "Zm9vYg"), ("fooba", "MZXW6YTB", "Zm9vYmE"),
      ("foobar", "MZXW6YTBOI", "Zm9vYmFy"), ("~~~???", "PZ7H4PZ7H4", "fn5-Pz8_"),
    ])
  func bases(plain: String, base32: String, base64url: String) {
    #expect(BaseEncoding.base32.text(of: Array(plain.utf8)) == base32)
    #expect(BaseEncoding.base64url.text(of: Array(plain.utf8)) == base64url)
  }

  @Test(
    "base 64 for other programs is padded, and has a plus and a slash",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
      ("~~~???", "fn5+Pz8/"),
    ])
  func padded(plain: String, base64: String) {
    #expect(BaseEncoding.base64.text(of: Array(plain.utf8)) == base64)
  }

  @Test(
    "all but RFC 3986's unreserved bytes are percent-encoded",
    arguments: [
      ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b+c", "a%20b%2Bc"), ("/?#&=%", "%2F%3F%23%26%3D%25"),
      ("ž\u{0}\n", "%C5%BE%00%0A"), ("e\u{301}\"", "e%CC%81%22"),
    ])
  func percent(plain: String, text: String) {
    #expect(PercentEncoding.text(of: plain) == text)
  }
}
