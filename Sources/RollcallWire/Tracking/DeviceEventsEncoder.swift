public import Rollcall

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
