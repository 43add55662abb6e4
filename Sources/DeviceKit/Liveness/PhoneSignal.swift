public import Rollcall

/// The indicator that an app shows: whether the server sees its responder as they expect.
public struct PhoneSignal: Equatable, Sendable {
  /// Red: not seen, and only the responder can fix it. Yellow: not seen at present. Green: all is well.
  public enum Colour: String, Sendable { case green, yellow, red }

  /// Why.
  public enum Reason: String, CaseIterable, Sendable {
    case allWell = "all_well"
    case offDuty = "off_duty"
    case permissionDenied = "permission_denied"
    case locationServicesOff = "location_services_off"
    case loggedOut = "logged_out"
    case sessionEnded = "session_ended"
    case storage
    case refused
    case noNetwork = "no_network"
    case captivePortal = "captive_portal"
    case noAnswer = "no_answer"
    case busy
    case syncing
    case noPosition = "no_position"
  }

  /// Why.
  public var reason: Reason

  /// The light for a reason.
  public init(_ reason: Reason) { self.reason = reason }

  /// Its colour.
  public var colour: Colour {
    switch reason {
    case .allWell, .offDuty: .green
    case .noNetwork, .captivePortal, .noAnswer, .busy, .syncing, .noPosition: .yellow
    case .permissionDenied, .locationServicesOff, .loggedOut, .sessionEnded, .storage, .refused: .red
    }
  }

  /// How many waiting pings are worth mentioning.
  static let backlog = Batch.limit

  /// The indicator for the phone's state. The first problem found decides.
  ///
  /// - Parameters:
  ///   - pending: How much waits to be sent.
  ///   - hasRecentFix: Whether a position was recorded within the last interval, or none is due.
  ///   - isStorageFull: Whether the last position could not be saved.
  public init(
    _ environment: PhoneEnvironment, _ sync: SyncState, duty: DutyState, pending: Int, hasRecentFix: Bool,
    isStorageFull: Bool = false
  ) {
    switch sync {
    case .loggedOut: reason = .loggedOut
    case .sessionEnded: reason = .sessionEnded
    case .waiting(.storage): reason = .storage
    case .waiting(.refused): reason = .refused
    case _ where !duty.isWatched: reason = .offDuty
    case _ where isStorageFull: reason = .storage
    case _ where environment.permission == .denied: reason = .permissionDenied
    case _ where environment.locationServices == false: reason = .locationServicesOff
    case .waiting(.noNetwork): reason = .noNetwork
    case .waiting(.captivePortal): reason = .captivePortal
    case .waiting(.noAnswer): reason = .noAnswer
    case .waiting(.busy): reason = .busy
    case .syncing where pending > Self.backlog: reason = .syncing
    case .upToDate, .syncing: reason = hasRecentFix ? .allWell : .noPosition
    }
  }
}
