import Rollcall
import SQL

/// The names of a person, present and former: name, phone number, id in the operator's system. Does not find
/// nicknames and misspellings.
struct PersonalNames {
  private typealias Scalars = [Unicode.Scalar]

  /// Shorter names, in bytes, occur inside other words, so they are not searched.
  static let shortest = 4
  /// How many digits without the country's code count as the number; fewer may be anything.
  private static let shortestNumber = 7

  /// The longest first, because a name may begin with another.
  private let names: [[Unicode.Scalar]]
  /// The digits of phone numbers, with the country's code.
  private let numbers: [[Unicode.Scalar]]

  /// The names among `texts`.
  init(_ texts: [String]) {
    names = Set(texts.filter { $0.utf8.count >= Self.shortest }.map { FoldedText($0).trimmed })
      .filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    numbers = Set(
      texts.filter { $0.utf8.first == UInt8(ascii: "+") }.map { Array(FoldedText($0).scalars.dropFirst()) }
    ).filter { $0.count >= Self.shortestNumber && $0.allSatisfy(Self.isDigit) }
  }

  /// Loads the names of a person, with former ones.
  init(of person: Responder, _ db: Database) throws {
    let former = try db.all(
      "SELECT name FROM former_name WHERE workspace_id = \(person.workspace) AND responder_id = \(person.id)",
      as: String.self)
    self.init([person.name, person.phone, person.externalID].compactMap(\.self) + former)
  }

  /// Replaces each name that stands alone, not within a longer word or number, by `words`; `nil` = the text
  /// names no one.
  func replaced(in text: String, with words: String) -> String? {
    let folded = FoldedText(text)
    let found = mentions(in: folded)
    guard !found.isEmpty else { return nil }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var place = 0
    for mention in found {
      // One scalar may fold to several, so two mentions can share it: ℁ folds to a/s, and ½ to 1/2.
      let start = max(place, folded.origins[mention.lowerBound])
      result.append(contentsOf: scalars[place..<start])
      result.append(contentsOf: words.unicodeScalars)
      place = max(place, folded.origins[mention.upperBound - 1] + 1)
    }
    result.append(contentsOf: scalars[place...])
    return String(result)
  }

  /// The mentions in a text, in its order.
  private func mentions(in text: FoldedText) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place < text.scalars.count {
      if text.isEdge(place - 1), let end = endOfName(text, place) ?? endOfNumber(text, place) {
        found.append(place..<end)
        place = end
      } else {
        place += 1
      }
    }
    return found
  }

  private func endOfName(_ text: FoldedText, _ start: Int) -> Int? {
    names.lazy.map { (name: $0, end: start + $0.count) }.first { name, end in
      end <= text.scalars.count && text.scalars[start..<end].elementsEqual(name) && text.isEdge(end)
    }?.end
  }

  /// Finds the end of a number in common notations: `+386 40 987 123`, `00386 (0)40/987-123`, `040 987 123`.
  private func endOfNumber(_ text: FoldedText, _ start: Int) -> Int? {
    guard !numbers.isEmpty else { return nil }
    let scalars = text.scalars
    var place = scalars[start] == "+" ? start + 1 : start
    var (digits, gap): (Scalars, Int) = ([], 0)
    var end: Int?
    while place < scalars.count, digits.count < 20, gap <= 2 {
      let scalar = scalars[place]
      if scalars[place...].starts(with: ["(", "0", ")"] as Scalars) {
        place += 3
      } else if Self.isDigit(scalar) {
        digits.append(scalar)
        (place, gap) = (place + 1, 0)
        if text.isEdge(place), isNumber(digits) { end = place }
      } else if Self.isBetweenDigits(scalar), place > start || scalar == "(" {
        (place, gap) = (place + 1, gap + 1)
      } else {
        break
      }
    }
    return end
  }

  /// Whether digits are one of the numbers, with the country's code or without.
  private func isNumber(_ digits: Scalars) -> Bool {
    let prefix = digits.starts(with: ["0", "0"] as Scalars) ? 2 : digits.first == "0" ? 1 : 0
    let plain = digits.dropFirst(prefix)
    guard plain.count >= Self.shortestNumber else { return false }
    return numbers.contains { number in
      (0...3).contains(number.count - plain.count) && number.suffix(plain.count).elementsEqual(plain)
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isBetweenDigits(_ scalar: Unicode.Scalar) -> Bool {
    " /().".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .dashPunctuation
  }
}

extension PrivacyWrites {
  /// Renames regions that bear the person's name, and all references to them.
  func renameRegions(
    naming names: PersonalNames, in workspace: Workspace.ID, to words: String
  ) throws {
    let regions = try db.all("SELECT id, name FROM region WHERE workspace_id = \(workspace)") { row in
      (id: try row["id"] as Int64, name: try row["name"] as String)
    }
    let named = regions.filter { names.replaced(in: $0.name, with: words) != nil }
    guard !named.isEmpty else { return }
    // A row and the references to it change one after the other.
    try db.run("PRAGMA defer_foreign_keys = ON")
    for region in named { try rename(region.name, to: "\(words), region \(region.id)", in: workspace) }
    memory.forgetGround(of: workspace)
    try transaction.fleet.reloadEverybody(in: workspace)
  }

  private func rename(_ old: String, to new: String, in workspace: Workspace.ID) throws {
    try db.run("UPDATE region SET name = \(new) WHERE workspace_id = \(workspace) AND name = \(old)")
    for table in ["responder", "incident", "crossing"] as [Query] {
      try db.run("UPDATE \(table) SET region = \(new) WHERE workspace_id = \(workspace) AND region = \(old)")
    }
    try renameScope(of: .noOnlineResponders(region: old), to: .noOnlineResponders(region: new), in: workspace)
    try renameScope(of: .massSilence(.region(old)), to: .massSilence(.region(new)), in: workspace)
    try db.run(
      """
      UPDATE report_schedule
      SET filter = rtrim(replace(filter || '&', \(Self.filter(old)) || '&', \(Self.filter(new)) || '&'), '&')
      WHERE workspace_id = \(workspace)
      """)
  }

  private func renameScope(of old: AlertTopic, to new: AlertTopic, in workspace: Workspace.ID) throws {
    for table in ["alert", "alert_act"] as [Query] {
      try db.run(
        """
        UPDATE \(table) SET scope = \(new.scope)
        WHERE workspace_id = \(workspace) AND kind = \(old.kind) AND scope = \(old.scope)
        """)
    }
  }

  /// A region's form in the filter of a report.
  private static func filter(_ region: String) -> String { "region=\(PercentEncoding.text(of: region))" }
}
