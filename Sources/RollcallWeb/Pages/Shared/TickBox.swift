/// A box to tick.
struct TickBox: PagePart {
  /// Its id in the page.
  var id: String
  /// The name under which the form sends it.
  var name: String
  /// What it sends when it is ticked.
  var value: String
  var label: String
  /// Whether it is ticked.
  var isOn: Bool

  /// A box from its parts.
  init(_ name: String, _ label: String, value: String = "on", isOn: Bool) {
    id = value == "on" ? name : "\(name)-\(value)"
    self.name = name
    self.value = value
    self.label = label
    self.isOn = isOn
  }
}
