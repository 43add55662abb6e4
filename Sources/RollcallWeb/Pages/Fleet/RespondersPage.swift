import Rollcall
import RollcallStore

/// The people of the workspace, whether or not they report.
struct RespondersPage: Page {
  static let template = "Fleet/RespondersPage"

  var head: ListHead
  var search: String
  /// Where people are added; absent for readers who may not.
  var manage: ManageLinks?
  /// Whether the reader may see telephone numbers.
  var hasNumbers: Bool
  /// Whether people can be selected.
  var hasTicks: Bool
  var notice: ActionNotice?
  var columns: [ColumnHead]
  /// What can be done with many; absent for readers who may not, and without people.
  var many: ManyPart?
  /// The people of this page of the list.
  var rows: Rows<ResponderRow>
}

/// Where people are added.
struct ManageLinks: PagePart {
  var new, list, cards: String

  init(_ slug: String) {
    (new, list, cards) = (PagePath.newPerson(slug), PagePath.importPeople(slug), PagePath.cards(slug))
  }
}

/// The filter of the people: all of it is in the URL.
struct ResponderFilter: FieldValues {
  enum State: String, Sendable { case active, inactive, unheard, unpushed }

  /// The columns by which the list can be sorted; the raw value is the word in the URL.
  enum Sort: String, Sendable {
    case name
    /// The worst first, for readers who may see it; by name for others.
    case status
    case profile, region
    /// For readers who may see numbers; by name for others.
    case phone
    /// Those who may report first.
    case state
    /// The apps by name; those without one come last.
    case device
    /// The longest silence first; those who were never heard lead.
    case contact
  }

  /// Part of a name or external id, or of a phone number for readers who may see it.
  var search = ""
  /// The names of a profile and a region; empty = all.
  var profile = "", region = ""
  var state: State?
  var order = ListOrder(Sort.name)
  var page = 1
  var shape = ListShape()

  /// The rows of a page.
  var size: Int { shape.rows(usual: Pager.longPage) }

  static let fields: [Field<ResponderFilter>] = [
    .text("q", \.search).about("Part of a name or an id."),
    .text("profile", \.profile).shown(.choice("Profile", all: Words.Lists.allProfiles)).about(
      "The name of a profile."),
    .text("region", \.region).shown(.choice("Region", all: Words.Lists.allRegions)).about(
      "The name of a region."),
    .choice("state", \.state).shown(.choice("State", all: Words.People.anyState, of: Words.People.states))
      .about(
        "`active`, `inactive`, `unheard`: active, never heard; `unpushed`: active, connected, no message tells of offers."
      ),
    .order(\.order, usual: .name).about(
      "A column, after `-` turned round: `name`, `status`, `profile`, `region`, `phone`, `state`, `device` or `contact`."
    ),
    .page(\.page), .size(\.shape), .columns(\.shape),
  ]
}

extension RespondersPage {
  /// The titles of the columns, and by which the list can be sorted.
  ///
  /// - Parameters:
  ///   - hasStatus: whether the reader may see how people are now.
  ///   - hasNumbers: whether the reader may see telephone numbers.
  static func heads(hasStatus: Bool, hasNumbers: Bool) -> [(label: String, column: ResponderFilter.Sort?)] {
    let all: [(label: String, column: ResponderFilter.Sort?)] = [
      ("Name", .name), ("Status", .status), ("Profile", .profile), ("Region", .region), ("Phone", .phone),
      ("State", .state), (Words.Fleet.connectedBy, .device), (Words.Lists.lastContact, .contact),
    ]
    return all.filter { hasStatus || $0.column != .status }.filter { hasNumbers || $0.column != .phone }
  }

  /// Those that can be hidden.
  static func columns(hasStatus: Bool, hasNumbers: Bool) -> [ListColumn] {
    heads(hasStatus: hasStatus, hasNumbers: hasNumbers).dropFirst().compactMap { label, column in
      column.map { ListColumn($0.rawValue, label) }
    }
  }
}

