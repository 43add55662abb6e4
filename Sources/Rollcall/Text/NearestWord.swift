/// Which of some words somebody may have meant who typed another one.
public enum NearestWord {
  /// The word nearest to what was typed, capitals apart; `nil` when none is near: a third of its letters may be
  /// wrong, missing, too many, or in the place of their neighbour.
  public static func to(_ typed: String, among words: [String]) -> String? {
    let letters = Array(typed.lowercased())
    let near = words.map { word in (word: word, distance: distance(letters, Array(word.lowercased()))) }
    guard let best = near.min(by: { $0.distance < $1.distance }),
      best.distance <= (min(letters.count, best.word.count) + 2) / 3
    else { return nil }
    return best.word
  }

  /// `; did you mean North?`; empty when no word is near.
  public static func hint(_ typed: String, among words: [String]) -> String {
    to(typed, among: words).map { "; did you mean \($0)?" } ?? ""
  }

  /// How many letters differ; two that have changed places count once.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var (before, last) = ([Int](), Array(0...other.count))
    for row in one.indices {
      var next = [row + 1]
      for column in other.indices {
        let changed = last[column] + (one[row] == other[column] ? 0 : 1)
        var cost = min(changed, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, one[row] == other[column - 1], one[row - 1] == other[column] {
          cost = min(cost, before[column - 1] + 1)
        }
        next.append(cost)
      }
      (before, last) = (last, next)
    }
    return last[other.count]
  }
}
