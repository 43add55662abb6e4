public import Rollcall
public import RollcallWire

/// Everything that an app shows of the kit.
public struct DeviceStatus: Equatable, Sendable {
  /// The light, with its reason.
  public var signal: PhoneSignal
  /// How the phone stands with the server, with `syncing n of m`.
  public var sync: SyncState
  /// What waits, what was evicted, and what was set aside.
  public var queue: QueueStatus
  /// What the responder does.
  public var duty: DutyRecord
  /// Whose phone it is; `nil` = nobody is logged in.
  public var owner: SessionOwner?
  /// How to ask the platform for positions now.
  public var sampling: SamplingPlan
  /// What the server has configured.
  public var config: PhoneConfig
}

/// Nobody is logged in: there is nobody in whose name something could be kept or told.
public struct LoggedOut: Error, Equatable {
  /// The only one.
  public init() {}
}

/// What an app must act on.
public enum DeviceNews: Equatable, Sendable {
  /// ``RollcallDevice/status`` has changed: draw it anew.
  case changed
  /// A ping is due and no new position is at hand: ask the platform for one, whatever ``RollcallDevice/sampling`` says
  /// of the exactness, and give it to ``RollcallDevice/located(_:)``.
  case positionWanted
  /// Show an offer, and let the responder answer until it expires.
  case offered(OfferMessage)
  /// An offer was taken back: show it no longer.
  case withdrawn(OfferMessage)
  /// The mission has ended, not by the responder: they may turn round.
  case missionOver(DutyRecord.Mission)
  /// The answer to an offer came too late: somebody was faster, or it is over.
  case tooLate(Offer.ID)
  /// The session has ended: somebody must log in. What waits is kept.
  case sessionEnded(SessionOwner)
  /// What a check-in or check-out proved.
  case checked(Visit.Step, of: Visit.ID, VisitVerdict)
  /// So many pings, activities, check-ins or other words were refused for good; they are kept apart with the reason.
  case setAside(Int, reason: String)
}
