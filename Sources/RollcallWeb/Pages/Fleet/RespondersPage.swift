import Rollcall
import RollcallStore

/// The people of the workspace, whether or not they report.
struct RespondersPage: Page {
  static let template = "Fleet/RespondersPage"

  var head: ListHead
  var search: String
  /// The page that makes cards to connect phones; empty for readers who may not.
  var cards: String
  /// Whether the reader may see telephone numbers.
  var hasNumbers: Bool
  /// The people of this page of the list.
  var rows: Rows<ResponderRow>
}

/// The filter of the people: all of it is in the URL.
struct ResponderFilter: FieldValues {
  /// Part of a name or external id, or of a phone number for readers who may see it.
  var search = ""
  var page = 1

  static let fields: [Field<ResponderFilter>] = [.text("q", \.search), .page(\.page)]
}

/// One responder in the list of people.
struct ResponderRow: PageRow {
  static let template = "Fleet/ResponderRow"

  var key, name: String
  /// The target of the name; empty when the reader may not open it.
  var href: String
  /// Their name in the operator's own system; may be empty.
  var externalID: String
  var profile, region: String
  /// Their telephone number; absent for readers who may not see numbers, and when there is none.
  var call: CallLink?
  /// Whether the reader may see telephone numbers.
  var hasNumbers: Bool
  /// `Active` or `Inactive`: whether they may log in and report.
  var state: String
  var isActive: Bool
  /// The device of their session, or `signed out`.
  var device: String
  var lastContact: Moment
}

extension ResponderRow {
  init(_ responder: Responder, href: String, hasNumbers: Bool, device: String?, lastContact: Moment) {
    self.init(
      key: "r\(responder.id.rawValue)", name: responder.name, href: href,
      externalID: responder.externalID ?? "", profile: Words.capitalized(responder.profile),
      region: responder.region ?? Words.none, call: hasNumbers ? CallLink(responder) : nil,
      hasNumbers: hasNumbers,
      state: responder.isActive ? Words.Fleet.active : Words.Fleet.inactive, isActive: responder.isActive,
      device: device ?? Words.Fleet.signedOut, lastContact: lastContact)
  }
}

extension RosterEntry {
  static func listing(_ slug: String) -> Listing<ResponderFilter, RosterEntry> {
    Listing(
      name: "responders", title: "People", about: "Everybody of a workspace.", permission: .viewPeople,
      member: "responders", table: table, counted: ("person", "people"),
      nothing: EmptyState(
        title: Words.Fleet.noneYet, advice: Words.Fleet.noneAdvice,
        command: "rollcall responder import \(slug) people.csv"),
      unmatched: EmptyState(
        title: Words.Fleet.noMatch, advice: Words.Fleet.noMatchAdvice,
        action: Link(label: Words.Lists.showEverybody, href: Shell.Section.responders.path(slug))))
  }
}
