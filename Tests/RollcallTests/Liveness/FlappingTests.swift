import Rollcall
import Testing

@Suite("A connection that comes and goes")
struct FlappingTests {
  /// Statuses by letter: n online, d degraded, f offline, u unknown, o off duty; one a minute.
  static func flapping(_ letters: String, every step: Double = 60) -> Flapping {
    var flapping = Flapping()
    var last: Status?
    for (place, letter) in letters.unicodeScalars.enumerated() {
      let status: Status =
        switch letter {
        case "n": .online
        case "d": .degraded
        case "f": .offline
        case "u": .unknown
        default: .offDuty
        }
      flapping.record(Transition(at: .at(Double(place) * step), from: last, to: status, rule: ""))
      last = status
    }
    return flapping
  }

  @Test(
    "entries into offline and into online after offline, at least four",
    arguments: [
      ("nfnf", false), ("nfnfn", true), ("fnfn", true), ("fnf", false), ("ndndndndnd", false),
      ("ndfdndfdn", true), ("ndfdfdfdf", true), ("ununununun", false), ("nononononon", false),
      ("nfufufuf", true), ("", false),
    ])
  func counted(letters: String, isFlapping: Bool) {
    let flapping = Self.flapping(letters)
    #expect(flapping.isFlapping(at: .at(600), interval: 60_000) == isFlapping)
    #expect((flapping.until(interval: 60_000) != nil) == isFlapping)
  }

  @Test(
    "within 15 minutes or ten intervals, whichever is longer",
    arguments: [
      (300, 60, 900, true), (300, 60, 901, false), (301, 60, 903, false), (301, nil, 903, false),
      (301, 90.3, 903, true), (301, 90, 903, false), (400, 120, 1_200, true), (400, 120, 1_201, false),
    ] as [(Double, Double?, Double, Bool)])
  func window(step: Double, interval: Double?, now: Double, isFlapping: Bool) {
    let interval = interval.map { Int64($0 * 1_000) }
    #expect(Self.flapping("fnfn", every: step).isFlapping(at: .at(now), interval: interval) == isFlapping)
  }

  @Test("old entries are forgotten for new ones")
  func newest() {
    let flapping = Self.flapping("fnfnfnfnfn")
    #expect(flapping.until(interval: nil) == .at(6 * 60 + 900))
    #expect(flapping.serialized.count == 5)
  }

  @Test("it is its numbers; numbers from elsewhere are survived")
  func serialized() {
    for letters in ["", "n", "f", "nf", "fnfnfn", "nfd"] {
      let flapping = Self.flapping(letters)
      #expect(Flapping(serialized: flapping.serialized) == flapping)
    }
    var resumed = Flapping(serialized: Self.flapping("nfd").serialized)
    resumed.record(Transition(at: .at(300), from: .degraded, to: .online, rule: ""))
    #expect(
      resumed
        == {
          var whole = Self.flapping("nfd");
          whole.record(Transition(at: .at(300), from: .degraded, to: .online, rule: "")); return whole
        }())
    for numbers in [
      [], [9], [.min], [1, .max, .min], [2, 1, 2, 3, 4, 5, 6, .max], [-1, .min, .min, .max, .max],
    ] as [[Int64]] {
      var flapping = Flapping(serialized: numbers)
      for interval in [nil, 0, -1, Int64.min, .max] {
        _ = flapping.isFlapping(at: .at(0), interval: interval)
      }
      flapping.record(Transition(at: .at(0), from: nil, to: .offline, rule: ""))
      #expect(Flapping(serialized: flapping.serialized) == flapping)
    }
  }
}
