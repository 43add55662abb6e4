import Seeds
import Testing

@testable import Rollcall

@Suite("People in the places of an incident")
struct PlacingTests {
  @Test(
    "As many are placed as a search of every possibility finds, and everybody fits", arguments: Seeds.some(4))
  func againstAllPossibilities(_ seed: UInt64) throws {
    var random = SplitMix(state: seed)
    for _ in 0..<400 {
      let needs = try Self.needs(&random)
      var placing = Placing(needs)
      var placed: [Set<String>] = []
      for _ in 0..<7 {
        let keys = Self.keys(&random)
        let expected = Self.canAllStand(placed + [keys], in: needs)
        #expect(placing.openings.admit(keys) == expected)
        #expect(placing.place(keys) == expected)
        if expected { placed.append(keys) }
        #expect(placing.count == placed.count)
        let lines = placing.lineOfEach
        #expect(zip(placed, lines).allSatisfy { needs.lines[$1].keys.isSubset(of: $0) })
        let missing = Dictionary(placing.missing.map { ($0.line, $0.count) }, uniquingKeysWith: +)
        for (index, line) in needs.lines.enumerated() {
          #expect(lines.count { $0 == index } + missing[index, default: 0] == line.count)
        }
      }
    }
  }

  @Test("Those who have a place keep it, whatever has lapsed since")
  func kept() throws {
    let needs = try Needs([.init(skills: ["medic"]), .init()])
    var placing = Placing(needs)
    placing.keep([], in: 0)
    #expect(placing.lineOfEach == [0])
    #expect(placing.missing.map(\.line) == [1])
    // A medic makes room by nobody: the other line is open to all.
    let isPlaced = placing.place(["medic"])
    #expect(isPlaced && placing.lineOfEach == [0, 1])
  }

  @Test("The first line that fits counts, and others are placed anew where needed")
  func anew() throws {
    let needs = try Needs([.init(), .init(skills: ["Medic"])])
    var placing = Placing(needs)
    let first = placing.place(["medic"])
    #expect(first && placing.lineOfEach == [0])
    let second = placing.place([])
    #expect(second && placing.lineOfEach == [1, 0])
    let third = placing.place(["medic"])
    #expect(!third && placing.missing.isEmpty && placing.openings.skills.isEmpty)
  }

  private static func needs(_ random: inout SplitMix) throws -> Needs {
    let lines = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      Needs.Line(
        count: Int.random(in: 1...2, using: &random), skills: Array(keys(&random).prefix(2)))
    }
    return try Needs(lines)
  }

  private static func keys(_ random: inout SplitMix) -> Set<String> {
    Set(["a", "b", "c"].filter { _ in Bool.random(using: &random) })
  }

  /// Tries every line for every person.
  private static func canAllStand(_ people: [Set<String>], in needs: Needs) -> Bool {
    func stand(_ rest: ArraySlice<Set<String>>, _ free: [Int]) -> Bool {
      guard let first = rest.first else { return true }
      return needs.lines.indices.contains { line in
        guard free[line] > 0, needs.lines[line].keys.isSubset(of: first) else { return false }
        var left = free
        left[line] -= 1
        return stand(rest.dropFirst(), left)
      }
    }
    return stand(people[...], needs.lines.map(\.count))
  }
}

@Suite("The people that an incident needs")
struct NeedsTests {
  @Test(
    "are checked",
    arguments: [
      ([], .lines), (Array(repeating: .init(), count: 6), .lines), ([.init(count: 0)], .count),
      ([.init(count: 21)], .count), ([.init(skills: ["a;b"])], .skill), ([.init(skills: [""])], .skill),
      ([.init(skills: ["AED", "aed"])], .skill),
      ([.init(skills: (0...SkillList.limit).map { "s\($0)" })], .skills),
      ([.init(count: 20, skills: ["medic"]), .init()], nil),
    ] as [([Needs.Line], NeedsProblem?)])
  func checked(_ lines: [Needs.Line], _ problem: NeedsProblem?) {
    do throws(NeedsProblem) {
      let needs = try Needs(lines)
      #expect(problem == nil && needs.lines == lines)
    } catch { #expect(error == problem) }
  }

  @Test("are read from their text as they were")
  func text() throws {
    let needs = try Needs([.init(count: 2, skills: ["medic", "sea boat"]), .init()])
    #expect(needs.text == "2 medic;sea boat\n1 ")
    #expect(try Needs(needs.text) == needs)
    #expect(needs.places == 3 && needs.words == "2 × medic, sea boat; 1 × anybody")
    #expect(try Needs(Needs.onePerson.text) == .onePerson)
    #expect(throws: NeedsProblem.self) { try Needs("many medic") }
  }

  @Test("A skill counts to the end of its last day, and what lacks is named")
  func abilities() throws {
    let list = try #require(SkillList(text: "Medic=2027-03-31;boat"))
    let end = Timestamp.at(100)
    let abilities = Abilities(list) { _ in end }
    #expect(abilities.keys(at: end.advanced(by: -1)) == ["medic", "boat"])
    #expect(abilities.keys(at: end) == ["boat"])
    let openings = try Needs([.init(skills: ["medic", "driver"]), .init(skills: ["medic"])]).openings
    #expect(openings.admit(abilities, at: end.advanced(by: -1)) && !openings.admit(abilities, at: end))
    #expect(openings.lacking(["boat"]) == ["medic"])
  }
}
