import Foundation
import Rollcall
import Testing

@testable import RollcallWire

@Suite("How apps are set up to report here")
struct PhoneEnrolmentTests {
  private static let secret = "aB3-_x"
  private static let server = "https://rollcall.example.org:8443"

  private func enrolment(_ app: PhoneApp, onDuty: Int = 60, onMission: Int = 15) -> PhoneEnrolment {
    PhoneEnrolment(
      app, server: Self.server, secret: Self.secret,
      intervals: ReportIntervals(onDuty: onDuty, onMission: onMission))
  }

  @Test("Overland takes its settings from the query of a link, encoded")
  func overland() {
    #expect(
      enrolment(.overland).link
        == "overland://setup?url=https%3A%2F%2Frollcall.example.org%3A8443%2Fingest%2Foverland&token=aB3-_x&device_id=rollcall"
    )
  }

  @Test(
    "Traccar Client gets the secret in the address, and the shorter interval, because no answer changes it")
  func traccar() {
    let address = "https%3A%2F%2Frollcall.example.org%3A8443%2Fingest%2Ft%2FaB3-_x%2Fosmand"
    #expect(
      enrolment(.traccar).link
        == "org.traccar.client://config?url=\(address)&id=rollcall&accuracy=high&interval=15&distance=0&heartbeat=15&buffer=true&stop_detection=false&wakelock=true"
    )
    #expect(
      enrolment(.traccar, onDuty: 900, onMission: 1_800).link
        == "org.traccar.client://config?url=\(address)&id=rollcall&accuracy=medium&interval=900&distance=75&heartbeat=900&buffer=true&stop_detection=true&wakelock=false"
    )
  }

  @Test("OwnTracks gets a document, in the link as base64 that is encoded once more")
  func owntracks() throws {
    let document = #"""
      {"_type":"configuration","mode":3,"url":"https://rollcall.example.org:8443/ingest/owntracks","auth":true,"username":"user","password":"aB3-_x","monitoring":2,"locatorInterval":60,"moveModeLocatorInterval":60,"locatorDisplacement":50,"ping":15,"cmd":true,"remoteConfiguration":true}
      """#
    let made = enrolment(.owntracks)
    #expect(made.file == PhoneEnrolment.File(name: "rollcall.otrc", type: "application/json", text: document))
    let prefix = "owntracks:///config?inline="
    let link = try #require(made.link)
    #expect(link.hasPrefix(prefix))
    let inline = String(link.dropFirst(prefix.count))
    // Whoever reads a query takes a bare plus for a blank.
    #expect(!inline.contains("+") && !inline.contains("/") && !inline.contains("="))
    let text = try #require(inline.removingPercentEncoding)
    let bytes = try #require(Data(base64Encoded: text))
    #expect(String(decoding: bytes, as: UTF8.self) == document)
  }

  @Test("OwnTracks that reports each quarter of an hour or less uses significant changes")
  func unhurriedOwnTracks() throws {
    let text = try #require(enrolment(.owntracks, onDuty: 3_600, onMission: 60).file?.text)
    #expect(text.contains(#""monitoring":1,"#) && text.contains(#""ping":60,"#))
  }

  @Test("Colota gets a document, too")
  func colota() throws {
    let link = try #require(enrolment(.colota).link)
    let prefix = "colota://setup?config="
    #expect(link.hasPrefix(prefix))
    let encoded = try #require(String(link.dropFirst(prefix.count)).removingPercentEncoding)
    let bytes = try #require(Data(base64Encoded: encoded))
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"endpoint":"https://rollcall.example.org:8443/ingest/flat","apiTemplate":"custom","httpMethod":"POST","interval":15,"distance":0,"syncInterval":0,"syncCondition":"any","isOfflineMode":false,"auth":{"type":"bearer","bearerToken":"aB3-_x"}}"#
    )
  }

  @Test("GPSLogger gets a properties file, by a link that a page must have")
  func gpslogger() throws {
    let made = enrolment(.gpslogger)
    #expect(
      made.link
        == "gpslogger://properties/https://rollcall.example.org:8443/connect/aB3-_x/rollcall.properties")
    #expect(made.scanned == "https://rollcall.example.org:8443/connect/aB3-_x")
    let file = try #require(made.file)
    #expect(
      file.text == """
        current_profile_name=Rollcall
        log_customurl_enabled=true
        log_customurl_url=https://rollcall.example.org:8443/ingest/gpslogger
        log_customurl_method=POST
        log_customurl_body=%ALL
        log_customurl_headers=
        log_customurl_basicauth_username=user
        log_customurl_basicauth_password=aB3-_x
        time_before_logging=15
        distance_before_logging=0
        startonbootup=true
        log_plain_text=true
        autosend_enabled=true
        autocustomurl_enabled=true
        autosend_frequency_minutes=60

        """)
  }

  @Test(
    "code is set up in code",
    arguments: [
      (PhoneApp.transistor, "url: \"https://rollcall.example.org:8443/ingest/transistor\""),
      (.expo, "fetch(\"https://rollcall.example.org:8443/ingest/expo\""),
      (.script, "curl \"https://rollcall.example.org:8443/ingest/flat\""),
    ])
  func code(app: PhoneApp, address: String) throws {
    let made = enrolment(app)
    let code = try #require(made.code)
    #expect(code.contains(address) && code.contains("Bearer aB3-_x"))
    #expect(made.link == nil && made.file == nil)
  }

  @Test(
    "every app is set up by a link or in code, and by hand with the address and the secret",
    arguments: PhoneApp.allCases)
  func complete(app: PhoneApp) {
    let made = enrolment(app)
    #expect((made.link == nil) == app.isCode && (made.code == nil) != app.isCode)
    let values = made.entries.map(\.value).joined(separator: " ")
    #expect(values.contains("\(Self.server)/ingest/") && values.contains(Self.secret))
    #expect(made.page == "\(Self.server)/connect/aB3-_x")
    // What a camera can still read from a card; the code holds 2,331 bytes at most.
    #expect(made.scanned.utf8.count < 1_000)
  }
}
