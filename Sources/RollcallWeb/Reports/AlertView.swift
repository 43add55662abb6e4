import Rollcall
import RollcallStore

/// The alerts of a workspace at one instant, with present figures.
struct AlertView {
  let workspace: Workspace
  /// Critical ones first, then the oldest.
  let open: [Alert]
  /// The rules at this moment; open alerts that wait may differ.
  let rules: AlertRules
  private let standing: Set<AlertTopic>
  private let names: [Responder.ID: String]
  /// The people of mass silences, by alert.
  let silenced: [Int64: [MassSilenceMember]]
  private let mayFollow: Bool
  let mayDispatch: Bool
  private let mayOpenIncidents: Bool
  /// Whether the reader may know how people are now.
  let seesNow: Bool
  /// Whether members are named: not on a wall, which everyone can read.
  let namesMembers: Bool
  /// People's actions on them; alerts without any are missing.
  var care: [Int64: AlertCare]
  /// The names of the actors; `nil` when there were no actions.
  let actors: AuditNames?

  /// - Parameter others: further alerts to be named.
  init(
    _ store: Store, _ visitor: Visitor, open: [Alert], others: [Alert] = []
  ) throws(StoreError) {
    workspace = visitor.workspace
    mayFollow = visitor.role.allows(.viewHistory)
    mayDispatch = visitor.role.allows(.manageIncidents)
    mayOpenIncidents = visitor.role.allows(.viewIncidents)
    seesNow = visitor.role.allows(.viewLiveMap)
    namesMembers = !visitor.isScreen
    self.open = open
    rules = open.isEmpty ? AlertRules([], at: store.clock()) : try store.alerts.alertRules(of: workspace.id)
    standing = rules.standing
    care = try store.alerts.care(of: open + others, in: workspace.id)
    actors = care.isEmpty ? nil : try AuditNames(store, workspace.id)
    silenced = try Self.silenced(open + others, store, workspace.id)
    names = try Self.names(open + others, silenced.values.joined().map(\.id), store, workspace.id)
  }

  /// Whether its condition is true now, for readers who may know. An alert that waits after our absence may
  /// outlive it.
  func isStanding(_ alert: Alert) -> Bool { seesNow && standing.contains(alert.topic) }

  /// The present figures; those of its opening while it waits, and for readers who may not know the present.
  func detail(of alert: Alert) -> String {
    isStanding(alert) ? rules.detail(of: alert.topic) : alert.detail
  }

  /// The name of its subject.
  func subject(of alert: Alert) -> String {
    switch alert.topic {
    case .highOfflineRate: workspace.name
    case .noOnlineResponders(let region): region
    case .responderFlapping(let id), .responderOffline(let id, _), .noShow(let id, _): name(of: id)
    case .incidentUnassigned(let id), .replacementNotFound(let id): Words.incident(id)
    case .massSilence(let scope): scope.words
    case .machine: Words.Alerts.thisServer
    }
  }

  /// A person's name.
  func name(of id: Responder.ID) -> String { names[id] ?? Words.Alerts.responder(id) }

  /// The page of its subject; empty when the reader may not open it.
  func href(of alert: Alert) -> String {
    var query = URLQuery()
    switch alert.topic {
    case .highOfflineRate: query.add("status", Status.offline.rawValue)
    case .noOnlineResponders(let region): query.add("region", region)
    case .incidentUnassigned(let id), .replacementNotFound(let id):
      return mayOpenIncidents ? "\(Shell.Section.incidents.path(workspace.slug))/\(id.rawValue)" : ""
    case .responderFlapping(let id), .responderOffline(let id, _), .noShow(let id, _): return personPath(id)
    case .massSilence(.region(let name)): query.add("region", name)
    case .massSilence(.network): query.add("status", Status.offline.rawValue)
    case .machine: return ""
    }
    return board.utf8.isEmpty ? "" : query.link(board)
  }

  /// The live board; empty when the reader may not open it.
  var board: String { seesNow ? Shell.Section.board.path(workspace.slug) : "" }

  /// A person's page; empty when the reader may not open it.
  func personPath(_ id: Responder.ID) -> String {
    mayFollow ? "\(Shell.Section.responders.path(workspace.slug))/\(id.rawValue)" : ""
  }

  private static func silenced(
    _ alerts: [Alert], _ store: Store, _ workspace: Workspace.ID
  ) throws(StoreError) -> [Int64: [MassSilenceMember]] {
    var found: [Int64: [MassSilenceMember]] = [:]
    for alert in alerts where alert.topic.kind == .massSilence {
      found[alert.id] = try store.alerts.silenced(by: alert.id, in: workspace)
    }
    return found
  }

  /// Names from the board; people who are no longer on it are looked up.
  private static func names(
    _ alerts: [Alert], _ people: [Responder.ID], _ store: Store, _ workspace: Workspace.ID
  ) throws(StoreError) -> [Responder.ID: String] {
    let ids = Set(
      alerts.compactMap { alert in
        switch alert.topic {
        case .responderFlapping(let id), .responderOffline(let id, _), .noShow(let id, _): id
        case .highOfflineRate, .noOnlineResponders, .incidentUnassigned, .replacementNotFound, .massSilence,
          .machine:
          nil
        }
      } + people)
    var names: [Responder.ID: String] = [:]
    for id in ids { names[id] = store.boards.entry(of: id, in: workspace)?.person.name }
    if names.count < ids.count {
      names.merge(try store.fleet.names(of: workspace), uniquingKeysWith: { known, _ in known })
    }
    return names
  }
}
