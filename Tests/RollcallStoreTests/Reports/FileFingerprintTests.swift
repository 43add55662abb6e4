import Foundation
import Testing

@testable import RollcallStore

@Suite("A file is recognised by its fingerprint")
struct FileFingerprintTests {
  private static func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 33)
    }
  }

  @Test(
    "it does not depend on the pieces in which the file is read", arguments: [0, 1, 255, 256, 257, 70_000])
  func pieces(count: Int) {
    let file = Self.bytes(count)
    for size in [1, 100, 256, 4_096] {
      var builder = FingerprintBuilder()
      for start in stride(from: 0, to: count, by: size) {
        builder.add(Array(file[start..<min(count, start + size)]))
      }
      #expect(builder.fingerprint == FileFingerprint.of(file))
    }
  }

  @Test("a file of any length has at most 64 beginnings, and they reach over at least half of it")
  func thin() {
    for count in [16_384, 16_640, 100_000, 1_048_577] {
      let fingerprint = FileFingerprint.of(Self.bytes(count))
      let kept = Int64(fingerprint.beginnings.count / FileFingerprint.kept)
      #expect(kept <= 64 && kept >= 32)
      #expect(
        fingerprint.step * kept > fingerprint.bytes - fingerprint.step
          && fingerprint.step * kept <= fingerprint.bytes)
    }
  }

  @Test(
    "an altered file has the bytes before the change in common",
    arguments: [(0, 70_000), (300, 700), (69_999, 70_000), (40_000, 70_000), (256, 512)])
  func altered(at place: Int, of count: Int) {
    var file = Self.bytes(count)
    let original = FileFingerprint.of(file)
    file[place] ^= 1
    let fingerprint = FileFingerprint.of(file)
    #expect(fingerprint.sha256 != original.sha256)
    let common = fingerprint.common(with: original)
    #expect(common == Int64(place) / fingerprint.step * fingerprint.step)
    #expect(common == original.common(with: fingerprint))
  }

  @Test("a cut or extended file has all of the shorter one in common, up to the last step")
  func cut() {
    let file = Self.bytes(300_000)
    let original = FileFingerprint.of(file)
    for length in [256, 1_000, 100_000, 299_999] {
      let fingerprint = FileFingerprint.of(Array(file.prefix(length)))
      let common = fingerprint.common(with: original)
      #expect(common <= Int64(length) && common > Int64(length) - original.step)
    }
  }

  @Test("files that have nothing in common have none, short ones neither")
  func strangers() {
    #expect(FileFingerprint.of(Self.bytes(5_000)).common(with: .of(Self.bytes(5_000, seed: 2))) == 0)
    #expect(FileFingerprint.of(Self.bytes(200)).common(with: .of(Self.bytes(200))) == 0)
  }

  @Test(
    "a hash is read in either case and with blanks around, and nothing else is one",
    arguments: [
      (String(repeating: "aF", count: 32), true), (" \(String(repeating: "00", count: 32))\n", true),
      ("", false), ("ab", false), (String(repeating: "g", count: 64), false),
      (String(repeating: "+1", count: 32), false), (String(repeating: "é", count: 64), false),
    ])
  func hash(text: String, isHash: Bool) {
    #expect((FileFingerprint.bytes(ofHash: text) != nil) == isHash)
  }
}
