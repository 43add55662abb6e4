public import Rollcall

/// Decoded events of a phone: what may be stored, and the errors of the rest.
public struct DeviceEventsRequest: Equatable, Sendable {
  /// The good events, in the order sent.
  public var events: [DeviceEvent]
  /// The index of each of them in the array.
  public var indices: [Int]
  /// The errors of the others, in the order of the array.
  public var errors: [PingError]

  /// Decodes `{events: [1..50 of {id?, type, at, value}]}`.
  ///
  /// - `now`: the server's time, from which no `at` may be further than 366 days.
  /// - Throws: `malformed` when it is not JSON, `invalid` when there are no events or more than 50.
  public static func decode(bytes: [UInt8], now: Timestamp) throws(WireError) -> DeviceEventsRequest {
    try JSON.readObject(bytes) { root throws(WireError) -> DeviceEventsRequest in
      var findings = Findings()
      let array = try findings.array(
        JSONMembers<EventsField>(of: root)[.events], EventsField.events.name, limit: DeviceEvent.limit)
      var request = DeviceEventsRequest(events: [], indices: [], errors: [])
      for (index, element) in array.elements.enumerated() {
        findings.index = index
        guard let event = findings.deviceEvent(element.value, now: now) else { continue }
        request.events.append(event)
        request.indices.append(index)
      }
      request.errors = findings.errors
      return request
    }
  }
}

enum EventsField: Int, JSONField {
  case events
  static let names = JSONFieldNames(allCases)
  var name: String { "events" }
}

enum EventField: Int, JSONField {
  case id, type, at, value
  static let names = JSONFieldNames(allCases)
  var name: String {
    switch self {
    case .id: "id"
    case .type: "type"
    case .at: "at"
    case .value: "value"
    }
  }
}

/// The types of events, as the phone names them.
enum EventType: String, CaseIterable {
  case permission, power, network, battery, lifecycle, duty
  case locationServices = "location_services"
}

extension Findings {
  /// The event, or `nil` with every reason among the errors.
  fileprivate mutating func deviceEvent(_ object: JSONValue, now: Timestamp) -> DeviceEvent? {
    guard object.kind == .object else {
      refuse("", .type, "An event must be an object")
      return nil
    }
    let members = JSONMembers<EventField>(of: object)
    let before = errors.count
    let id = identifier(members[.id], EventField.id.name, limit: 64, orInteger: true)
    let at = required(members[.at], EventField.at.name).flatMap { instant($0, EventField.at.name, near: now) }
    let kind = eventKind(members)
    guard errors.count == before, let at, let kind else { return nil }
    return DeviceEvent(id: id, kind: kind, at: at)
  }

  private mutating func eventKind(_ members: JSONMembers<EventField>) -> DeviceEvent.Kind? {
    let type: EventType? = requiredWord(members[.type], EventField.type.name)
    let value = members[.value]
    let name = EventField.value.name
    switch type {
    case .permission: return requiredWord(value, name).map { .permission($0) }
    case .power: return requiredWord(value, name).map { .power($0) }
    case .network: return requiredWord(value, name).map { .network($0) }
    case .lifecycle: return requiredWord(value, name).map { .lifecycle($0) }
    case .duty: return requiredWord(value, name).map { .duty($0) }
    case .locationServices:
      return required(value, name).flatMap { flag($0, name, else: .refused) }.map { .locationServices($0) }
    case .battery: return requiredShare(value, name).map { .battery($0) }
    case nil: return nil
    }
  }

  /// A number from 0 to 1.
  private mutating func requiredShare(_ value: JSONValue?, _ field: String) -> Double? {
    guard let value = required(value, field) else { return nil }
    guard value.kind == .number else {
      refuse(field, .type, "\(field) must be a number")
      return nil
    }
    guard let number = value.double, (0...1).contains(number) else {
      refuse(field, .range, "\(field) must be between 0 and 1")
      return nil
    }
    return number
  }
}

extension DeviceEventsRequest {
  /// The body of `POST /app/v1/device-events`. Decoding it gives the same events.
  public static func encode(_ events: [DeviceEvent]) -> [UInt8] {
    var writer = JSONWriter(reserving: 64 + events.count * 96)
    writer.object { body in
      body.array(EventsField.events.name) { array in
        for event in events { array.object { $0.event(event) } }
      }
    }
    return writer.bytes
  }
}

extension JSONWriter {
  fileprivate mutating func event(_ event: DeviceEvent) {
    if let id = event.id { member(EventField.id.name, id) }
    member(EventField.at.name, event.at)
    switch event.kind {
    case .permission(let value): member(.permission, value.rawValue)
    case .power(let value): member(.power, value.rawValue)
    case .network(let value): member(.network, value.rawValue)
    case .lifecycle(let value): member(.lifecycle, value.rawValue)
    case .duty(let value): member(.duty, value.rawValue)
    case .locationServices(let isOn):
      member(EventField.type.name, EventType.locationServices.rawValue)
      member(EventField.value.name, isOn)
    case .battery(let level):
      member(EventField.type.name, EventType.battery.rawValue)
      member(EventField.value.name, level)
    }
  }

  private mutating func member(_ type: EventType, _ word: String) {
    member(EventField.type.name, type.rawValue)
    member(EventField.value.name, word)
  }
}
