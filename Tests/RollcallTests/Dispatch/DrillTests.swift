import Rollcall
import Testing

@Suite("A readiness drill")
struct DrillTests {
  private let now = Timestamp(milliseconds: 1_000_000)

  @Test(
    "What was filled in is checked",
    arguments: [
      ("Evening", "", 60_000, []), (" Evening ", "30", 30_000, []), ("Evening", "600", 600_000, []),
      ("", "60", nil, [.title]), ("Evening", "29", nil, [.answerTime]),
      ("Evening", "601", nil, [.answerTime]),
      ("Evening", "9223372036854775807", nil, [.answerTime]), ("Evening", "1.5", nil, [.answerTime]),
      (String(repeating: "x", count: 193), "", 60_000, []),
      (String(repeating: "x", count: 194), "", nil, [.title]),
      ("two\nlines", "-60", nil, [.title, .answerTime]),
    ] as [(String, String, Milliseconds?, [NewDrill.Problem])])
  func form(title: String, seconds: String, within: Milliseconds?, problems: [NewDrill.Problem]) {
    do throws(NewDrill.Refusal) {
      let drill = try NewDrill(title: title, region: "", seconds: seconds)
      #expect(drill.answerWithin == within && drill.region == nil && problems.isEmpty)
      #expect((NewDrill.label + drill.title).utf8.count <= NewIncident.titleLimit)
    } catch {
      #expect(error.problems == problems && within == nil)
    }
  }

