import Seeds
import Rollcall
import Testing

@Suite("Codes sent to phones")
struct OTPNumberTests {
  private static let right: [UInt8] = [1, 2, 3]
  private static let wrong: [UInt8] = [1, 2, 4]
  private static let home = OTPNumber.Source(network: "home")
  private static let stranger = OTPNumber.Source(network: "elsewhere", device: "s")
  private static let known = OTPNumber.Source(network: "cafe", device: "mine", isKnown: true)

  private static func asked(_ source: OTPNumber.Source = home, at seconds: Int64 = 0) -> Tried {
    let number = Tried()
    #expect(number.ask(hash: right, from: source, at: second(seconds)))
    return number
  }

  private static func second(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

  private static func network(_ number: Int) -> OTPNumber.Source { OTPNumber.Source(network: "n\(number)") }

  @Test(
    "A code works for five minutes; a clock that was set back voids it",
    arguments: [(0, true), (299, true), (300, false), (301, false), (-1, false)])
  func lifetime(seconds: Int64, works: Bool) {
    let number = Self.asked(at: 1_000)
    #expect(number.check(hash: Self.right, from: Self.home, at: Self.second(1_000 + seconds)) == works)
  }

  @Test("A code works once, and all that live go with it")
  func once() {
    let number = Self.asked()
    #expect(number.ask(hash: [9], from: Self.home, at: Self.second(1)))
    #expect(number.check(hash: Self.right, from: Self.home, at: Self.second(2)))
    #expect(!number.check(hash: Self.right, from: Self.home, at: Self.second(3)))
    #expect(!number.check(hash: [9], from: Self.home, at: Self.second(3)))
  }

  @Test("A code can be tried five times from where it was asked for")
  func fiveChecks() {
    for wrongs in 0...6 {
      let number = Self.asked()
      for _ in 0..<wrongs { #expect(!number.check(hash: Self.wrong, from: Self.home, at: Self.second(1))) }
      #expect(number.check(hash: Self.right, from: Self.home, at: Self.second(2)) == (wrongs < 5))
    }
  }

  @Test("Wrong tries from elsewhere do not use a code up, however many")
  func strangers() {
    let number = Self.asked()
    for index in 0..<400 {
      #expect(!number.check(hash: Self.wrong, from: Self.network(index % 90), at: Self.second(1)))
    }
    #expect(number.check(hash: Self.right, from: Self.home, at: Self.second(2)))
  }

  @Test("Others in the same network use up no code of a device that named itself")
  func sharedNetwork() {
    let mine = OTPNumber.Source(network: "home", device: "mine")
    let number = Self.asked(mine)
    for index in 0..<30 {
      let other = OTPNumber.Source(network: "home", device: "d\(index)")
      #expect(!number.check(hash: Self.wrong, from: other, at: Self.second(1)))
    }
    let elsewhere = OTPNumber.Source(network: "train", device: "mine")
    #expect(number.check(hash: Self.right, from: elsewhere, at: Self.second(2)))
  }

  @Test("A code requested by a stranger logs the owner in, too, because it goes to their phone")
  func anyCode() {
    let number = Self.asked(Self.stranger)
    #expect(number.check(hash: Self.right, from: Self.home, at: Self.second(2)))
  }

  @Test("An older code stays good while it lives")
  func older() {
    let number = Self.asked()
    #expect(number.ask(hash: [9], from: Self.stranger, at: Self.second(60)))
    #expect(number.ask(hash: [10], from: Self.home, at: Self.second(100)))
    #expect(number.check(hash: Self.right, from: Self.home, at: Self.second(299)))
  }

  @Test("A network gets three codes in ten minutes and six a day")
  func sends() {
    let number = Tried()
    let asked: [(Int64, Bool)] = [
      (0, true), (100, true), (200, true), (599, false), (600, true), (1_200, true), (1_800, true),
      (4_000, false), (86_399, false), (86_400, true),
    ]
    for (seconds, isSent) in asked {
      #expect(number.ask(hash: [1], from: Self.home, at: Self.second(seconds)) == isSent, "at \(seconds)")
    }
  }

  @Test("Many networks are slowed down, to a code each half hour; a device that is known is not")
  func pace() {
    let number = Tried()
    let sent = (0..<40).filter {
      number.ask(hash: [1], from: Self.network($0), at: Self.second(Int64($0)))
    }
    #expect(sent.count == 12)
    #expect(!number.ask(hash: [2], from: Self.home, at: Self.second(1_800)))
    #expect(number.ask(hash: [3], from: Self.known, at: Self.second(1_800)))
    #expect(number.ask(hash: [2], from: Self.home, at: Self.second(1_811)))
    #expect(!number.ask(hash: [2], from: Self.stranger, at: Self.second(1_812)))
    #expect(number.check(hash: [2], from: Self.home, at: Self.second(1_813)))
  }

  @Test("A device that is known tries what strangers can no longer try")
  func knownDevice() {
    let number = Self.asked(Self.network(0))
    for index in 0..<100 {
      #expect(!number.check(hash: Self.wrong, from: Self.network(index), at: Self.second(1)))
    }
    #expect(!number.check(hash: Self.right, from: Self.stranger, at: Self.second(2)))
    #expect(number.check(hash: Self.right, from: Self.known, at: Self.second(2)))
  }

  @Test(
    "No history of strangers guesses more codes than the bound, nor keeps the owner out",
    arguments: Seeds.some(30))
  func bound(seed: UInt64) {
    var random = Dice(seed: seed)
    let number = Tried()
    var now = Timestamp(milliseconds: 0)
    // Within a day, from networks without number, some with devices.
    var (compared, isShutOut) = (0, false)
    while now.milliseconds < 86_400_000 {
      let source = OTPNumber.Source(
        network: "n\(Int.random(in: 0..<400, using: &random))",
        device: Bool.random(using: &random) ? "d\(Int.random(in: 0..<5, using: &random))" : nil)
      if Int.random(in: 0..<4, using: &random) == 0 {
        _ = number.ask(hash: Self.right, from: source, at: now)
      } else {
        let before = number.guesses
        #expect(!number.check(hash: Self.wrong, from: source, at: now))
        compared += max(0, number.guesses - before)
      }
      now = now.advanced(by: Int64.random(in: 0...60_000, using: &random))
    }
    #expect(compared <= 135, "\(compared)")
    isShutOut = !number.ask(hash: [7], from: Self.known, at: now)
    #expect(!isShutOut && number.check(hash: [7], from: Self.known, at: now))
    #expect(number.failures.count <= 200)
  }

  @Test("Codes are digits, including zeros: six from an SMS, ten from an admin")
  func digits() {
    var random = Dice(seed: 7)
    var firsts = Set<Character>()
    for _ in 0..<2_000 {
      let (code, letIn) = (OTPDigits.random(using: &random), OTPDigits.letIn(using: &random))
      #expect(OTPDigits.isCode(code) && !OTPDigits.isLetIn(code))
      #expect(OTPDigits.isCode(letIn) && OTPDigits.isLetIn(letIn))
      firsts.formUnion(code.prefix(1))
    }
    #expect(firsts.count == 10)
    for text in ["", "12345", "1234567", "123456789", "12345678901", "12345a", "１２３４５６", " 12345"] {
      #expect(!OTPDigits.isCode(text))
    }
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
  var failures: [OTPNumber.Act] { number.failures }
  var guesses: Int { number.failures.reduce(0) { $0 + $1.guesses } }

  func ask(hash: [UInt8], from source: OTPNumber.Source, at now: Timestamp) -> Bool {
    number.ask(hash: hash, from: source, at: now)
  }

  func check(hash: [UInt8], from source: OTPNumber.Source, at now: Timestamp) -> Bool {
    number.check(hash: hash, from: source, at: now)
  }
}
