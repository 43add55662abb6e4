import Rollcall

/// A whole number in a form: digits only, in a range declared once for the form and the store.
struct WholeNumber {
  let range: ClosedRange<Int>

  init(_ range: ClosedRange<Int>) { self.range = range }

  /// The typed number; `nil` for anything else.
  func read(_ text: String) -> Int? {
    let most = String(range.upperBound).utf8.count
    guard (1...most).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }

  /// The same for a field, whose problem is added when it is wrong.
  func read(_ text: String, _ field: String, _ problems: inout [FieldProblem]) -> Int? {
    let number = read(text)
    if number == nil { problems.append(FieldProblem(field, range.wholeNumber)) }
    return number
  }
}
