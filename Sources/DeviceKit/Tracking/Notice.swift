public import Rollcall

/// Something other than a ping that the server must be told once, even if there is no network now.
public enum Notice: Equatable, Sendable {
  /// The responder's duty, and the order or mission it belongs to.
  case duty(DutyState, order: String?)
  /// What happened to the phone.
  case event(DeviceEvent.Kind)
  /// The answer to an offer; a reason only when they decline.
  case answer(OfferAnswer, to: Offer.ID, reason: String?)
  /// Progress with the accepted mission.
  case report(AssignmentReport, of: Offer.ID)
  /// A check-in at or check-out from a planned visit, with the position that proves it.
  case check(Visit.Step, of: Visit.ID, proof: VisitProof)
  /// An activity of an event's participant.
  case activity(EventActivity)
}

/// A notice in the queue.
public struct QueuedNotice: Equatable, Sendable {
  /// Its place in the queue.
  public var number: Int64
  /// A random id chosen by the phone, so that a repeat is recognised.
  public var id: String
  /// When it happened, by the phone's clock.
  public var at: Timestamp
  /// The notice.
  public var notice: Notice
}

/// A notice as the columns of its row.
struct NoticeRow: Equatable {
  var kind: String
  var value: String
  var target: Int64?
  var note: String?

  init(kind: String, value: String, target: Int64? = nil, note: String? = nil) {
    self.kind = kind
    self.value = value
    self.target = target
    self.note = note
  }

  init(_ notice: Notice) {
    switch notice {
    case .duty(let state, let order): self.init(kind: "duty", value: state.rawValue, note: order)
    case .answer(let answer, let offer, let reason):
      self.init(kind: "answer", value: answer.rawValue, target: offer.rawValue, note: reason)
    case .report(let report, let offer):
      self.init(kind: "report", value: report.rawValue, target: offer.rawValue)
    case .check(let step, let visit, let proof):
      self.init(
        kind: "check", value: step.rawValue, target: visit.rawValue,
        note: String(decoding: proof.body, as: UTF8.self))
    case .activity(let activity):
      self.init(kind: "activity", value: activity.type, note: activity.kept)
    case .event(let event): self.init(event)
    }
  }

  private init(_ event: DeviceEvent.Kind) {
    switch event {
    case .permission(let value): self.init(kind: "permission", value: value.rawValue)
    case .locationServices(let isOn): self.init(kind: "location_services", value: isOn ? "on" : "off")
    case .power(let value): self.init(kind: "power", value: value.rawValue)
    case .network(let value): self.init(kind: "network", value: value.rawValue)
    case .battery(let level): self.init(kind: "battery", value: level.description)
    case .lifecycle(let value): self.init(kind: "lifecycle", value: value.rawValue)
    case .duty(let value): self.init(kind: "duty_event", value: value.rawValue)
    }
  }

  /// `nil` for a row that no version of this program has written.
  var notice: Notice? {
    switch kind {
    case "duty": DutyState(rawValue: value).map { .duty($0, order: note) }
    case "answer":
      if let answer = OfferAnswer(rawValue: value), let target {
        .answer(answer, to: Offer.ID(target), reason: note)
      } else {
        nil
      }
    case "report":
      if let report = AssignmentReport(rawValue: value), let target {
        .report(report, of: Offer.ID(target))
      } else {
        nil
      }
    case "check":
      if let step = Visit.Step(rawValue: value), let target, let note {
        .check(step, of: Visit.ID(target), proof: VisitProof(body: Array(note.utf8)))
      } else {
        nil
      }
    case "activity": note.flatMap { EventActivity(type: value, kept: $0) }.map { .activity($0) }
    default: event.map { .event($0) }
    }
  }

  private var event: DeviceEvent.Kind? {
    switch kind {
    case "permission": Telemetry.Permission(rawValue: value).map { .permission($0) }
    case "location_services": .locationServices(value == "on")
    case "power": Telemetry.PowerMode(rawValue: value).map { .power($0) }
    case "network": Telemetry.Network(rawValue: value).map { .network($0) }
    case "battery": Double(value).map { .battery($0) }
    case "lifecycle": DeviceEvent.Lifecycle(rawValue: value).map { .lifecycle($0) }
    case "duty_event": DutyState(rawValue: value).map { .duty($0) }
    default: nil
    }
  }
}
