/// A number and what it counts.
struct Tally: PagePart {
  var count: String
  /// What it counts.
  var label: String

  init(_ label: String, _ count: String) {
    self.label = label
    self.count = count
  }
}
