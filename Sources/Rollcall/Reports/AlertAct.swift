/// A person's action on an alert: one row, never changed.
public struct AlertAct: Equatable, Sendable {
  /// The kind of action.
  public enum Kind: String, CaseIterable, Sendable {
    /// A person takes care of it.
    case acknowledge
    /// Nobody takes care of it after all.
    case takeBack = "take-back"
    /// It is silenced for a while.
    case snooze
    /// It is no longer snoozed.
    case wake
  }

  /// Its row's number: a later act has a greater one.
  public let id: Int64
  /// The alert acted on.
  public let alert: Int64
  /// The kind of action.
  public let kind: Kind
  /// When it happened.
  public let at: Timestamp
  /// The person, as the audit names them.
  public let actor: String
  /// Their note; may be empty.
  public let note: String
  /// Until when it is snoozed; `nil` for a snooze until the alert closes, and for other acts.
  public let until: Timestamp?

  /// Creates an act.
  public init(
    id: Int64, alert: Int64, kind: Kind, at: Timestamp, actor: String, note: String = "",
    until: Timestamp? = nil
  ) {
    (self.id, self.alert, self.kind, self.at) = (id, alert, kind, at)
    (self.actor, self.note, self.until) = (actor, note, until)
  }

  /// The longest note, characters (Unicode scalars, as the database counts them).
  public static let noteLimit = 200

  /// Whether a note is short enough.
  public static func isValid(note: String) -> Bool { note.unicodeScalars.count <= noteLimit }
}

/// For how long an alert is snoozed. The raw values are those of the form.
public enum AlertSnooze: String, CaseIterable, Sendable {
  case halfHour = "30m"
  case twoHours = "2h"
  case eightHours = "8h"
  /// Until the alert closes. A new alert is announced again.
  case untilClosed = "closed"

  /// Milliseconds; `nil` = until it closes.
  public var length: Milliseconds? {
    switch self {
    case .halfHour: 1_800_000
    case .twoHours: 7_200_000
    case .eightHours: 28_800_000
    case .untilClosed: nil
    }
  }

  /// The longest snooze with an end, milliseconds. Earlier actions no longer matter for a new alert.
  public static let longest: Milliseconds = 28_800_000
}

/// An action that a person requests on an alert.
public enum AlertDeed: Equatable, Sendable {
  case acknowledge, takeBack
  case snooze(AlertSnooze)
  case wake
}

/// How an open alert is being handled: who takes care of it, and whether it is snoozed.
public struct AlertCare: Equatable, Sendable {
  /// The newest acknowledgement; `nil` when it was taken back.
  public let acknowledged: AlertAct?
  /// The snooze in force.
  public let snooze: AlertAct?
  /// The number of the newest action on this alert, 0 for none. A request sends it back to show which state
  /// its author had seen.
  public let newest: Int64

  /// No action was taken.
  public static let none = AlertCare([], on: 0, at: .distantPast)

  /// The handling of an alert at an instant.
  ///
  /// A snooze with an end belongs to the topic rather than to the one alert: an alert that closes and opens
  /// again meanwhile stays snoozed until the same instant. A snooze without an end ends with its alert.
  ///
  /// - Parameters:
  ///   - acts: actions on alerts of the same topic, the oldest first.
  ///   - alert: the alert.
  public init(_ acts: some Sequence<AlertAct>, on alert: Int64, at now: Timestamp) {
    var (acknowledged, snooze): (AlertAct?, AlertAct?)
    var newest: Int64 = 0
    for act in acts {
      if act.alert == alert { newest = max(newest, act.id) }
      switch act.kind {
      case .acknowledge: if act.alert == alert { acknowledged = act }
      case .takeBack: if act.alert == alert { acknowledged = nil }
      case .snooze: snooze = act
      case .wake: snooze = nil
      }
    }
    self.acknowledged = acknowledged
    self.snooze = snooze.flatMap { act in
      (act.until.map { now < $0 } ?? (act.alert == alert)) ? act : nil
    }
    self.newest = newest
  }

  /// Whether it is snoozed.
  public var isSnoozed: Bool { snooze != nil }
}
