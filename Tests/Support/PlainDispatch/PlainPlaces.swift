/// A line of an incident's needs: so many people with these skills.
package struct PlainLine: Sendable {
  package var count: Int
  package var skills: Set<String>

  package init(count: Int, skills: Set<String>) { (self.count, self.skills) = (count, skills) }
}

/// The places of an incident, found by trying everything.
package struct PlainPlaces: Sendable {
  package var lines: [PlainLine]

  package init(_ lines: [PlainLine]) { self.lines = lines }

  package var count: Int { lines.reduce(0) { $0 + $1.count } }

  /// How many places people with these skills can fill at most.
  package func filled(by people: [Set<String>]) -> Int { filled(by: people[...], lines.map(\.count)) }

  private func filled(by people: ArraySlice<Set<String>>, _ free: [Int]) -> Int {
    let most = min(people.count, free.reduce(0, +))
    guard let first = people.first, most > 0 else { return 0 }
    var best = 0
    for line in lines.indices
    where best < most && free[line] > 0 && lines[line].skills.isSubset(of: first) {
      var left = free
      left[line] -= 1
      best = max(best, 1 + filled(by: people.dropFirst(), left))
    }
    return best < most ? max(best, filled(by: people.dropFirst(), free)) : best
  }

  /// Whether one more person fills one more place, when the others may change lines.
  package func fits(_ person: Set<String>, beside others: [Set<String>]) -> Bool {
    filled(by: others + [person]) > filled(by: others)
  }
}
