/// A sign of life: an app that reports on movement sends the last place again, under a new time, while it
/// sees none.
public struct SignOfLife: Equatable, Sendable {
  /// The place that it repeats.
  public var position: Position
  /// When the message was made, by the phone's clock; `nil` = not sent, or not credible.
  public var madeAt: Timestamp?
  /// Whether the app says that it watches for movement and sees none.
  public var seesNoMovement: Bool

  /// Creates a sign.
  public init(position: Position, madeAt: Timestamp?, seesNoMovement: Bool) {
    self.position = position
    self.madeAt = madeAt
    self.seesNoMovement = seesNoMovement
  }
}

/// The newest place that an app sent, as stored.
public struct SentPlace: Equatable, Sendable {
  /// Its position.
  public var position: Position
  /// Its effective time.
  public var effective: Timestamp
  /// Reasons to doubt it.
  public var flags: DoubtFlags
  /// Whether it was sent on duty.
  public var wasOnDuty: Bool

  /// Creates a place.
  public init(position: Position, effective: Timestamp, flags: DoubtFlags = [], wasOnDuty: Bool = true) {
    self.position = position
    self.effective = effective
    self.flags = flags
    self.wasOnDuty = wasOnDuty
  }
}

/// What a sign of life proves beyond the contact.
///
/// A wrong confirmation would show a false green. So unless everything holds for certain, the sign is only a
/// contact.
public enum SignVerdict: Equatable, Sendable {
  /// The latest place is still theirs at this effective time.
  case confirms(at: Timestamp)
  /// The app's newest place, sent off duty, becomes the latest, with its own time.
  case brings
  /// The place of the sign is stored as history.
  case history
  /// Nothing.
  case contact

  /// How old a place may be by its own effective time and still be confirmed, milliseconds: 24 hours.
  public static let longestKept: Milliseconds = 86_400_000

  /// The facts by which a sign is judged.
  public struct Circumstances: Sendable {
    /// Where the responder is shown.
    public var shown: Position?
    /// The effective time of the displayed place, or of its last confirmation.
    public var shownAt: Timestamp?
    /// The newest place that this app sent; `nil` = none is stored.
    public var sent: SentPlace?
    /// Whether that is the displayed one.
    public var isShown: Bool
    /// Whether the responder is on duty.
    public var isWatched: Bool
    /// The state that the phone reported.
    public var phone: PhoneState
    /// The server's time.
    public var now: Timestamp

    /// Circumstances from their parts.
    public init(
      shown: Position?, shownAt: Timestamp?, sent: SentPlace?, isShown: Bool, isWatched: Bool,
      phone: PhoneState, now: Timestamp
    ) {
      (self.shown, self.shownAt, self.sent, self.isShown) = (shown, shownAt, sent, isShown)
      (self.isWatched, self.phone, self.now) = (isWatched, phone, now)
    }

    fileprivate var mayReadPosition: Bool {
      phone.permission.value != .denied && phone.locationServices.value != false
    }
  }

  /// Judges a sign.
  ///
  /// - Parameters:
  ///   - time: when the message was made, in server time.
  ///   - isAhead: whether the phone's clock was too far ahead of ours to be credible.
  public init(_ sign: SignOfLife, _ time: FixTime, isAhead: Bool, _ known: Circumstances) {
    guard time.source != .server, !isAhead else {
      self = .contact
      return
    }
    guard let sent = known.sent, sent.position == sign.position else {
      self = known.shown == sign.position ? .contact : .history
      return
    }
    let holds =
      sign.seesNoMovement && known.isWatched && known.mayReadPosition && sent.flags.isEmpty
      && time.effective > sent.effective && known.now.since(sent.effective) <= Self.longestKept
    if known.isShown {
      // A place sent off duty may be displayed because a sign brought it. It is never confirmed.
      self = holds && sent.wasOnDuty ? .confirms(at: time.effective) : .contact
    } else if sent.wasOnDuty {
      // Another app's place is shown.
      self = known.shown == sign.position ? .contact : .history
    } else {
      self = holds && known.shownAt.map { $0 < sent.effective } ?? true ? .brings : .contact
    }
  }
}
