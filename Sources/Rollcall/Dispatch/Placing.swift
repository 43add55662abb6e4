/// Who fills which place of an incident: a matching of people with the lines of its needs.
///
/// People are placed one after the other. Whoever finds no free place in a line that fits may take one there, if the
/// others can be placed anew so that everybody keeps a place. Where several lines fit, the first one counts. After a
/// change of the needs there may be more people than places.
struct Placing: Equatable, Sendable {
  private struct Person: Equatable {
    /// The lines in which they may stand.
    let fits: [Bool]
    var line: Int
  }

  private let lines: [Needs.Line]
  private var people: [Person] = []

  /// Nobody is placed yet.
  init(_ needs: Needs) { lines = needs.lines }

  /// How many have a place.
  var count: Int { people.count }

  /// The lines of the people placed, in the order in which they were placed.
  var lineOfEach: [Int] { people.map(\.line) }

  /// How many places of a line are free.
  private func free(_ line: Int) -> Int { lines[line].count - people.count { $0.line == line } }

  /// The lines with free places, and how many each has.
  var missing: [(line: Int, count: Int)] {
    lines.indices.map { ($0, free($0)) }.filter { $0.1 > 0 }
  }

  /// Places one more person who can do this. Nobody loses their place.
  ///
  /// - Returns: whether they found a place.
  mutating func place(_ keys: Set<String>) -> Bool {
    place(fitting: lines.map { $0.keys.isSubset(of: keys) })
  }

  /// Places somebody who has a place in a line already. They fit it, even if a skill has lapsed since, and stay in
  /// it even if there is no place for them any more.
  mutating func keep(_ keys: Set<String>, in line: Int) {
    let fits = lines.indices.map { $0 == line || lines[$0].keys.isSubset(of: keys) }
    let isFree = lines.indices.contains(line) && free(line) > 0
    if isFree || !place(fitting: fits) { people.append(Person(fits: fits, line: line)) }
  }

  /// Whom one more person would have to be.
  var openings: Openings {
    Openings(
      skills: lines.indices.filter { line in
        var trial = self
        return trial.place(fitting: lines.indices.map { $0 == line })
      }.map { lines[$0].keys })
  }

  private mutating func place(fitting fits: [Bool]) -> Bool {
    if let line = lines.indices.first(where: { fits[$0] && free($0) > 0 }) {
      people.append(Person(fits: fits, line: line))
      return true
    }
    var visited: Set<Int> = []
    for line in lines.indices where fits[line] && makeRoom(in: line, &visited) {
      people.append(Person(fits: fits, line: line))
      return true
    }
    return false
  }

  /// Frees a place in a line by moving one of its people elsewhere. Each line is tried once.
  private mutating func makeRoom(in line: Int, _ visited: inout Set<Int>) -> Bool {
    guard visited.insert(line).inserted else { return false }
    for index in people.indices where people[index].line == line {
      for other in lines.indices where other != line && people[index].fits[other] {
        guard free(other) > 0 || makeRoom(in: other, &visited) else { continue }
        people[index].line = other
        return true
      }
    }
    return false
  }
}
