import Testing

@testable import Rollcall

@Suite("One-time passwords by the clock")
struct TOTPTests {
  /// The HMAC of RFC 4226, appendix D, for the secret "12345678901234567890" and counters 0 to 3.
  private static let macs: [[UInt8]] = [
    [
      0xcc, 0x93, 0xcf, 0x18, 0x50, 0x8d, 0x94, 0x93, 0x4c, 0x64, 0xb6, 0x5d, 0x8b, 0xa7, 0x66, 0x7f, 0xb7,
      0xcd,
      0xe4, 0xb0,
    ],
    [
      0x75, 0xa4, 0x8a, 0x19, 0xd4, 0xcb, 0xe1, 0x00, 0x64, 0x4e, 0x8a, 0xc1, 0x39, 0x7e, 0xea, 0x74, 0x7a,
      0x2d,
      0x33, 0xab,
    ],
    [
      0x0b, 0xac, 0xb7, 0xfa, 0x08, 0x2f, 0xef, 0x30, 0x78, 0x22, 0x11, 0x93, 0x8b, 0xc1, 0xc5, 0xe7, 0x04,
      0x16,
      0xff, 0x44,
    ],
    [
      0x66, 0xc2, 0x82, 0x27, 0xd0, 0x3a, 0x2d, 0x55, 0x29, 0x26, 0x2f, 0xf0, 0x16, 0xa1, 0xe6, 0xef, 0x76,
      0x55,
      0x7e, 0xce,
    ],
  ]
  private static let codes = ["755224", "287082", "359152", "969429"]

  private func mac(_ message: [UInt8]) -> [UInt8] {
    let step = message.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return step < 4 ? Self.macs[Int(step)] : Array(repeating: 0, count: 20)
  }

  private func accepted(_ typed: String, second: Int64, after last: Int64 = -1) -> Int64? {
    TOTP.accepted(typed, at: Timestamp(milliseconds: second * 1_000), after: last, mac: mac)
  }

  @Test("the codes are those of RFC 4226", arguments: zip(macs, codes))
  func rfc(mac: [UInt8], code: String) { #expect(TOTP.code(of: mac) == code) }

  @Test("a value that is not an HMAC of SHA-1 has no code", arguments: [0, 19, 21, 32])
  func lengths(count: Int) { #expect(TOTP.code(of: Array(repeating: 0xFF, count: count)) == nil) }

  @Test("a step is a number of eight bytes, the highest first")
  func messages() {
    #expect(TOTP.message(of: 1) == [0, 0, 0, 0, 0, 0, 0, 1])
    #expect(TOTP.message(of: 0x0102_0304_0506_0708) == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(TOTP.step(at: Timestamp(milliseconds: 59_999)) == 1)
    #expect(TOTP.step(at: Timestamp(milliseconds: -5)) == 0)
  }

  @Test("the code of this step, the one before and the one after is taken; no other")
  func window() {
    // At second 30 step 1 begins
    #expect(accepted("755224", second: 30) == 0)
    #expect(accepted("287082", second: 30) == 1)
    #expect(accepted("359152", second: 30) == 2)
    #expect(accepted("969429", second: 30) == nil)
    #expect(accepted("755224", second: 60) == nil)
  }

  @Test("a code is good once, and then those before it are not")
  func once() {
    #expect(accepted("287082", second: 30, after: 1) == nil)
    #expect(accepted("755224", second: 30, after: 1) == nil)
    #expect(accepted("359152", second: 30, after: 1) == 2)
  }

  @Test("blanks between the digits are forgiven, all else is no code")
  func typed() {
    #expect(accepted(" 287 082 ", second: 30) == 1)
    for typed in ["", "28708", "2870822", "28708a", "２８７０８２", "287082\n", "-87082", "287-082"] {
      #expect(accepted(typed, second: 30) == nil, "\(typed)")
    }
  }

  @Test("a secret is told to apps in base 32, and its address has no letter that a URL could not bear")
  func secret() throws {
    let secret = try #require(TOTPSecret(Array("12345678901234567890".utf8)))
    #expect(secret.text == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
    #expect(secret.grouped == "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")
    #expect(
      secret.address(account: "a&b@exämple.org") == "otpauth://totp/Rollcall:a%26b%40ex%C3%A4mple.org"
        + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Rollcall&algorithm=SHA1&digits=6&period=30")
    #expect(TOTPSecret([1, 2, 3]) == nil)
  }
}

@Suite("Codes for the day the phone is lost")
struct RecoveryCodeTests {
  @Test("a code is three groups of four that can be told apart by eye, and no two are alike")
  func random() {
    var generator = SystemRandomNumberGenerator()
    let codes = (0..<1_000).map { _ in RecoveryCode.random(using: &generator).text }
    #expect(Set(codes).count == 1_000)
    for code in codes {
      #expect(code.utf8.count == 14)
      #expect(code.split(separator: "-").map(\.utf8.count) == [4, 4, 4])
      #expect(code.unicodeScalars.allSatisfy { !"01ilo".unicodeScalars.contains($0) })
    }
  }

  @Test(
    "it is read as people type it",
    arguments: [
      ("k7mw-2dq9-xhtc", true), (" K7MW 2DQ9 XHTC ", true), ("k7mw2dq9xhtc", true), ("k7mw-2dq9-xht", false),
      ("k7mw-2dq9-xhtcc", false), ("k7mw-2dq9-xht0", false), ("", false), ("ｋ7mw-2dq9-xhtc", false),
      (String(repeating: "-", count: 100), false),
    ])
  func typed(text: String, isCode: Bool) {
    #expect(RecoveryCode(typed: text)?.text == (isCode ? "k7mw-2dq9-xhtc" : nil))
  }
}
