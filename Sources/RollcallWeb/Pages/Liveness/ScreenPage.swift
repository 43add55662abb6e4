import Rollcall
import RollcallStore

/// One responder on a wall: a shorter row of the board.
struct WallRow: TickingRow {
  static let template = "Liveness/WallRow"

  var row: BoardRow
  var region: String

  static var moments: [WritableKeyPath<WallRow, Moment>] { [\.row.since, \.row.lastContact] }
}

/// A running incident on a wall. Where it is and whom it is about is not for everybody who passes by.
struct WallIncident: PagePart, Hashable {
  var state, severity: StatePill
  var reference, title, region: String
  /// How long it has been open, and who has it.
  var open: Moment
  var holders: String

  init(_ summary: IncidentSummary, clock: PageClock) {
    let incident = summary.incident
    (state, severity) = (.incident(incident.state), .severity(incident.details.severity))
    (reference, title) = (Words.incident(incident.id), incident.details.title)
    region = incident.details.region ?? ""
    open = clock.span(since: incident.openedAt)
    holders = summary.holders.map(\.name).joined(separator: ", ")
  }
}

/// An open alert on a wall, and how long it has been open.
struct WallAlert: PagePart, Hashable {
  var notice: Notice
  var open: Moment
}

/// The board on a wall: large, readable across a room, and without controls but the choice of a region. What is wrong
/// stands on top; the people who need help are shown page by page; the rest is a count.
struct ScreenPage: Page {
  static let template = "Liveness/ScreenPage"
  static let fragmentTemplate: String? = "Liveness/Wall"
  /// How many people a page has: as many as can be read from five metres.
  static let pageSize = 8
  /// How many alerts and incidents stand on top; the others are counted.
  static let onTop = 3

  struct Count: PagePart {
    var status: StatusPill
    var count: String
  }

  struct Content {
    var workspace, screen: String
    var filter: WallFilter
    var regions: [String]
    var counts: BoardCounts
    var alerts: [(notice: Notice, since: Timestamp)]
    var incidents: [WallIncident]
    /// The people who are neither well nor off duty, the worst first.
    var worst: [WallRow]
    /// The instant of the data.
    var asOf: Timestamp
  }

  var workspace, screen: String
  /// How many can be reached; absent while alerts say what is wrong.
  var notice: Notice?
  var alerts: [WallAlert]
  var incidents: [WallIncident]
  /// `and 2 more alerts`; empty when all are shown.
  var moreAlerts, moreIncidents: String
  var regions: [Choice]
  var counts: [Count]
  var stamp: PageStamp
  var rows: Rows<WallRow>
  /// `Page 1 of 3`; empty when there is one.
  var turn: String
  /// The address of the next page; the first again after the last.
  var next: String
  /// `26 online, 4 off duty`.
  var rest: String

  init(_ content: Content, clock: PageClock) {
    (workspace, screen) = (content.workspace, content.screen)
    alerts = content.alerts.prefix(Self.onTop).map {
      WallAlert(notice: $0.notice, open: clock.span(since: $0.since))
    }
    incidents = Array(content.incidents.prefix(Self.onTop))
    moreAlerts = Words.Wall.moreAlerts(content.alerts.count - alerts.count)
    moreIncidents = Words.Wall.moreIncidents(content.incidents.count - incidents.count)
    notice = alerts.isEmpty ? content.counts.headline : nil
    regions = Choice.regions(content.regions, chosen: content.filter.region)
    counts = [Status.online, .degraded, .offline, .unknown, .offDuty].map { status in
      Count(status: StatusPill(status), count: Words.grouped(content.counts[status]))
    }
    stamp = PageStamp(clock, asOf: content.asOf)
    let pages = max(1, (content.worst.count + Self.pageSize - 1) / Self.pageSize)
    let page = (content.filter.page - 1) % pages
    rows = Rows(Array(content.worst.dropFirst(page * Self.pageSize).prefix(Self.pageSize)))
    turn = pages > 1 ? Words.Wall.page(page + 1, of: pages) : ""
    let following = content.filter.with(\.page, page + 1 < pages ? page + 2 : 1).query.link("")
    next = following.utf8.isEmpty ? "?" : following
    rest = [Status.online, .offDuty].filter { content.counts[$0] > 0 }.map { status in
      "\(Words.grouped(content.counts[status])) \(status.label.lowercased())"
    }.joined(separator: ", ")
  }
}
