import Rollcall

/// Where an app reports, its credentials and its interval: the input of each app's own settings.
struct EnrolmentTarget {
  let app: PhoneApp
  let server: String
  let secret: String
  let intervals: ReportIntervals

  /// The name sent beside the secret; it is ignored.
  static let user = "user"
  /// The name of the phone for apps that require one; never an identity.
  static let label = "rollcall"
  /// From this interval on, seconds, an app may rely on movement and signs of life alone, and save battery.
  static let unhurried = 900

  init(_ app: PhoneApp, server: String, secret: String, intervals: ReportIntervals) {
    (self.app, self.server, self.secret, self.intervals) = (app, server, secret, intervals)
  }

  /// The URL to report to.
  var address: String {
    let adapter = app.adapter.rawValue
    return app.credential == .address
      ? "\(server)/ingest/t/\(secret)/\(adapter)" : "\(server)/ingest/\(adapter)"
  }

  /// The interval to set, seconds. If answers cannot change it, it must suit a mission, too.
  var interval: Int {
    app.adapter.intervalControl == .never ? min(intervals.onDuty, intervals.onMission) : intervals.onDuty
  }

  /// Whether it must report even while the phone does not move.
  var isHurried: Bool { interval < Self.unhurried }

  /// Two fields by hand.
  func tokenEntries(_ address: String, _ token: String) -> [PhoneEnrolment.Entry] {
    [PhoneEnrolment.Entry(address, self.address), PhoneEnrolment.Entry(token, secret)]
  }

  /// An address with a query.
  static func link(_ address: String, _ query: [(name: String, value: String)]) -> String {
    let pairs = query.map { "\($0.name)=\(PercentEncoding.text(of: $0.value))" }
    return "\(address)?\(pairs.joined(separator: "&"))"
  }

  /// A document in a URL: base64, percent-encoded because a `+` would be read as a blank.
  static func link(_ address: String, _ name: String, document: [UInt8]) -> String {
    link(address, [(name, BaseEncoding.base64.text(of: document))])
  }
}
