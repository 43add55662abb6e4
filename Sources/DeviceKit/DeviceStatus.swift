public import Rollcall
public import RollcallWire

/// Everything an app shows about the kit.
public struct DeviceStatus: Equatable, Sendable {
  /// The light, with its reason.
  public var signal: PhoneSignal
  /// The state of synchronisation, with progress as `syncing n of m`.
  public var sync: SyncState
  /// What is queued, what was evicted, and what was set aside.
  public var queue: QueueStatus
  /// The responder's duty.
  public var duty: DutyRecord
  /// The phone's owner; `nil` = logged out.
  public var owner: SessionOwner?
  /// How to request positions from the platform now.
  public var sampling: SamplingPlan
  /// The server's configuration.
  public var config: PhoneConfig
}

/// No responder is logged in, so there is no one to record or send anything for.
public struct LoggedOut: Error, Equatable {
  /// The only one.
  public init() {}
}

/// An event that an app must act on.
public enum DeviceNews: Equatable, Sendable {
  /// ``RollcallDevice/status`` has changed: redraw it.
  case changed
  /// A ping is due and there is no recent position. Ask the platform for one, regardless of the accuracy in
  /// ``RollcallDevice/sampling``, and pass it to ``RollcallDevice/located(_:)``.
  case positionWanted
  /// Show an offer, and let the responder answer until it expires.
  case offered(OfferMessage)
  /// An offer was withdrawn: stop showing it.
  case withdrawn(OfferMessage)
  /// The mission was ended by someone other than the responder: they may turn round.
  case missionOver(DutyRecord.Mission)
  /// The answer to an offer came too late: another responder was faster, or the offer has ended.
  case tooLate(Offer.ID)
  /// The session has ended: the responder must log in again. The queue is kept.
  case sessionEnded(SessionOwner)
  /// The server's verdict on a check-in or check-out.
  case checked(Visit.Step, of: Visit.ID, VisitVerdict)
  /// The server permanently refused this many pings, activities, check-ins or other notices. They are kept
  /// with the reason.
  case setAside(Int, reason: String)
}
