import Rollcall
import RollcallStore

@testable import RollcallWeb

extension OutletRow: Sampled {
  static let sample: OutletRow = {
    var row = OutletRow(VisitsPage.sampleVisits[0].outlet, slug: "city-rescue")
    row.code = "O-01"
    return row
  }()
}

extension OutletsPage: Sampled {
  static let sample = OutletsPage(
    shell: .example(.settings, title: "Outlets"), slug: "city-rescue",
    outlets: VisitsPage.sampleVisits.map(\.outlet), typed: "name,lat,lng\nKiosk,46",
    problems: [
      FieldProblem("outlets", "Line 2: 2 fields instead of 3."), FieldProblem("file", Words.People.notText),
    ],
    notice: ActionNotice(.calm, "Saved."))

  static let examples = OutletsPage(
    shell: .example(.settings, title: "Outlets"), slug: "city-rescue",
    outlets: VisitsPage.sampleVisits.map(\.outlet))
}

extension RouteRow: Sampled {
  static let sample = {
    let visits = VisitsPage.sampleRound
    let routes = VisitRoute.all(of: visits, legs: VisitLeg.all(of: visits))
    var row = RouteRow(routes[0], slug: "city-rescue")
    row.note = "1 of 2 ways by positions"
    return row
  }()
}

extension VisitFields: Sampled {
  static let sample = VisitFields(
    VisitForm(), path: "/w/city-rescue/visits", day: CivilDate(daysSince1970: 20_778), people: [(1, "Ana")],
    outlets: [],
    problems: [FieldProblem("outlet", "Choose a site.")])
}

extension VisitRow.Check: Sampled {
  static let sample = Self(VisitsPage.sampleCheck(.doubtful), PageClock.sample)
}

extension VisitRow: Sampled {
  static let sample = {
    var row = VisitRow(
      VisitsPage.sampleVisits[0], in: VisitsPage.sampleDay, slug: "city-rescue", mayPlan: true,
      clock: PageClock.sample)
    row.remove = "/w/city-rescue/visits/1/remove"
    return row
  }()
}

extension VisitsPage: Sampled {
  static let start = PageClock.sampleNow.advanced(by: -7_200_000)

  static let sampleDay = AskedDays(
    AskedDays.whole(PageClock.sample.local(PageClock.sampleNow).date, .sample), .sample)

  static func sampleCheck(_ word: VisitVerdict.Word, minutes: Int64 = 0) -> Visit.Check {
    let reasons: [VisitVerdict.Word: (String, Double)] = [
      .verified: ("within 100 m of the outlet", 24),
      .doubtful: ("the phone says that its position is made up", 8),
      .rejected: ("1.4 km from the outlet, more than 300 m", 1_420),
    ]
    let at = start.advanced(by: minutes * 60_000)
    let (reason, distance) = reasons[word] ?? ("", 0)
    return Visit.Check(
      at: at, receivedAt: at, verdict: VisitVerdict(word: word, reason: reason, distance: distance))
  }

  static func visit(
    _ id: Int64, _ name: String, _ outlet: String, hours: Int64, _ come: Visit.Check? = nil,
    _ leave: Visit.Check? = nil
  ) -> Visit? {
    Position(latitude: 46.05 + Double(id) / 300, longitude: 14.5).map { place in
      Visit(
        id: Visit.ID(id), responder: Responder.ID(id % 3 + 1), name: name,
        outlet: Outlet(id: Outlet.ID(id), name: outlet, position: place, externalID: "O-0\(id)"),
        planned: TimeSpan(
          from: start.advanced(by: hours * 3_600_000), to: start.advanced(by: (hours + 1) * 3_600_000)),
        checkIn: come, checkOut: leave)
    }
  }

  static let sampleVisits: [Visit] = [
    visit(
      1, "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter",
      "Lekarna Prešernov trg", hours: -1, sampleCheck(.doubtful), sampleCheck(.verified, minutes: 25)),
    visit(2, "Mirela Novak", "Kiosk <7>", hours: 0, sampleCheck(.verified, minutes: 4)),
    visit(3, "أحمد بن عبد الرحمن", "Market Tivoli", hours: 0, sampleCheck(.rejected, minutes: 9)),
    visit(4, "Mirela Novak", "Knjigarna Čopova", hours: 0),
    visit(5, "Mirela Novak", "Harbour kiosk", hours: 4),
  ].compactMap(\.self)

  /// One person at three places, one after the other.
  static let sampleRound: [Visit] = [
    visit(
      11, "Mirela Novak", "Lekarna Prešernov trg", hours: -1, sampleCheck(.verified, minutes: -50),
      sampleCheck(.verified, minutes: -35)),
    visit(
      14, "Mirela Novak", "Knjigarna Čopova", hours: 0, sampleCheck(.verified, minutes: -12),
      sampleCheck(.verified, minutes: 4)),
    visit(17, "Mirela Novak", "Harbour kiosk", hours: 1, sampleCheck(.doubtful, minutes: 31)),
  ].compactMap(\.self)

  static func example(
    _ visits: [Visit] = sampleVisits + sampleRound, mayPlan: Bool = true, form: VisitForm = VisitForm(),
    problems: [FieldProblem] = []
  ) -> VisitsPage {
    VisitsPage(
      shell: .example(.visits), slug: "city-rescue", filter: VisitFilter(),
      time: sampleDay, visits: visits,
      legs: measured(VisitLeg.all(of: visits)),
      people: [(2, "Mirela Novak"), (1, "أحمد بن عبد الرحمن")], outlets: visits.map(\.outlet),
      mayPlan: mayPlan, mayManage: true, mayExport: true, form: form, problems: problems,
      clock: PageClock.sample)
  }

  static func measured(_ legs: [VisitLeg]) -> [VisitLeg] {
    legs.enumerated().map { index, leg in
      var leg = leg
      if index == 0 { leg.travelled = 2_431 }
      return leg
    }
  }

  static let day = example()

  static let none = example([])

  static let wrong = example(
    form: VisitForm([("day", "tomorrow")]),
    problems: VisitForm([("day", "tomorrow")]).read().problems)

  static let sample: VisitsPage = {
    var page = example(problems: [FieldProblem("day", "A day such as 2026-11-21.")])
    page.error = "This day cannot be understood: it is written 2026-11-21."
    page.more = "Only the first 500 are shown; the files have all."
    page.routesCut = cutWords(500)
    page.empty = .sample
    return page
  }()
}
