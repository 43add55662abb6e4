import Rollcall
import Testing

@Suite("Codes sent to phones")
struct OTPNumberTests {
  private static let right: [UInt8] = [1, 2, 3]
  private static let wrong: [UInt8] = [1, 2, 4]

  private static func asked(_ device: String? = nil, at seconds: Int64 = 0) -> Tried {
    let number = Tried()
    #expect(number.ask(hash: right, device: device, at: second(seconds)))
    return number
  }

  private static func second(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

  @Test(
    "A code works for five minutes; a clock that was set back voids it",
    arguments: [(0, true), (299, true), (300, false), (301, false), (-1, false)])
  func lifetime(seconds: Int64, works: Bool) {
    let number = Self.asked(at: 1_000)
    #expect(number.check(hash: Self.right, device: "a", at: Self.second(1_000 + seconds)) == works)
  }

  @Test("A code works once")
  func once() {
    let number = Self.asked()
    #expect(number.check(hash: Self.right, device: "a", at: Self.second(1)))
    #expect(!number.check(hash: Self.right, device: "a", at: Self.second(2)))
  }

  @Test("A code can be tried five times")
  func fiveChecks() {
    for wrongs in 0...6 {
      let number = Self.asked()
      for _ in 0..<wrongs { #expect(!number.check(hash: Self.wrong, device: "a", at: Self.second(1))) }
      #expect(number.check(hash: Self.right, device: "a", at: Self.second(2)) == (wrongs < 5))
    }
  }

  @Test("A code belongs to the device that asked for it, else to the first that tries it")
  func device() {
    let named = Self.asked("a")
    #expect(!named.check(hash: Self.right, device: "b", at: Self.second(1)))
    #expect(named.check(hash: Self.right, device: "a", at: Self.second(1)))
    let first = Self.asked()
    #expect(!first.check(hash: Self.wrong, device: "b", at: Self.second(1)))
    #expect(!first.check(hash: Self.right, device: "a", at: Self.second(1)))
    #expect(first.failures.count == 2)
    #expect(first.check(hash: Self.right, device: "b", at: Self.second(1)))
  }

  @Test("Three codes are sent in ten minutes, and the last is the one that works")
  func sends() {
    let number = Tried()
    for (seconds, isSent) in [(0, true), (100, true), (200, true), (599, false), (600, true), (601, false)] {
      let now = Self.second(Int64(seconds))
      #expect(number.ask(hash: [UInt8(seconds % 251)], device: nil, at: now) == isSent)
    }
    #expect(!number.check(hash: [200], device: "a", at: Self.second(610)))
    #expect(number.check(hash: [UInt8(600 % 251)], device: "a", at: Self.second(610)))
  }

  @Test("Twenty wrong tries in a day are the end of it, whatever the code")
  func failures() {
    let number = Tried()
    var tries = 0
    for hour in 0..<8 {
      let now = Self.second(Int64(hour) * 3_600)
      guard number.ask(hash: Self.right, device: nil, at: now) else { break }
      for _ in 0..<5 {
        _ = number.check(hash: Self.wrong, device: "a", at: now)
        tries += 1
      }
    }
    #expect(tries == 20)
    #expect(number.code == nil)
    #expect(!number.ask(hash: Self.right, device: nil, at: Self.second(86_399)))
    #expect(number.ask(hash: Self.right, device: nil, at: Self.second(86_400)))
    #expect(number.check(hash: Self.right, device: "a", at: Self.second(86_401)))
  }

  @Test("No history lets anybody try more than the limits", arguments: UInt64(1)...40)
  func anyHistory(seed: UInt64) {
    var random = Dice(seed: seed)
    let number = Tried()
    var (now, sent, tried) = (Timestamp(milliseconds: 0), [Timestamp](), [Timestamp]())
    var checks = 0
    for _ in 0..<400 {
      now = now.advanced(by: Int64.random(in: 0...400_000, using: &random))
      if Bool.random(using: &random) {
        guard number.ask(hash: Self.right, device: nil, at: now) else { continue }
        sent.append(now)
        checks = 0
      } else {
        let before = number.code
        #expect(!number.check(hash: Self.wrong, device: "a", at: now))
        if let before, before.expiresAt > now, number.code?.checks ?? before.checks + 1 > before.checks {
          tried.append(now)
          checks += 1
        }
      }
      #expect(checks <= 5)
      #expect(sent.count { now.since($0) < 600_000 } <= 3)
      #expect(tried.count { now.since($0) < 86_400_000 } <= 20)
      #expect(number.failures.count <= 20)
    }
  }

  @Test("Codes are six digits, zeros too")
  func digits() {
    var random = Dice(seed: 7)
    var firsts = Set<Character>()
    for _ in 0..<2_000 {
      let code = OTPDigits.random(using: &random)
      #expect(OTPDigits.isCode(code))
      firsts.formUnion(code.prefix(1))
    }
    #expect(firsts.count == 10)
    for text in ["", "12345", "1234567", "12345a", "１２３４５６", " 12345"] { #expect(!OTPDigits.isCode(text)) }
  }

  @Test(
    "A number is read as people type it",
    arguments: [
      ("+38640123456", "+38640123456"), ("+386 40 123-456", "+38640123456"),
      ("+1 (202) 555.0100", "+12025550100"),
      ("38640123456", nil), ("+0386401234", nil), ("+123456", nil), ("+1234567890123456", nil), ("", nil),
      ("+", nil), ("+38640123456\n", nil), ("+３８６４０１２３", nil), ("+3864o123456", nil),
    ] as [(String, String?)])
  func numbers(text: String, read: String?) {
    #expect(PhoneNumber(text)?.text == read)
  }
}

/// A number that can be tried inside an expectation.
private final class Tried {
  private var number = OTPNumber()
  var code: OTPNumber.Code? { number.code }
  var failures: [Timestamp] { number.failures }

  func ask(hash: [UInt8], device: String?, at now: Timestamp) -> Bool {
    number.ask(hash: hash, device: device, at: now)
  }

  func check(hash: [UInt8], device: String, at now: Timestamp) -> Bool {
    number.check(hash: hash, device: device, at: now)
  }
}
