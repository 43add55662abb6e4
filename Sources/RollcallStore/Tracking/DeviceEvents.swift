public import Rollcall
import SQL

extension TrackingStore {
  /// Stores events of a phone; an event with a known id is the same event.
  ///
  /// - Parameter done: called with the number of new events, once they are on disk.
  public func record(
    _ events: [DeviceEvent], from session: PhoneSession,
    done: @escaping @Sendable (Result<Int, StoreError>) -> Void
  ) {
    write(rows: events.count + 1, bytes: events.count * 128, tellsChanges: true, isRepeatable: true) {
      transaction in
      try transaction.tracking.record(events, from: session)
    } done: {
      done($0)
    }
  }
}

extension TrackingWrites {
  fileprivate func record(_ events: [DeviceEvent], from session: PhoneSession) throws -> Int {
    var state = try transaction.liveness.state(of: session.responder, in: session.workspace)
    try transaction.liveness.beginDuty(
      of: &state, by: events.isOnlyDuty ? .contact : transaction.liveness.report(from: session))
    let clock = try sessionClock(of: session)
    var stored = 0
    for event in events {
      let time = clock.judge(recordedAt: event.at, receivedAt: now)
      let (type, value) = event.kind.words
      let isNew = try write(
        event: event.id, type, value, at: event.at, effective: time.effective, of: session.responder,
        in: session.workspace)
      guard isNew else { continue }
      stored += 1
      state.phone.record(event.kind, at: time.effective)
    }
    state.chooseRule(at: now)
    state.contacted(at: now, by: .ourApp)
    try transaction.liveness.save(state)
    return stored
  }

  /// Writes an event of a phone; `false` = it is stored already.
  ///
  /// - Parameters:
  ///   - id: identifies a repeat; `nil` = it is never repeated.
  ///   - raw: when it happened, by the phone's clock.
  ///   - effective: when it happened, in server time.
  func write(
    event id: String?, _ type: String, _ value: String, at raw: Timestamp, effective: Timestamp,
    of responder: Responder.ID, in workspace: Workspace.ID
  ) throws -> Bool {
    return try db.run(
      """
      INSERT INTO device_event
        (workspace_id, id, responder_id, event_id, type, value, at_raw, effective_at, received_at)
      VALUES (\(workspace), \(try transaction.next(.deviceEvent, as: Int64.self)), \(responder), \(id), \(type), \(value),
        \(raw), \(effective), \(now))
      ON CONFLICT (workspace_id, responder_id, event_id) DO NOTHING
      """) > 0
  }
}

extension [DeviceEvent] {
  /// Whether they say nothing but duty, which is for the log alone.
  fileprivate var isOnlyDuty: Bool {
    allSatisfy { if case .duty = $0.kind { true } else { false } }
  }
}

extension DeviceEvent.Kind {
  /// The type and the value as words, both on the wire and in the store.
  var words: (type: String, value: String) {
    switch self {
    case .permission(let value): ("permission", value.rawValue)
    case .locationServices(let value): ("location_services", value ? "true" : "false")
    case .power(let value): ("power", value.rawValue)
    case .network(let value): ("network", value.rawValue)
    case .battery(let value): ("battery", "\(value)")
    case .lifecycle(let value): ("lifecycle", value.rawValue)
    case .duty(let value): ("duty", value.rawValue)
    }
  }

  /// Parses stored words; `nil` for unknown ones.
  init?(type: String, value: String) {
    let kind: DeviceEvent.Kind? =
      switch type {
      case "permission": Telemetry.Permission(rawValue: value).map(Self.permission)
      case "location_services": .locationServices(value == "true")
      case "power": Telemetry.PowerMode(rawValue: value).map(Self.power)
      case "network": Telemetry.Network(rawValue: value).map(Self.network)
      case "battery": Double(value).map(Self.battery)
      case "lifecycle": DeviceEvent.Lifecycle(rawValue: value).map(Self.lifecycle)
      case "duty": DutyState(rawValue: value).map(Self.duty)
      default: nil
      }
    guard let kind else { return nil }
    self = kind
  }
}
