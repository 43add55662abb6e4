/// One line of a card beside the timeline: what it is, and what is known of it.
struct Fact: PagePart {
  /// `Battery`
  var label: String
  /// `38 %, low power`; `—` when nothing is known.
  var text: String
  /// An instant shown in its place; may be absent.
  var moment: Moment?
  /// Links after it, e.g. to a map.
  var links: [Link]
  /// `danger` or `warning` when it wants attention, else empty.
  var level: String

  /// A line with a text.
  init(_ label: String, _ text: String, links: [Link] = [], level: String = "") {
    (self.label, self.text, self.links, self.level) = (label, text, links, level)
  }

  /// A line with an instant.
  init(_ label: String, _ moment: Moment, level: String = "") {
    (self.label, self.text, self.links, self.level) = (label, "", [], level)
    self.moment = moment
  }

}

/// A card beside the timeline.
struct FactCard: PagePart {
  /// `Latest report`
  var title: String
  /// The card's name in the page.
  var key: String
  /// Its lines.
  var facts: [Fact]
  /// What it says when there are none, or after them; may be empty.
  var note: String = ""
}
