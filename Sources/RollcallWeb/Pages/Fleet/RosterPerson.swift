import Rollcall
import RollcallStore

/// A person of the list, with what the list shows beside the roster.
struct RosterPerson: Sendable {
  let entry: RosterEntry
  /// Their status now, and its place among the statuses, the worst first. `nil` for readers who may not see it, and of
  /// inactive people.
  var status: (pill: StatusPill, rank: Int)?
  /// The apps through which they are connected, our own first.
  var apps: [String]
  /// Whether a message to their app can tell them of an offer.
  var hasPush: Bool
  /// Whether a text message can.
  var hasText: Bool

  /// `Rollcall app, OwnTracks`; empty = none.
  var appNames: String { apps.joined(separator: ", ") }

  /// Whether they are connected, and no message can tell them of an offer.
  var isUnpushed: Bool { !apps.isEmpty && !hasPush && !hasText }

  /// How they are connected, in words.
  var connection: String {
    guard apps.isEmpty else { return appNames }
    return entry.lastContact == nil ? Words.Fleet.notConnected : Words.Fleet.signedOut
  }

  /// Whether their app can be woken, in words; empty for those without one.
  var push: String { apps.isEmpty ? "" : hasPush ? Words.Fleet.push : Words.Fleet.noPush }
}
