import Foundation
import Rollcall
import Simulator
import Testing

@Suite("A mix of faults")
struct FaultMixTests {
  private static let day: Milliseconds = 86_400_000

  @Test("the mix of everything has every fault of a phone but those that only spoil positions, and restarts")
  func everything() throws {
    let mix = try #require(FaultMix.everything)
    let named = Set(mix.phones.map(\.fault))
    let left = Set(PhoneFault.allCases.map(\.rawValue)).subtracting(named)
    #expect(left == ["frozen", "leap", "null_island", "invalid_fix", "lost_pings"])
    #expect(named.contains("battery"))
    #expect(mix.restarts?.times == 4)
  }

  @Test("over a fleet, each fault befalls about its share; the same seed throws the same")
  func shares() throws {
    let mix = try #require(FaultMix.everything)
    let fleet = try (0..<400).map { try mix.behaviour(for: Self.day, seed: UInt64($0)) }
    for kind in mix.phones {
      let has = fleet.count { behaviour in
        kind.fault == "battery"
          ? !behaviour.drains.isEmpty : behaviour.spells.contains { $0.trouble.rawValue == kind.fault }
      }
      #expect(abs(Double(has) / 400 - kind.share) < 0.12, "\(kind.fault): \(has)")
    }
    #expect(try mix.behaviour(for: Self.day, seed: 7) == fleet[7])
    #expect(fleet[7] != fleet[8])
  }

  @Test("what silences a phone lies a quarter of an hour apart, and within the run", arguments: [3, 24])
  func apart(hours: Milliseconds) throws {
    let mix = try #require(FaultMix.everything)
    let length = hours * 3_600_000
    let silencing = Set(
      mix.phones.map(\.fault).filter {
        !["clock_skew", "no_fix", "mock", "duplicates"].contains($0)
      })
    for seed in UInt64(0)..<60 {
      let behaviour = try mix.behaviour(for: length, seed: seed)
      #expect(behaviour.spells.allSatisfy { $0.from > 0 && $0.until < length })
      var spans = behaviour.spells.filter { silencing.contains($0.trouble.rawValue) }.map {
        ($0.from, $0.until)
      }
      spans += behaviour.drains.map { ($0.from, $0.charged ?? length) }
      spans.sort { $0.0 < $1.0 }
      for (one, next) in zip(spans, spans.dropFirst()) { #expect(next.0 - one.1 >= 900_000) }
    }
  }

  @Test("the server is away as often as it is said, apart, and within the run")
  func absences() throws {
    let mix = try #require(FaultMix.everything)
    let absences = try mix.absences(from: SharedTime.start, for: Self.day, seed: 3)
    #expect(absences.count == 4)
    #expect(absences.allSatisfy { (20_000...480_000).contains($0.until.since($0.from)) })
    for (one, next) in zip(absences, absences.dropFirst()) { #expect(one.until < next.from) }
  }

  @Test(
    "an invalid mix is refused",
    arguments: [
      "", "[]", #"{"phones":[{"fault":"flood","share":1,"times":1,"lasts":["1m","2m"]}]}"#,
      #"{"phones":[{"fault":"tunnel","share":2,"times":1,"lasts":["1m","2m"]}]}"#,
      #"{"phones":[{"fault":"tunnel","share":1,"times":-1,"lasts":["1m","2m"]}]}"#,
      #"{"phones":[{"fault":"tunnel","share":1,"times":1,"lasts":["2m","1m"]}]}"#,
      #"{"phones":[{"fault":"tunnel","share":1,"times":1,"lasts":["soon"]}]}"#,
      #"{"phones":[],"restarts":{"times":1,"lasts":[]}}"#,
    ])
  func nonsense(text: String) {
    #expect(throws: (any Error).self) { try FaultMix(parsing: Data(text.utf8)) }
  }
}
