import Rollcall
import RollcallStore

@testable import RollcallWeb

extension ErasePage.Part: Sampled {
  static let sample = Self("Positions", 41_210)
}

extension ErasePage: Sampled {
  /// One that nothing keeps from being done.
  static let confirm = ErasePage(
    shell: .example(.responders, title: "Erase Mirela Novak"), slug: "city-rescue", id: Responder.ID(17),
    name: "Mirela Novak", goes: [.sample, Part("Who they are", 1)], stays: [],
    records: [Link(label: "Novak, M.", href: "/w/city-rescue/responders/41")])

  static let sample = ErasePage(
    shell: .example(.responders, title: "Erase Mirela Novak"), slug: "city-rescue", id: Responder.ID(17),
    name: "Mirela Novak",
    goes: [.sample, Part("Logins of phones", 2), Part("Who they are", 1)],
    stays: [Part("Entries of the audit about them", 31), Part("Incidents they took", 4)],
    obstacle: "They have INC-12, or are asked to take it. Take it back first.",
    problem: "Nothing was erased: that is not “erase 17”.",
    records: [Link(label: "Novak, M.", href: "/w/city-rescue/responders/41")])
}

extension OwnPage: Sampled {
  static let sample: OwnPage = {
    var page = OwnPage(
      Parts(
        person: .ownSample, workspace: "City Rescue", offer: .sample,
        troubles: [.silent, .powerSaving], system: .android,
        report: LatestReport(accuracy: 9), devices: [.sample],
        duty: DutySwitchPart(
          .offDuty, label: "Off duty", on: "I am on duty now", off: "I am off duty now", path: "/me/x/duty"),
        asked: (true, false), retentionDays: 90),
      path: PagePath.own("2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM"), notice: .sample,
      clock: PageClock.sample)
    page.fine = "All is well with your phone."
    return page
  }()
}

extension ResponderNow {
  /// Somebody who has not been heard for some minutes.
  static let ownSample = ResponderNow(
    id: Responder.ID(17), name: "Mirela Novak", profile: "responder", region: "North", duty: "On duty",
    status: .offline, since: PageClock.sampleNow.advanced(by: -720_000),
    rule: "responder/on_duty: no contact for 180 s",
    lastContact: PageClock.sampleNow.advanced(by: -900_000),
    latestFix: PageClock.sampleNow.advanced(by: -900_000))
}

extension TroubleSteps: Sampled {
  static let sample = TroubleSteps(.silent, on: nil)
}

extension OwnOfferPart: Sampled {
  static let sample: OwnOfferPart = {
    var part = OwnOfferPart(
      .sample, id: 91, expiresAt: PageClock.sampleNow.advanced(by: 24_000), assignment: (7, false),
      path: "/me/x", clock: PageClock.sample)
    part.advice = OfferLinkPage.sample.advice
    return part
  }()
}

extension OwnHistoryPage.Row: Sampled {
  static let sample = Self(taken: .sample, received: .sample, place: .sample, about: "9 m, 83 %")
}

extension OwnHistoryPage: Sampled {
  static let sample = OwnHistoryPage(
    name: "Mirela Novak", back: "/me/x", path: "/me/x/history", day: "2026-11-21", firstDay: "2026-08-23",
    lastDay: "2026-11-21", note: "The newest 200 of the day.", rows: [.sample],
    next: "?day=2026-11-21&cursor=5.7")
}

extension RequestsPage: Sampled {
  static let sample = RequestsPage(
    shell: .example(.requests), open: [.sample, .erasure], done: [.finished],
    notice: ActionNotice(
      .calm, "Person 9 was erased.", detail: "Nothing but “Erased person 9” is left of them in the database.")
  )
}

extension RequestRow: Sampled {
  static func example(_ id: Int64, _ who: String, isErasure: Bool, doneAt: Timestamp? = nil)
    -> RequestRow
  {
    RequestRow(
      id: id, who: who, responder: Responder.ID(id), isErasure: isErasure,
      madeAt: PageClock.sampleNow.advanced(by: -7_200_000 * id), doneAt: doneAt,
      doneBy: doneAt == nil ? "" : "dora@example.org", slug: "city-rescue", csrf: "sample-token",
      mayErase: id != 2, clock: PageClock.sample)
  }

  static let sample = example(1, "Mirela Novak", isErasure: false)

  /// One that the reader may not fulfil.
  static let erasure = example(2, "ليلى حداد", isErasure: true)

  /// One that is done.
  static let finished = example(
    9, "Erased person 9", isErasure: true, doneAt: PageClock.sampleNow.advanced(by: -60_000))
}
