/// An event to make, or what is to be changed of one: `{slug?, name?, from?, to?}`. An empty time takes it away.
public struct EventRequest: Equatable, Sendable {
  /// Its values as sent; `nil` = not named.
  public var slug, name, from, to: String?

  /// Decodes a body.
  ///
  /// - Parameter isNew: whether slug and name are required.
  public static func decode(bytes: [UInt8], isNew: Bool) throws(WireError) -> EventRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> EventRequest in
      var findings = Findings()
      let members = JSONMembers<EventRequestField>(of: root)
      var event = EventRequest()
      event.slug = findings.text(members[.slug], EventRequestField.slug.name, limit: 40)
      event.name = findings.text(members[.name], EventRequestField.name.name, limit: 200)
      event.from = findings.time(members[.from], EventRequestField.from.name)
      event.to = findings.time(members[.to], EventRequestField.to.name)
      if isNew {
        _ = findings.required(members[.slug], EventRequestField.slug.name)
        _ = findings.required(members[.name], EventRequestField.name.name)
      }
      try findings.throwFaults()
      return event
    }
  }
}

extension Findings {
  /// A time as text, which the workspace's clocks explain; an empty one takes the value away.
  fileprivate mutating func time(_ value: JSONValue?, _ field: String) -> String? {
    value?.string == "" ? "" : text(value, field, limit: 40)
  }
}

private enum EventRequestField: Int, JSONField {
  case slug, name, from, to
  static let names = JSONFieldNames(allCases)
  var name: String { String(describing: self) }
}
