import Testing

@testable import Rollcall

@Suite("Doubt by a fix's neighbours")
struct MotionDoubtTests {
  typealias Fix = MotionDoubt.Fix

  static func place(_ latitude: Double, _ longitude: Double) throws -> Position {
    try #require(Position(latitude: latitude, longitude: longitude))
  }

  /// A fix so many seconds after the first and so many metres north of a place in Nairobi.
  static func fix(
    _ second: Double, _ metres: Double, accuracy: Double? = 5, speed: Double? = nil
  ) throws -> Fix {
    Fix(
      at: .at(second), position: try place(-1.27 + metres / 111_195.08, 36.8), accuracy: accuracy,
      speed: speed)
  }

  /// The places of the fixes that are accused of speed.
  static func accused(_ fixes: [(Double, Double)]) throws -> [Int] {
    var doubt = MotionDoubt()
    let flags = try fixes.map { doubt.record(try fix($0.0, $0.1)).flags }
    return flags.indices.filter { flags[$0].contains(.speed) }
  }

  @Test(
    "faster than 90 m/s and more than 200 m beyond both accuracies",
    arguments: [
      (10, 905, 5, false), (10, 915, 5, true), (1, 205, 5, false), (1, 215, 5, true), (0, 215, 5, true),
      (0, 205, 5, false), (1_000, 89_000, nil, false), (1_000, 91_000, nil, true), (10, 2_800, 1_000, false),
      (10, 3_000, 1_000, true), (10, 20_000, 1e9, true),
    ] as [(Double, Double, Double?, Bool)])
  func speed(seconds: Double, metres: Double, accuracy: Double?, isAccused: Bool) throws {
    var doubt = MotionDoubt()
    #expect(doubt.record(try Self.fix(0, 0, accuracy: accuracy)) == [])
    #expect(
      doubt.record(try Self.fix(seconds, metres, accuracy: accuracy)).flags == (isAccused ? .speed : []))
  }

  @Test(
    "one bad fix accuses neither the one before it nor the one after",
    arguments: [
      ([(0, 0), (60, 0), (120, 50_000), (180, 10), (240, 20)], [2]),
      ([(0, 0), (60, 50_000), (120, 50_000), (180, 10)], [1, 2]),
      // The first one was wrong: four in a row against it outvote it.
      ([(0, 50_000), (60, 0), (120, 1), (180, 2), (240, 3), (300, 4), (360, 5)], [1, 2, 3, 4]),
      // As far as a car may have come since then, nobody is accused.
      ([(0, 0), (600, 50_000), (660, 50_000)], []),
      // A silence made the bad one possible: neither those after it are accused, nor, when it was right, they.
      ([(0, 0), (60, 5), (2_460, 100_000), (2_475, 10), (2_490, 12), (2_505, 14), (2_520, 100_000)], [6]),
      ([(0, 0), (2_400, 100_000), (2_415, 10), (2_430, 100_010), (2_445, 100_020), (2_460, 10)], [5]),
      // Somebody who stood where they stand is borne out by it.
      ([(0, 0), (600, 0), (660, 50_000), (720, 0)], [2]),
    ] as [([(Double, Double)], [Int])])
  func neighbours(fixes: [(Double, Double)], accused: [Int]) throws {
    #expect(try Self.accused(fixes) == accused)
  }

  @Test("a late fix is held against both neighbours")
  func late() throws {
    func flags(_ fix: Fix, _ before: [Fix], _ next: Fix? = nil) -> DoubtFlags {
      MotionDoubt.doubts(of: fix, after: before, before: next).flags
    }
    let before = [try Self.fix(0, 0), try Self.fix(60, 0)]
    #expect(flags(try Self.fix(120, 10), before, try Self.fix(180, 20)) == [])
    #expect(flags(try Self.fix(120, 50_000), before) == .speed)
    #expect(flags(try Self.fix(120, 0), [], try Self.fix(130, 50_000)) == .speed)
    let next = try Self.fix(600, 50_000)
    #expect(flags(try Self.fix(590, 10), before, next) == .speed)
    #expect(flags(try Self.fix(590, 10), before) == [])
  }

  @Test("the evidence says how far it was, in what time, and from which neighbour")
  func evidence() throws {
    let before = [try Self.fix(0, 0)]
    let far = try Self.fix(60, 50_000)
    guard case .speed(let metres, 60, .before)? = MotionDoubt.doubts(of: far, after: before).first else {
      Issue.record("not held against the one before")
      return
    }
    #expect(abs(metres - 50_000) < 100)
    let late = MotionDoubt.doubts(of: try Self.fix(590, 10), after: before, before: try Self.fix(600, 50_000))
    guard case .speed(_, 10, .after)? = late.first, late.count == 1 else {
      Issue.record("not held against the one after")
      return
    }
    // Too far from both is one doubt, not two.
    #expect(MotionDoubt.doubts(of: far, after: before, before: try Self.fix(70, 0)).count == 1)
    var doubt = MotionDoubt()
    let fixes = try [0.0, 50, 100, 150].map { try Self.fix($0, 0, speed: 4) }
    let found = fixes.map { doubt.record($0) }
    #expect(found.last == [.frozen(fixes: 4, seconds: 150, speed: 4)])
  }

  @Test("(0, 0) and invalid fixes are neither judged nor held against others")
  func noPlaces() throws {
    var doubt = MotionDoubt()
    #expect(doubt.record(try Self.fix(0, 0)) == [])
    #expect(doubt.record(Fix(at: .at(10), position: try Self.place(0, 0))) == [])
    #expect(doubt.record(try Self.fix(20, 90_000, accuracy: -1)) == [])
    #expect(doubt.record(try Self.fix(30, 10)) == [])
    let nowhere = Fix(at: .at(50), position: try Self.place(0, 0))
    #expect(MotionDoubt.doubts(of: try Self.fix(40, 10), after: [], before: nowhere) == [])
  }

  @Test(
    "identical to the last digit for two minutes in four fixes, while moving is claimed",
    arguments: [
      ([0, 40, 80, 120], 5, 0, [3]), ([0, 40, 80, 119], 5, 0, []), ([0, 60, 120], 5, 0, []),
      ([0, 40, 80, 120, 160], 5, 0, [3, 4]), ([0, 40, 80, 120], 1, 0, []), ([0, 40, 80, 120], nil, 0, []),
      ([0, 40, 80, 120], 1.1, 0, [3]), ([0, 40, 80, 120], 5, 0.001, []),
    ] as [([Double], Double?, Double, [Int])])
  func frozen(seconds: [Double], speed: Double?, step: Double, frozen: [Int]) throws {
    var doubt = MotionDoubt()
    let flags = try seconds.enumerated().map { place, second in
      doubt.record(try Self.fix(second, Double(place) * step, speed: speed)).flags
    }
    #expect(flags.indices.filter { flags[$0] == .frozen } == frozen)
  }

  @Test("standing still in between begins anew")
  func stopped() throws {
    var doubt = MotionDoubt()
    for (second, speed) in [(0, 5), (60, 5), (120, 0), (180, 5), (240, 5)] as [(Double, Double)] {
      #expect(doubt.record(try Self.fix(second, 0, speed: speed)) == [])
    }
  }

  @Test(
    "the distance is right for near and far places",
    arguments: [
      (0, 0, 0, 1, 111_195), (0, 179.5, 0, -179.5, 111_195), (60, 10, 60, 11, 55_597),
      (52.52, 13.405, 48.8566, 2.3522, 877_500), (-89.9, 0, -89.9, 180, 22_239), (45, 7, 45, 7, 0),
    ] as [(Double, Double, Double, Double, Double)])
  func distance(_ a: Double, _ b: Double, _ c: Double, _ d: Double, metres: Double) throws {
    let found = MotionDoubt.chord(try Self.place(a, b), try Self.place(c, d))
    #expect(abs(found - metres) <= metres * 0.002 + 0.001)
  }

  @Test("no numbers end the process")
  func total() throws {
    var doubt = MotionDoubt()
    let corners = try [-90.0, 0.1, 90].flatMap { latitude in
      try [-180.0, 0.1, 180].map { try Self.place(latitude, $0) }
    }
    for instant in [Int64.min, 0, .max, .min] {
      for corner in corners {
        for number in [Double.nan, .infinity, -1, 0, .greatestFiniteMagnitude] {
          let at = Timestamp(milliseconds: instant)
          _ = doubt.record(Fix(at: at, position: corner, accuracy: number, speed: number))
        }
      }
    }
  }
}
