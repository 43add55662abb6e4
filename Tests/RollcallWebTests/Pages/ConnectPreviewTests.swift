import Foundation
import Rollcall
import Testing

@testable import RollcallWeb

/// Writes the pages about phones with other apps, and people's own, as `PreviewTests` does the others.
@Suite("Pages about phones, for the browser tests", .enabled(if: Previews.folder != nil))
struct ConnectPreviewTests {
  @Test("every page and its states are written")
  func write() throws {
    try Previews.write(Connecting.pages)
  }
}

/// The pages about phones, in the states in which people meet them.
enum Connecting {
  static let clock = PageClock(now: PageClock.sampleNow) { _ in 3_600 }

  static var pages: [(name: String, page: any Page)] {
    [
      ("connect", ConnectPage.sample), ("connect-none", connect([])),
      ("connect-waiting", connect([waiting])), ("connect-got-it", connect([reporting])),
      ("connect-useless", connect([useless])), ("device", DevicePage.sample), ("cards", CardsPage.sample),
      ("cards-none", noCards), ("card-sheet", sheet), ("set-up", SetUpPage.sample), ("own", OwnPage.sample),
      ("own-fine", ownFine), ("own-theirs", ownTheirs), ("own-history", OwnHistoryPage.sample),
      ("own-history-none", noHistory),
    ]
      + [PhoneApp.traccar, .gpslogger, .transistor, .script].map { app in
        ("connect-\(app.rawValue)", connect([waiting], code: .example(app)))
      }
  }

  static let waiting = DeviceFacts(
    id: 13, app: .traccar, name: String(repeating: "Ambulance", count: 8),
    createdAt: PageClock.sampleNow, intervals: ReportIntervals(onDuty: 60, onMission: 15))
  static let reporting = DeviceFacts(
    id: 14, app: .overland, name: "Overland", createdAt: PageClock.sampleNow,
    lastContact: PageClock.sampleNow.advanced(by: -3_000), positions: 12_345, accuracy: 9, battery: 0.83,
    intervals: ReportIntervals(onDuty: 300, onMission: 300))
  static let useless = DeviceFacts(
    id: 15, app: .owntracks, name: "OwnTracks", createdAt: PageClock.sampleNow,
    lastContact: PageClock.sampleNow, intervals: ReportIntervals(onDuty: 900, onMission: 900),
    drops: [("clock_error", 412), ("bad_coordinates", 1)])

  static func connect(_ devices: [DeviceFacts], code: ConnectCode? = nil) -> ConnectPage {
    ConnectPage(
      shell: .example(.responders, title: "Connect a phone"), slug: "x",
      ConnectPage.Parts(
        person: (Responder.ID(17), "محمد عبد الرحمن بن علي"), devices: devices, duty: nil, own: nil,
        hasNumber: true),
      form: ConnectForm(ReportIntervals(onDuty: 60, onMission: 15)), code: code, clock: clock)
  }

  static let noCards = CardsPage(
    shell: .example(.responders, title: "Cards"), slug: "x", filter: CardsPage.Filter(search: "zz"),
    people: [], profiles: [], regions: [], form: ConnectForm(ReportIntervals(onDuty: 60, onMission: 60)))

  static let sheet: CardSheetPage = {
    let names = [
      "Mirela Novak", String(repeating: "Wolfeschlegelstein", count: 4), "محمد عبد الرحمن", "Ana", "Bor",
      "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter", "Eva", "Jan",
      "Nika", "Oto",
    ]
    let cards = names.map { name in
      var card = PhoneCard.sample
      card.name = name
      return card
    }
    return CardSheetPage(
      shell: .example(.responders, title: "Cards"), slug: "x", app: .owntracks, cards: cards)
  }()

  static func own(_ status: Status, offer: OwnOfferPart? = nil) -> OwnPage {
    var person = ResponderNow.ownSample
    person.status = status
    person.lastContact = PageClock.sampleNow.advanced(by: -4_000)
    return OwnPage(
      OwnPage.Parts(
        person: person, workspace: "City Rescue", offer: offer, troubles: [], system: .iphone,
        report: LatestReport(accuracy: 9), devices: [], duty: nil, asked: (false, true), retentionDays: 90),
      path: "/me/x", clock: clock)
  }

  static let ownFine = own(.online)
  static let ownTheirs: OwnPage = {
    var part = OwnOfferPart.sample
    (part.answerPath, part.until, part.left) = ("", nil, nil)
    return own(.online, offer: part)
  }()

  static let noHistory = OwnHistoryPage(
    name: "Mirela Novak", back: "/me/x", path: "/me/x/history", day: "2026-11-21", firstDay: "2026-08-23",
    lastDay: "2026-11-21", note: "Nothing is kept of this day.", rows: [], next: "")
}
