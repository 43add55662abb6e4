import Rollcall
import Testing

@Suite("Numbers as decimals")
struct DecimalWriterTests {
  private func text(_ number: Double) -> String {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "a double is written as its shortest decimal",
    arguments: [
      (0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-1, "-1.0"), (14.5, "14.5"), (46.0561234, "46.0561234"),
      (-0.001, "-0.001"), (0.05, "0.05"), (0.000_9, "0.0009"), (0.000_01, "1e-05"),
      (0.1 + 0.2, "0.30000000000000004"),
      (999_999_999_999_999, "999999999999999.0"), (1e15, "1000000000000000.0"), (1e16, "1e+16"),
      (.infinity, "inf"),
      (.nan, "nan"),
    ] as [(Double, String)])
  func doubles(number: Double, expected: String) {
    #expect(text(number) == expected)
  }

  @Test("whatever the double, its text is its description")
  func anyDouble() {
    var random = SplitMix(state: 7)
    for _ in 0..<20_000 {
      let bits = Double(bitPattern: random.next())
      #expect(text(bits) == bits.description)
      let decimals = Int.random(in: 0...12, using: &random)
      let power = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
      let short = Double(Int64.random(in: -9_999_999_999...9_999_999_999, using: &random)) / power
      #expect(text(short) == short.description)
      #expect(text(short.nextUp) == short.nextUp.description)
    }
  }

  @Test("integers are written to their bounds", arguments: [0, 7, -10, 100, Int64.max, Int64.min])
  func integers(number: Int64) {
    var bytes = Array("x".utf8)
    bytes.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == "x\(number)")
  }
}
