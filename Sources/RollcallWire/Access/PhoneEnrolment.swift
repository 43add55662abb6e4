public import Rollcall

/// How an app is set up so that it reports for somebody: everything that is told once, when its secret is made.
///
/// For example: `PhoneEnrolment(.overland, server: "https://rollcall.example.org", secret: secret, intervals: intervals).link`.
public struct PhoneEnrolment: Equatable, Sendable {
  /// A field of the app's settings, as it is typed by hand.
  public struct Entry: Equatable, Sendable {
    /// What the app calls it.
    public var label: String
    /// What belongs into it.
    public var value: String

    init(_ label: String, _ value: String) { (self.label, self.value) = (label, value) }
  }

  /// A file that the app opens.
  public struct File: Equatable, Sendable {
    /// The last part of its address, and what it is called on the phone.
    public var name: String
    /// Its media type.
    public var type: String
    /// What is in it.
    public var text: String
  }

  /// The page for the phone's own browser, with the link, the file and the words.
  public var page: String
  /// What opens the app and sets it up; `nil` when it has no such thing.
  public var link: String?
  /// The file that does; `nil` when the app reads none.
  public var file: File?
  /// The same by hand.
  public var entries: [Entry]
  /// What goes into the code of an app or script; `nil` when it is set up on the phone.
  public var code: String?

  /// What a camera should read: the app's own link, else the page that has it.
  public var scanned: String { app == .gpslogger ? page : link ?? page }

  private let app: PhoneApp

  /// The words for one app.
  ///
  /// - Parameters:
  ///   - server: where phones reach us, without a path: `https://rollcall.example.org`.
  ///   - secret: the device's, base64url.
  ///   - intervals: how often it is expected to report.
  public init(_ app: PhoneApp, server: String, secret: String, intervals: ReportIntervals) {
    self.app = app
    page = "\(server)\(Self.path(secret))"
    let target = EnrolmentTarget(app, server: server, secret: secret, intervals: intervals)
    (link, file, code) = (nil, nil, nil)
    switch app {
    case .owntracks:
      (link, entries) = (target.owntracksLink, target.owntracksEntries)
      file = File(name: "rollcall.otrc", type: "application/json", text: target.owntracksDocument)
    case .overland:
      (link, entries) = (
        target.overlandLink, target.tokenEntries("Receiver Endpoint URL", "Access Token")
      )
    case .traccar: (link, entries) = (target.traccarLink, target.traccarEntries)
    case .colota: (link, entries) = (target.colotaLink, target.colotaEntries)
    case .gpslogger:
      let name = "rollcall.properties"
      (link, entries) = ("gpslogger://properties/\(page)/\(name)", target.gpsloggerEntries)
      file = File(name: name, type: "text/plain; charset=utf-8", text: target.gpsloggerProfile)
    case .transistor: (code, entries) = (target.transistorCode, target.tokenEntries("url", "Bearer token"))
    case .expo: (code, entries) = (target.expoCode, target.tokenEntries("Address", "Bearer token"))
    case .script: (code, entries) = (target.scriptCode, target.tokenEntries("Address", "Bearer token"))
    }
  }

  /// The path of the page for the phone's own browser.
  public static func path(_ secret: String) -> String { "/connect/\(secret)" }
}
