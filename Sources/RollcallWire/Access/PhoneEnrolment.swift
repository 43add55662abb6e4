public import Rollcall

/// How to set up an app to report for a responder: everything that is shown once, when its secret is created.
///
/// For example: `PhoneEnrolment(.overland, server: "https://rollcall.example.org", secret: secret, intervals:
/// intervals).link`.
public struct PhoneEnrolment: Equatable, Sendable {
  /// A setting of the app to type by hand.
  public struct Entry: Equatable, Sendable {
    /// The app's name for it.
    public var label: String
    /// What belongs into it.
    public var value: String

    init(_ label: String, _ value: String) { (self.label, self.value) = (label, value) }
  }

  /// A settings file for the app.
  public struct File: Equatable, Sendable {
    /// The last part of its URL, and its name on the phone.
    public var name: String
    /// Its media type.
    public var type: String
    /// The contents.
    public var text: String
  }

  /// The page for the phone's own browser, with the link, the file and the text.
  public var page: String
  /// A link that opens the app and sets it up; `nil` when the app has none.
  public var link: String?
  /// A file that sets it up; `nil` when the app reads none.
  public var file: File?
  /// The same by hand.
  public var entries: [Entry]
  /// The code for an app or script; `nil` when it is set up on the phone.
  public var code: String?

  /// The content of the QR code: the app's own link, else the page.
  public var scanned: String { app == .gpslogger ? page : link ?? page }

  private let app: PhoneApp

  /// The setup of one app.
  ///
  /// - Parameters:
  ///   - server: the public address of the server, without a path: `https://rollcall.example.org`.
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
