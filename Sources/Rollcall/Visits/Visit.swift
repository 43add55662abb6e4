/// One planned visit of one person to one outlet, with its outcome.
public struct Visit: Equatable, Sendable {
  /// A visit's id.
  public typealias ID = Identifier<Visit>

  /// A phone's report about a visit.
  public enum Step: String, CaseIterable, Sendable {
    /// They have come.
    case checkIn = "check-in"
    /// They leave.
    case checkOut = "check-out"
  }

  /// A step that was taken.
  public struct Check: Equatable, Sendable {
    /// When, in our time.
    public var at: Timestamp
    /// When it was on disk.
    public var receivedAt: Timestamp
    /// The verdict.
    public var verdict: VisitVerdict

    /// Creates a check.
    public init(at: Timestamp, receivedAt: Timestamp, verdict: VisitVerdict) {
      (self.at, self.receivedAt, self.verdict) = (at, receivedAt, verdict)
    }
  }

  /// Its id.
  public var id: ID
  /// The visitor.
  public var responder: Responder.ID
  /// Their name.
  public var name: String
  /// The place.
  public var outlet: Outlet
  /// When it is planned.
  public var planned: TimeSpan
  /// The check-in that counts.
  public var checkIn: Check?
  /// The check-out that counts.
  public var checkOut: Check?

  /// Creates a visit.
  public init(
    id: ID, responder: Responder.ID, name: String, outlet: Outlet, planned: TimeSpan, checkIn: Check? = nil,
    checkOut: Check? = nil
  ) {
    (self.id, self.responder, self.name, self.outlet) = (id, responder, name, outlet)
    (self.planned, self.checkIn, self.checkOut) = (planned, checkIn, checkOut)
  }

  /// How long they stayed, milliseconds; `nil` without both a check-in and a later check-out.
  public var stay: Milliseconds? {
    guard let come = checkIn?.at, let leave = checkOut?.at, leave >= come else { return nil }
    return leave.since(come)
  }

  /// How far a visit is.
  public enum State: String, CaseIterable, Sendable {
    /// Its time has not come, or is not over.
    case planned
    /// They are there.
    case there
    /// They have been there.
    case done
    /// Its time is over without a check-in.
    case missed
  }

  /// Its state at `now`. The verdict tells what a check-in proves.
  public func state(at now: Timestamp) -> State {
    if checkOut != nil { return .done }
    if checkIn != nil { return .there }
    return planned.to <= now ? .missed : .planned
  }

  /// Whether it can be cancelled at `now`: once its time has begun, it records a visit or its absence.
  public func isRemovable(at now: Timestamp) -> Bool {
    checkIn == nil && checkOut == nil && now < planned.from
  }
}
