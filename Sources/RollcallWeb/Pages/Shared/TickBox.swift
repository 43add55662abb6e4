/// A box to tick.
public struct TickBox: PagePart {
  /// Its id in the page.
  public var id: String
  /// The name under which the form sends it.
  public var name: String
  /// What it sends when it is ticked.
  public var value: String
  /// What is read.
  public var label: String
  /// Whether it is ticked.
  public var isOn: Bool

  /// A box from its parts.
  init(_ name: String, _ label: String, value: String = "on", isOn: Bool) {
    id = value == "on" ? name : "\(name)-\(value)"
    self.name = name
    self.value = value
    self.label = label
    self.isOn = isOn
  }

  /// An example with every kind of content.
  public static let sample = TickBox(
    "alert", "Nobody can be reached in a region", value: "NoOnlineResponders", isOn: true)
}