/// What can be done with those selected.
struct ManyPart: PagePart {
  /// The targets of the buttons.
  var duty, change, dutyRule, cards: String
  /// The filter, sent along.
  var kept: [HiddenField]
  /// `Everybody who matches: 30`
  var all: String
  var profiles: [Choice]
  var regions: [TextLine]
  /// Whether more than duty may be changed.
  var mayManage: Bool

  init(
    _ slug: String, _ filter: ResponderFilter, matching: Int, profiles: [String], regions: [String],
    mayManage: Bool
  ) {
    let people = Shell.Section.responders.path(slug)
    (duty, change) = ("\(people)/duty", "\(people)/change")
    (dutyRule, cards) = (PagePath.dutyRule(slug), PagePath.cards(slug))
    kept = filter.pairs.filter { !$0.value.isEmpty }.map { HiddenField(name: $0.name, value: $0.value) }
    all = Words.People.everybody(Words.grouped(matching))
    self.profiles = profiles.map { Choice(value: $0, label: Words.capitalized($0)) }
    self.regions = regions.map(TextLine.init)
    self.mayManage = mayManage
  }
}

/// One responder in the list of people.
struct ResponderRow: PageRow {
  static let template = "Fleet/ResponderRow"

  var key, name: String
  /// Their id, to be selected by; empty for readers who may not.
  var pick: String
  /// What the box says.
  var pickLabel: String
  /// The target of the name; empty when the reader may not open it.
  var href: String
  /// Their name in the operator's own system; may be empty.
  var externalID: String
  /// Their status now; absent for readers who may not see it, and of inactive people.
  var status: StatusPill?
  /// Whether the reader may see statuses.
  var hasStatus: Bool
  var profile, region: String
  /// Their telephone number; absent for readers who may not see numbers, and when there is none.
  var call: CallLink?
  /// Whether the reader may see telephone numbers.
  var hasNumbers: Bool
  /// `Active` or `Inactive`: whether they may log in and report.
  var state: String
  var isActive: Bool
  /// The apps through which they are connected, or `signed out`.
  var connection: String
  /// The device of their session; may be empty.
  var device: String
  /// `push` or `no push`; empty for those without an app.
  var push: String
  var lastContact: Moment
}

extension ResponderRow {
  init(
    _ listed: RosterPerson, href: String, hasStatus: Bool, hasNumbers: Bool, isSelectable: Bool = false,
    lastContact: Moment
  ) {
    let person = listed.entry.responder
    self.init(
      key: "r\(person.id.rawValue)", name: person.name,
      pick: isSelectable ? "\(person.id.rawValue)" : "", pickLabel: Words.People.select(person.name),
      href: href, externalID: person.externalID ?? "", status: hasStatus ? listed.status?.pill : nil,
      hasStatus: hasStatus, profile: Words.capitalized(person.profile), region: person.region ?? Words.none,
      call: hasNumbers ? CallLink(person) : nil, hasNumbers: hasNumbers,
      state: person.isActive ? Words.Fleet.active : Words.Fleet.inactive, isActive: person.isActive,
      connection: listed.connection, device: listed.entry.deviceID ?? "", push: listed.push,
      lastContact: lastContact)
  }
}

extension RosterEntry {
  static func listing(_ slug: String) -> Listing<ResponderFilter, RosterEntry> {
    Listing(
      name: "responders", title: "People", about: "Everybody of a workspace.", permission: .viewPeople,
      exported: .manageResponders,
      member: "responders", table: table, counted: ("person", "people"),
      nothing: EmptyState(title: Words.Fleet.noneYet, advice: Words.Fleet.noneAdvice),
      unmatched: EmptyState(
        title: Words.Fleet.noMatch, advice: Words.Fleet.noMatchAdvice,
        action: Link(label: Words.Lists.showEverybody, href: Shell.Section.responders.path(slug))))
  }
}
