/// How many people have each status: the figures of an alert.
public struct AlertFigures: Equatable, Sendable {
  private var (online, degraded, offline, unknown, offDuty) = (0, 0, 0, 0, 0)
  /// Unknown people whose contact was lost because this server was down. They count as online for the rate.
  public var unknownByRestart = 0

  /// Counts of zero.
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

  /// The denominator of the rate: people whose reachability is known, and those lost by this server's own
  /// downtime.
  public var judged: Int { self[.online] + self[.degraded] + self[.offline] + unknownByRestart }

  /// People on watch: all but off duty.
  public var watched: Int { self[.online] + self[.degraded] + self[.offline] + self[.unknown] }

  /// Whether more than 10 % are offline.
  public var isHighOfflineRate: Bool {
    let (ten, overflow) = self[.offline].multipliedReportingOverflow(by: 10)
    return overflow || ten > judged
  }

  /// Whether people are on watch and none of them is online.
  public var isNobodyOnline: Bool { self[.online] == 0 && watched > 0 }

  /// `7 of 38 are offline`.
  public var offlineShare: String {
    "\(self[.offline]) of \(judged) \(self[.offline] == 1 ? "is" : "are") offline"
  }

  /// `18 %`, rounded down. More than 10 % never reads as less.
  public var offlinePercent: String {
    guard judged > 0 else { return "0 %" }
    let (hundredfold, overflow) = self[.offline].multipliedReportingOverflow(by: 100)
    return overflow ? "" : "\(hundredfold / judged) %"
  }

  /// `0 of 5 on duty`, of all people in the region who add up in ``breakdown``.
  public var onlineShare: String { "\(self[.online]) of \(watched + self[.offDuty]) on duty" }

  /// `2 offline, 1 degraded, 2 off duty`; empty statuses are left out, `nobody` when all are empty.
  public var breakdown: String {
    let words: [(Status, String)] = [
      (.offline, "offline"), (.degraded, "degraded"), (.unknown, "unknown"), (.online, "online"),
      (.offDuty, "off duty"),
    ]
    let parts = words.filter { self[$0.0] > 0 }.map { "\(self[$0.0]) \($0.1)" }
    return parts.isEmpty ? "nobody" : parts.joined(separator: ", ")
  }

  /// The figures in one line, in the form for an alert of `kind`.
  public func text(for kind: AlertKind) -> String {
    switch kind {
    case .highOfflineRate: "\(offlineShare), \(offlinePercent)"
    case .noOnlineResponders: "\(onlineShare): \(breakdown)"
    case .responderFlapping: "\(Flapping.limit) or more changes between online and offline"
    // These are about one person or one incident, without figures.
    case .responderOffline, .incidentUnassigned, .replacementNotFound, .noShow: ""
    // These bring their own text when they open.
    case .massSilence, .clockInDoubt, .diskNearlyFull, .geoIPOld, .writerBehind: ""
    }
  }
}
