import Rollcall

extension DrillPage {
  private static let start = PageClock.sampleNow.advanced(by: -31_000)

  /// Seconds after the start: sent, delivered, seen, the end; and the last state.
  private typealias Steps = (Int64?, Int64?, Int64?, Int64?, Offer.State)

  private static func result(_ id: Int64, _ name: String, _ region: String?, _ steps: Steps) -> DrillResult {
    var offer = Offer(
      id: Offer.ID(900 + id), incident: Incident.ID(216), responder: Responder.ID(id), distance: 1_200,
      queuedAt: start, expiresAt: start.advanced(by: 60_000))
    let at = { (seconds: Int64?) in seconds.map { start.advanced(by: $0 * 1_000 + 240) } }
    (offer.sentAt, offer.deliveredAt, offer.seenAt) = (at(steps.0), at(steps.1), at(steps.2))
    (offer.endedAt, offer.state) = (at(steps.3), steps.4)
    offer.answer = Offer.Answer(rawValue: steps.4.rawValue)
    offer.answeredAt = offer.answer == nil ? nil : offer.endedAt
    if steps.4 == .withdrawn { offer.reason = "a real incident came" }
    if steps.4 == .unreachable { offer.reason = "went offline" }
    return DrillResult(responder: Responder.ID(id), name: name, region: region, offer: offer)
  }

  static let sampleResults: [DrillResult] = [
    result(6, "Ravi Menon", "North", (1, nil, nil, 30, .unreachable)),
    result(
      1, "Bartholomew Maximilian Featherstonehaugh-Cholmondeley of Upper and Lower Slaughter", "Harbour",
      (nil, nil, nil, 60, .expired)),
    result(7, "Lucía Torres", "North", (1, 2, nil, 60, .expired)),
    result(3, "Mirela Novak", nil, (1, 2, 5, 60, .expired)),
    DrillResult(
      responder: Responder.ID(8), name: "Omar Haddad", region: "North", offer: nil,
      leftOut: "offline for 12 min"),
    DrillResult(
      responder: Responder.ID(2), name: "Jonas Weber", offer: nil, leftOut: "on another mission"),
    result(4, "Sipho Dlamini", "Centre", (1, 2, 9, nil, .seen)),
    result(9, "Grace Kim", "Centre", (1, 2, nil, 12, .withdrawn)),
    result(5, "أحمد بن عبد الرحمن", "Centre", (1, 2, 4, 22, .declined)),
    result(10, "Ana Horvat", "North", (0, 1, 3, 8, .accepted)),
  ].sorted(by: DrillResult.comesFirst)

  static func sampleSubject(closedAt: Timestamp?) -> Subject {
    Subject(
      id: Incident.ID(216), title: "Evening readiness, <all> regions", region: nil, sentAt: start,
      sentBy: "dispatcher@example.org", answerWithin: 60_000, closedAt: closedAt)
  }

  /// An example with every kind of content.
  public static let sample: DrillPage = {
    var page = example(closedAt: nil)
    page.closed = .sample
    return page
  }()

  static func example(closedAt: Timestamp?) -> DrillPage {
    DrillPage(
      shell: .example(.incidents, title: "Drill 216"), slug: "city-rescue", sampleSubject(closedAt: closedAt),
      results: sampleResults, href: { "/w/city-rescue/responders/\($0.rawValue)" },
      clock: PageClock.sample)
  }
}

extension DrillsPage {
  static func sampleRow(closedAt: Timestamp?) -> DrillListRow {
    DrillListRow(
      DrillPage.sampleSubject(closedAt: closedAt), slug: "city-rescue",
      numbers: DrillNumbers(DrillPage.sampleResults), clock: PageClock.sample)
  }

  /// An example with every kind of content.
  public static let sample: DrillsPage = {
    var page = DrillsPage(
      shell: .example(.incidents, title: "Drills"), slug: "city-rescue", rows: [sampleRow(closedAt: nil)],
      limit: 1)
    page.empty = .sample
    return page
  }()

  static let examples = DrillsPage(
    shell: .example(.incidents, title: "Drills"), slug: "city-rescue",
    rows: [sampleRow(closedAt: nil), sampleRow(closedAt: PageClock.sampleNow)], limit: 100)

  static let none = DrillsPage(
    shell: .example(.incidents, title: "Drills"), slug: "city-rescue", rows: [], limit: 100)
}

extension NewDrillPage {
  static func example(
    form: DrillForm = DrillForm(), people: [Availability], problems: [FieldProblem] = [],
    notice: ActionNotice? = nil
  ) -> NewDrillPage {
    NewDrillPage(
      shell: .example(.incidents, title: "New drill"), slug: "city-rescue", form: form, once: "o",
      regions: ["Centre", "Harbour", "North"], plan: DrillPlan(people, at: PageClock.sampleNow),
      problems: problems, notice: notice, href: { "/w/city-rescue/responders/\($0.rawValue)" })
  }

  static let people: [Availability] = {
    let ranking = CandidateList.sampleRanking
    return (ranking?.ranked.map(\.person) ?? []) + (ranking?.leftOut.map(\.person) ?? [])
  }()

  static let nobody = example(people: CandidateList.sampleRanking?.leftOut.map(\.person) ?? [])

  static let wrong = example(
    form: DrillForm([("title", ""), ("answer", "5"), ("region", "Nowhere")]), people: people,
    problems: [
      FieldProblem("title", "A drill needs a title."), FieldProblem("answer", "It is 30 to 600 seconds."),
      FieldProblem("region", "There is no region of this name."),
    ], notice: .sample)

  /// An example with every kind of content.
  public static let sample: NewDrillPage = {
    var page = example(people: people, problems: [.sample], notice: .sample)
    page.leftOutMore = "And 12 more: the drill's page has them all."
    return page
  }()
}