  @Test("Everybody on duty and free is asked, online or not; the others are told apart by their reason")
  func plan() throws {
    let place = try #require(Position(latitude: 46, longitude: 14))
    let person = { (id: Int64, change: (inout Availability) -> Void) in
      var person = Availability(
        id: Responder.ID(id), name: "P\(id)", profile: "responder", offers: .incident, status: .online,
        duty: .onDuty, position: place, hearsWithin: 5_000)
      change(&person)
      return person
    }
    let people = [
      person(9) { _ in }, person(1) { $0.duty = .offDuty }, person(2) { $0.status = .offline },
      person(3) { $0.status = .degraded }, person(4) { $0.duty = .onMission },
      person(5) { $0.hasOpenOffer = true }, person(6) { $0.isInDrill = true },
      person(7) { $0.position = nil },
      person(8) { $0.hearsWithin = nil }, person(10) { $0.status = .unknown },
      person(11) { ($0.profile, $0.offers) = ("family", []) },
      person(12) { ($0.duty, $0.offers) = (.offDuty, .order) },
    ]
    let plan = DrillPlan(people.shuffled(), at: now)
    #expect(plan.asked.map(\.person.id.rawValue) == [2, 3, 7, 8, 9, 10])
    #expect((plan.asked.first?.distance ?? .infinity) < 0.001)
    #expect(
      plan.leftOut.map { "\($0.person.id.rawValue) \($0.reason)" } == [
        "4 on another mission", "5 holds another offer", "6 has not answered another drill yet",
        "11 profile \"family\" is not offered incidents",
      ])
  }

  @Test("A drill has its place in the midst of those asked, across the antimeridian too")
  func middle() throws {
    let people = [179.0, -179.0].map { longitude in
      Availability(
        id: Responder.ID(longitude > 0 ? 1 : 2), name: "", profile: "responder", offers: .incident,
        status: .online, duty: .onDuty,
        position: Position(latitude: 46, longitude: longitude))
    }
    let plan = DrillPlan(people, at: now)
    let middle = try #require(plan.middle)
    #expect(abs(abs(middle.longitude) - 180) < 1e-9 && abs(middle.latitude - 46) < 0.01)
    #expect(plan.asked.allSatisfy { (70_000...80_000).contains($0.distance) })
    #expect(DrillPlan([Availability](), at: now).middle == nil)
  }

  @Test(
    "Its place tells of nobody where they are: three decimals, to the ends of the globe",
    arguments: [
      (46.0512345, 14.5087654, 46.051, 14.509), (-33.4488897, -70.6692655, -33.449, -70.669),
      (89.9999, 179.9999, 90.0, 180.0), (-89.9999, -179.9999, -90.0, -180.0),
    ])
  func place(latitude: Double, longitude: Double, north: Double, east: Double) throws {
    let position = try #require(Position(latitude: latitude, longitude: longitude))
    let person = Availability(
      id: Responder.ID(1), name: "", profile: "responder", offers: .incident, status: .online, duty: .onDuty,
      position: position)
    let plan = DrillPlan([person], at: now)
    #expect(plan.asked.count == 1)
    #expect(plan.place == Position(latitude: north, longitude: east))
  }

  @Test("Everybody is offered it at once; accepting assigns nobody, and with the last answer it is over")
  func machine() throws {
    var machine = try drill(3)
    #expect(machine.file.offers.count == 3 && machine.file.state == .offering)
    #expect(machine.file.offers.allSatisfy { $0.expiresAt.since($0.queuedAt) == 60_000 })
    answer(&machine, Offer.ID(1), .accepted, after: 5_000)
    answer(&machine, Offer.ID(2), .accepted, after: 6_000)
    #expect(machine.file.assignment == nil && machine.file.state == .offering)
    machine.settle(until: now.advanced(by: 90_000))
    #expect(machine.file.state == .resolved && machine.file.stateSince == now.advanced(by: 60_000))
    #expect(machine.file.offers.map(\.state) == [.accepted, .accepted, .undelivered])
    #expect(machine.file.wakeAt == nil && machine.file.deadline == nil)
    #expect(throws: DispatchMachine.AskRefusal.closed) {
      try machine.drill([], answerWithin: 60_000, nextOffer: { Offer.ID(9) }, at: now)
    }
  }

  @Test("With one offer in view it is not over while others are open elsewhere")
  func oneOfMany() throws {
    var file = try drill(3).file
    file.offers = [file.offers[1]]
    file.isOpenElsewhere = true
    var machine = DispatchMachine(file)
    answer(&machine, Offer.ID(2), .declined, after: 1)
    #expect(machine.file.state == .offering)
    file.isOpenElsewhere = false
    machine = DispatchMachine(file)
    answer(&machine, Offer.ID(2), .declined, after: 1)
    #expect(machine.file.state == .resolved)
  }

  @Test("Ended by hand, what is open is taken back")
  func ended() throws {
    var machine = try drill(2)
    _ = machine.apply(.declined, to: Offer.ID(1), at: now)
    let isClosed = machine.close(as: .resolved, .resolved, at: now.advanced(by: 7))
    #expect(isClosed)
    #expect(machine.file.offers.map(\.state) == [.declined, .withdrawn])
    #expect(machine.file.offers.last?.reason == "the drill was ended")
    let isOpen = machine.reopen(at: now)
    #expect(!isOpen)
  }

  @Test("What became of each person, those who would not have come first, and the numbers of it")
  func results() {
    let offer = { (id: Int64, change: (inout Offer) -> Void) in
      var offer = Offer(
        id: Offer.ID(id), incident: Incident.ID(1), responder: Responder.ID(id), distance: 0, queuedAt: now,
        expiresAt: now.advanced(by: 60_000))
      change(&offer)
      return DrillResult(responder: Responder.ID(id), name: "P\(id)", offer: offer)
    }
    let answered = { (state: Offer.State, after: Milliseconds) in
      { (offer: inout Offer) in
        (offer.state, offer.answer) = (state, Offer.Answer(rawValue: state.rawValue))
        offer.answeredAt = now.advanced(by: after)
      }
    }
    let results = [
      offer(1, answered(.accepted, 4_000)), offer(2, answered(.accepted, 9_000)),
      offer(3, answered(.declined, 6_500)), offer(4) { _ in },
      offer(5) { $0.state = .undelivered }, offer(6) { ($0.state, $0.sentAt) = (.undelivered, now) },
      offer(7) { ($0.state, $0.sentAt, $0.deliveredAt) = (.expired, now, now) },
      offer(8) { ($0.state, $0.deliveredAt, $0.seenAt) = (.expired, now, now) },
      offer(9) { ($0.state, $0.reason) = (.unreachable, "went offline") },
      offer(10) { ($0.state, $0.reason) = (.withdrawn, "a real incident came") },
      DrillResult(responder: Responder.ID(11), name: "P11", offer: nil, leftOut: "offline"),
    ]
    #expect(
      results.shuffled().sorted(by: DrillResult.comesFirst).map {
        "\($0.responder.rawValue) \($0.outcome.rawValue): \($0.reason)"
      } == [
        "5 not_reached: the phone did not ask, and no message was sent",
        "6 not_reached: a message was sent, and the phone did not fetch the offer",
        "9 not_reached: went offline", "7 no_answer: the phone has it, and did not show it",
        "8 no_answer: seen, and not answered", "11 not_asked: offline", "4 waiting: ",
        "10 withdrawn: a real incident came", "3 declined: ", "2 accepted: ", "1 accepted: ",
      ])
    let numbers = DrillNumbers(results)
    #expect((numbers.onDuty, numbers.asked, numbers.reached, numbers.answered) == (11, 10, 5, 3))
    #expect(numbers.medianAnswer == 6_500 && numbers.count(.accepted) == 2)
    #expect(DrillNumbers([DrillResult]()).medianAnswer == nil)
  }

  private func answer(
    _ machine: inout DispatchMachine, _ offer: Offer.ID, _ event: OfferMachine.Event, after: Milliseconds
  ) {
    let verdict = machine.apply(event, to: offer, at: now.advanced(by: after))
    #expect(verdict == .taken)
  }

  private func drill(_ count: Int64) throws -> DispatchMachine {
    var machine = DispatchMachine(DispatchCase(id: Incident.ID(1), isDrill: true, openedAt: now))
    let place = try #require(Position(latitude: 46, longitude: 14))
    let people = (1...count).map {
      Candidates.Candidate(
        Availability(
          id: Responder.ID($0), name: "P\($0)", profile: "responder", offers: .incident, status: .online,
          duty: .onDuty, position: place), distance: 0)
    }
    var last: Int64 = 0
    try machine.drill(
      people, answerWithin: 60_000,
      nextOffer: {
        last += 1
        return Offer.ID(last)
      }, at: now)
    return machine
  }
}
