/// One line of a card beside the timeline: what it is, and what is known of it.
public struct Fact: PagePart {
  /// `Battery`
  public var label: String
  /// `38 %, low power`; `—` when nothing is known.
  public var text: String
  /// An instant shown in its place; may be absent.
  public var moment: Moment?
  /// Links after it, e.g. to a map.
  public var links: [Link]
  /// `danger` or `warning` when it wants attention, else empty.
  public var level: String

  /// A line with a text.
  public init(_ label: String, _ text: String, links: [Link] = [], level: String = "") {
    (self.label, self.text, self.links, self.level) = (label, text, links, level)
  }

  /// A line with an instant.
  public init(_ label: String, _ moment: Moment, level: String = "") {
    (self.label, self.text, self.links, self.level) = (label, "", [], level)
    self.moment = moment
  }

  /// An example with every kind of content.
  public static let sample = Fact(
    "Position", "45.81440, 15.97800", links: [Link(label: "map", href: "https://www.openstreetmap.org/")],
    level: "warning")
}

/// A card beside the timeline.
public struct FactCard: PagePart {
  /// `Latest report`
  public var title: String
  /// The card's name in the page.
  public var key: String
  /// Its lines.
  public var facts: [Fact]
  /// What it says when there are none, or after them; may be empty.
  public var note: String

  /// A card from its parts.
  public init(title: String, key: String, facts: [Fact], note: String = "") {
    (self.title, self.key, self.facts, self.note) = (title, key, facts, note)
  }

  /// An example with every kind of content.
  public static let sample = FactCard(
    title: "Latest report", key: "report", facts: [.sample, Fact("Taken", .sample)],
    note: "Only the newest is shown.")
}
