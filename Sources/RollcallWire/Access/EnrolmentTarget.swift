import Rollcall

/// Where an app sends, as whom and how often: from this each app's own words are made.
struct EnrolmentTarget {
  let app: PhoneApp
  let server: String
  let secret: String
  let intervals: ReportIntervals

  /// The name that is sent beside the secret; it is compared with nothing.
  static let user = "user"
  /// What an app that wants a name for the phone is given; never an identity.
  static let label = "rollcall"
  /// From this interval on, seconds, an app may go by movement and signs of life alone, and spare the battery.
  static let unhurried = 900

  init(_ app: PhoneApp, server: String, secret: String, intervals: ReportIntervals) {
    (self.app, self.server, self.secret, self.intervals) = (app, server, secret, intervals)
  }

  /// The address to which it sends.
  var address: String {
    let adapter = app.adapter.rawValue
    return app.credential == .address
      ? "\(server)/ingest/t/\(secret)/\(adapter)" : "\(server)/ingest/\(adapter)"
  }

  /// How often the app is set to report, seconds: what no answer can change must do for a mission, too.
  var interval: Int {
    app.adapter.steering == .never ? min(intervals.onDuty, intervals.onMission) : intervals.onDuty
  }

  /// Whether it must report also where nobody moves.
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

  /// A document in an address: base64, whose `+` would be read as a blank if it were not encoded once more.
  static func link(_ address: String, _ name: String, document: [UInt8]) -> String {
    link(address, [(name, BaseEncoding.base64.text(of: document))])
  }
}
