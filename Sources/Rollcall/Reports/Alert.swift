/// A kind of alert. The raw values are those of the metrics and of `alerts.json`.
public enum AlertKind: String, CaseIterable, Sendable {
  /// More than 10 % of a workspace's online, degraded and offline people are offline.
  case highOfflineRate = "HighOfflineRate"
  /// A responder's connection comes and goes.
  case responderFlapping = "ResponderFlapping"
  /// People of a region are on watch, and none of them is online.
  case noOnlineResponders = "NoOnlineResponders"
  /// A responder is offline: an assignee, or any responder if the workspace wants that.
  case responderOffline = "ResponderOffline"
  /// No responder who was asked has accepted an incident.
  case incidentUnassigned = "IncidentUnassigned"
  /// Nobody was found in place of an assignee who is offline or to be replaced.
  case replacementNotFound = "ReplacementNotFound"
  /// A responder whose hours of duty have begun was not heard since.
  case noShow = "NoShow"
  /// Many people of a region or network fell silent at once.
  case massSilence = "MassSilence"
  /// See ``MachineFault/diskNearlyFull``.
  case diskNearlyFull = "DiskNearlyFull"
  /// See ``MachineFault/clockInDoubt``.
  case clockInDoubt = "ClockInDoubt"
  /// See ``MachineFault/geoIPOld``.
  case geoIPOld = "GeoIPOld"
  /// See ``MachineFault/writerBehind``.
  case writerBehind = "WriterBehind"
}

/// What an alert is about: its kind and its subject. At most one alert is open for each topic.
public enum AlertTopic: Hashable, Sendable {
  /// The workspace as a whole.
  case highOfflineRate
  /// One person.
  case responderFlapping(Responder.ID)
  /// One region.
  case noOnlineResponders(region: String)
  /// One responder, with their incident; `nil` = they have none.
  case responderOffline(Responder.ID, having: Incident.ID?)
  /// One incident.
  case incidentUnassigned(Incident.ID)
  /// One incident.
  case replacementNotFound(Incident.ID)
  /// One responder, and when their hours began.
  case noShow(Responder.ID, hours: Timestamp)
  /// The people of a region or a network.
  case massSilence(MassScope)
  /// The machine.
  case machine(MachineFault)

  /// Its kind.
  public var kind: AlertKind {
    switch self {
    case .highOfflineRate: .highOfflineRate
    case .responderFlapping: .responderFlapping
    case .noOnlineResponders: .noOnlineResponders
    case .responderOffline: .responderOffline
    case .incidentUnassigned: .incidentUnassigned
    case .replacementNotFound: .replacementNotFound
    case .noShow: .noShow
    case .massSilence: .massSilence
    case .machine(.diskNearlyFull): .diskNearlyFull
    case .machine(.clockInDoubt): .clockInDoubt
    case .machine(.geoIPOld): .geoIPOld
    case .machine(.writerBehind): .writerBehind
    }
  }

  /// Whether ``AlertRules`` decide about it; others have rules of their own.
  public var isRuled: Bool {
    switch self {
    case .highOfflineRate, .responderFlapping, .noOnlineResponders, .responderOffline, .incidentUnassigned,
      .replacementNotFound, .noShow:
      true
    case .massSilence, .machine: false
    }
  }

  /// Whether it cannot wait.
  public var isCritical: Bool {
    switch self {
    case .noOnlineResponders, .incidentUnassigned, .replacementNotFound, .massSilence: true
    case .machine(let trouble): trouble.isCritical
    case .responderOffline(_, let incident): incident != nil
    case .highOfflineRate, .responderFlapping, .noShow: false
    }
  }

  /// The subject as stored: empty, an id, a region's name, two ids, or an id and an instant.
  public var scope: String {
    switch self {
    case .highOfflineRate: ""
    case .responderFlapping(let id): String(id.rawValue)
    case .noOnlineResponders(let region): region
    case .responderOffline(let id, let incident):
      incident.map { "\(id.rawValue)/\($0.rawValue)" } ?? String(id.rawValue)
    case .incidentUnassigned(let id), .replacementNotFound(let id): String(id.rawValue)
    case .noShow(let id, let hours): "\(id.rawValue)/\(hours.milliseconds)"
    case .massSilence(let scope): scope.text
    case .machine: ""
    }
  }

  /// Reads a stored topic; `nil` when this version does not know it.
  public init?(kind: String, scope: String) {
    switch AlertKind(rawValue: kind) {
    case .highOfflineRate: self = .highOfflineRate
    case .responderFlapping:
      guard let id = Int64(scope) else { return nil }
      self = .responderFlapping(Responder.ID(id))
    case .noOnlineResponders: self = .noOnlineResponders(region: scope)
    case .responderOffline:
      guard let ids = Self.numbers(scope), let id = ids.first, ids.count <= 2 else { return nil }
      self = .responderOffline(Responder.ID(id), having: ids.count == 2 ? Incident.ID(ids[1]) : nil)
    case .noShow:
      guard let numbers = Self.numbers(scope), numbers.count == 2 else { return nil }
      self = .noShow(Responder.ID(numbers[0]), hours: Timestamp(milliseconds: numbers[1]))
    case .incidentUnassigned:
      guard let id = Int64(scope) else { return nil }
      self = .incidentUnassigned(Incident.ID(id))
    case .replacementNotFound:
      guard let id = Int64(scope) else { return nil }
      self = .replacementNotFound(Incident.ID(id))
    case .massSilence:
      guard let scope = MassScope(text: scope) else { return nil }
      self = .massSilence(scope)
    case .diskNearlyFull: self = .machine(.diskNearlyFull)
    case .clockInDoubt: self = .machine(.clockInDoubt)
    case .geoIPOld: self = .machine(.geoIPOld)
    case .writerBehind: self = .machine(.writerBehind)
    case nil: return nil
    }
  }

  /// The numbers between slashes; `nil` when there is anything else.
  private static func numbers(_ scope: String) -> [Int64]? {
    let parts = scope.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int64(String(Substring($0))) }
    return numbers.count == parts.count ? numbers : nil
  }
}

/// One alert: opened once, closed once.
public struct Alert: Equatable, Sendable {
  /// Its row's number.
  public let id: Int64
  /// Its topic.
  public let topic: AlertTopic
  /// When its condition became true.
  public let openedAt: Timestamp
  /// When its condition ended; `nil` while it is open. Never before `openedAt`.
  public let closedAt: Timestamp?
  /// The figures at the time it opened.
  public let detail: String

  /// Creates an alert.
  public init(id: Int64, topic: AlertTopic, openedAt: Timestamp, closedAt: Timestamp? = nil, detail: String) {
    self.id = id
    self.topic = topic
    self.openedAt = openedAt
    self.closedAt = closedAt
    self.detail = detail
  }
}
