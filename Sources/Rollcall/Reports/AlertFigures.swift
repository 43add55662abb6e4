/// How many people have each status: the figures behind an alert.
public struct AlertFigures: Equatable, Sendable {
  private var (online, degraded, offline, unknown, offDuty) = (0, 0, 0, 0, 0)
  /// Those of the unknown who are so because this server was away: they count as online for the rate.
  public var unknownByRestart = 0

  /// Nobody.
  public init() {}

  /// The count of one status.
  public subscript(_ status: Status) -> Int {
    get {
      switch status {
      case .online: online
      case .degraded: degraded
      case .offline: offline
      case .unknown: unknown
      case .offDuty: offDuty
      }
    }
    set {
      switch status {
      case .online: online = newValue
      case .degraded: degraded = newValue
      case .offline: offline = newValue
      case .unknown: unknown = newValue
      case .offDuty: offDuty = newValue
      }
    }
  }

  /// Those of whom it is known whether they can be reached, and those whom we lost ourselves: the whole of which a rate
  /// is told.
  public var judged: Int { self[.online] + self[.degraded] + self[.offline] + unknownByRestart }

  /// Those on watch: all but off duty.
  public var watched: Int { self[.online] + self[.degraded] + self[.offline] + self[.unknown] }

  /// Whether more than 10 % are offline.
  public var isHighOfflineRate: Bool {
    let (ten, overflow) = self[.offline].multipliedReportingOverflow(by: 10)
    return overflow || ten > judged
  }

  /// Whether somebody is on watch and nobody online.
  public var isNobodyOnline: Bool { self[.online] == 0 && watched > 0 }

  /// `7 of 38 are offline`.
  public var offlineShare: String {
    "\(self[.offline]) of \(judged) \(self[.offline] == 1 ? "is" : "are") offline"
  }

  /// `18 %`, rounded down: more than 10 % never reads as less.
  public var offlinePercent: String {
    guard judged > 0 else { return "0 %" }
    let (hundredfold, overflow) = self[.offline].multipliedReportingOverflow(by: 100)
    return overflow ? "" : "\(hundredfold / judged) %"
  }

  /// `0 of 5 on duty`: of everybody in the region, as many as ``breakdown`` adds up to.
  public var onlineShare: String { "\(self[.online]) of \(watched + self[.offDuty]) on duty" }

  /// `2 offline, 1 degraded, 2 off duty`; statuses that nobody has are left out, `nobody` when all are.
  public var breakdown: String {
    let words: [(Status, String)] = [
      (.offline, "offline"), (.degraded, "degraded"), (.unknown, "unknown"), (.online, "online"),
      (.offDuty, "off duty"),
    ]
    let parts = words.filter { self[$0.0] > 0 }.map { "\(self[$0.0]) \($0.1)" }
    return parts.isEmpty ? "nobody" : parts.joined(separator: ", ")
  }

  /// The figures in one line, as an alert of `kind` tells them.
  public func text(for kind: AlertKind) -> String {
    switch kind {
    case .highOfflineRate: "\(offlineShare), \(offlinePercent)"
    case .noOnlineResponders: "\(onlineShare): \(breakdown)"
    case .responderFlapping: "\(Flapping.limit) or more changes between online and offline"
    // These are about one person or one incident: no figure is behind them.
    case .responderOffline, .incidentUnassigned: ""
    // What opened these says its own.
    case .massSilence, .clockInDoubt, .diskNearlyFull, .geoIPOld, .writerBehind: ""
    }
  }
}
