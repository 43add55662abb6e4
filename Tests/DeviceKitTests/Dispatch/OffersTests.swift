import DeviceKit
import Rollcall
import RollcallWire
import Testing

@Suite("Offers on the phone")
struct OffersTests {
  private static let offer =
    #"{"id":7,"state":"delivered","expires_at":"2026-11-21T09:00:30.000Z","distance_m":410.5,"incident":{"id":3,"kind":"incident","title":"Fire in the attic","severity":"high","lat":46.05,"lng":14.5,"geo":"geo:46.05,14.5","notes":""}}"#

  private func client(_ server: ScriptedServer) -> RollcallClient {
    RollcallClient(sender: server, token: "secret")
  }

  private func answer(_ data: String, status: Int = 200) -> HTTPAnswer {
    HTTPAnswer(status: status, body: Array(#"{"data":\#(data),"message":"","code":"OK"}"#.utf8))
  }

  @Test("the offers that wait are fetched")
  func list() async throws {
    let server = ScriptedServer([answer(#"{"offers":[\#(Self.offer)]}"#)])
    guard case .done(let offers) = await client(server).offers() else {
      Issue.record("not answered")
      return
    }
    #expect(offers.map(\.id) == [Offer.ID(7)])
    #expect(offers.first?.details.title == "Fire in the attic")
    #expect(server.calls.map(\.method) == ["GET"])
    #expect(server.calls.map(\.path) == ["/app/v1/offers"])
  }

  @Test("an upload's answer brings the offers that wait")
  func inBand() async throws {
    let ping = Ping(position: try #require(Position(latitude: 46, longitude: 14)), isMock: .no)
    for (members, expected) in [(#","offers":[\#(Self.offer)]"#, [7]), ("", [])] as [(String, [Int64])] {
      let server = ScriptedServer([
        answer(#"{"count":1,"stored":1,"duplicates":0,"expired":0\#(members)}"#, status: 201)
      ])
      guard case .done(let receipt) = await client(server).upload(Batch(pings: [ping]), key: "k") else {
        Issue.record("not taken")
        continue
      }
      #expect(receipt.offers.map(\.id.rawValue) == expected)
    }
  }

  @Test(
    "each answer goes to its own path",
    arguments: [
      (OfferAnswer.seen, nil, "{}"), (.accept, nil, "{}"),
      (.decline, "no \"vehicle\"", #"{"reason":"no \"vehicle\""}"#),
    ] as [(OfferAnswer, String?, String)])
  func answers(reply: OfferAnswer, reason: String?, body: String) async throws {
    let server = ScriptedServer([self.answer(Self.offer)])
    guard case .done = await client(server).answer(offer: Offer.ID(7), reply, reason: reason) else {
      Issue.record("not taken")
      return
    }
    let call = try #require(server.calls.first)
    #expect(call.method == "POST")
    #expect(call.path == "/app/v1/offers/7/\(reply.rawValue)")
    #expect(String(decoding: call.body, as: UTF8.self) == body)
  }

  @Test("an offer that is no longer theirs is a refusal")
  func conflict() async {
    let server = ScriptedServer([.error(409, "CONFLICT")])
    guard case .refused(let refusal) = await client(server).answer(offer: Offer.ID(7), .accept) else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.status == 409)
  }

  private static let held =
    #"{"id":4,"offer_id":7,"since":"2026-11-21T09:00:00.000Z","arrived_at":null,"incident":{"id":3,"kind":"incident","title":"Fire","severity":"high","lat":46,"lng":14,"geo":"geo:46,14","notes":null,"state":"assigned"}}"#

  @Test(
    "what the responder is assigned to is fetched",
    arguments: [(held, 4), ("null", nil), ("{}", nil)] as [(String, Int64?)])
  func assignment(data: String, expected: Int64?) async throws {
    let server = ScriptedServer([answer(data)])
    guard case .done(let found) = await client(server).assignment() else {
      Issue.record("not answered")
      return
    }
    #expect(found?.id == expected)
    #expect(found == nil || found?.offer == Offer.ID(7) && found?.incident == Incident.ID(3))
    #expect(server.calls.map(\.path) == ["/app/v1/assignment"])
  }

  @Test("each progress report goes to its own path", arguments: AssignmentReport.allCases)
  func reports(report: AssignmentReport) async throws {
    let server = ScriptedServer([answer(Self.held)])
    guard case .done = await client(server).report(assignment: 4, report) else {
      Issue.record("not taken")
      return
    }
    #expect(server.calls.map(\.method) == ["POST"])
    #expect(server.calls.map(\.path) == ["/app/v1/assignments/4/\(report.rawValue)"])
  }
}
