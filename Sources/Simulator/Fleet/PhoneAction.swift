public import Rollcall
public import RollcallWire

/// What a simulated phone wants to send now.
public enum PhoneAction: Equatable, Sendable {
  /// What its responder does.
  case duty(DutyRequest)
  /// What happened to it, at most as many events as one request may carry.
  case events([DeviceEvent])
  /// Where it was, at most as many pings as one request may carry, oldest first.
  case upload(Batch)
}
