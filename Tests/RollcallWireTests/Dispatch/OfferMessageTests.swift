import Rollcall
import RollcallWire
import Testing

@Suite("Offers as phones get them")
struct OfferMessageTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func message(
    title: String = "Fire", notes: String? = "Ring twice", distance: Double? = 1_234.5678,
    latitude: Double = 46.0511, longitude: Double = 14.5
  ) throws -> OfferMessage {
    let details = NewIncident(
      kind: .incident, title: title, severity: .critical,
      position: try #require(Position(latitude: latitude, longitude: longitude)), notes: notes,
      region: "Centre")
    let incident = Incident(
      id: .init(214), workspace: .init(1), details: details, openedAt: Timestamp(milliseconds: 0),
      openedBy: "member:1")
    let offer = Offer(
      id: .init(7), incident: incident.id, responder: .init(3), distance: distance,
      queuedAt: Timestamp(milliseconds: 1_795_253_400_000),
      expiresAt: Timestamp(milliseconds: 1_795_253_430_000))
    return OfferMessage(offer, of: incident)
  }

  private let written = #"""
    {"id":7,"state":"queued","expires_at":"2026-11-21T09:30:30.000Z","distance_m":1234.6,"drill":false,\#
    "incident":{"id":214,\#
    "kind":"incident","title":"Fire","severity":"critical","lat":46.0511,"lng":14.5,"geo":"geo:46.0511,14.5",\#
    "notes":"Ring twice","needs":[{"count":1,"skills":[]}]}}
    """#.split(separator: "\n").joined()

  @Test("An offer is written as the contract says")
  func offer() throws {
    var writer = JSONWriter()
    writer.offer(try message())
    #expect(text(writer.bytes) == written)
  }

  @Test("A drill says so, by a member and at the beginning of its title, and a phone reads both back")
  func drill() throws {
    let details = try message().details
    let incident = Incident(
      id: .init(214), workspace: .init(1), details: details, openedAt: Timestamp(milliseconds: 0),
      openedBy: "member:1", isDrill: true)
    let offer = Offer(
      id: .init(7), incident: incident.id, responder: .init(3), distance: 0,
      queuedAt: Timestamp(milliseconds: 0), expiresAt: Timestamp(milliseconds: 30_000))
    var writer = JSONWriter()
    writer.object { $0.object("data") { $0.offers([OfferMessage(offer, of: incident)]) } }
    #expect(text(writer.bytes).contains(#""drill":true,"incident""#))
    let read = try #require(try OfferMessage.list(bytes: writer.bytes).first)
    #expect(read.isDrill && read.details.title == "Drill: Fire")
    #expect(try OfferMessage.list(bytes: Array(#"{"data":{"offers":[]}}"#.utf8)).isEmpty)
  }

  @Test("Unknown values are null, and markup is escaped")
  func unknown() throws {
    var writer = JSONWriter()
    writer.offer(try message(title: "<b>\"", notes: nil, distance: nil))
    let json = text(writer.bytes)
    #expect(json.contains(#""distance_m":null"#) && json.contains(#""notes":null"#))
    #expect(json.contains(#""title":"\u003cb\u003e\"""#))
  }

  @Test("Open offers follow the counts in the answer to an upload; without any, the member is absent")
  func inBand() throws {
    #expect(
      text(BatchAnswer(stored: 1, rejected: [], offers: [try message()]).bytes)
        == #"{"data":{"count":1,"stored":1,"duplicates":0,"expired":0,"rejected":[],"offers":[\#(written)]},"#
        + #""message":"Locations Saved","code":"CREATED"}"#)
    #expect(BatchAnswer(stored: 1, offers: []).bytes == BatchAnswer(stored: 1).bytes)
    let answer = try UploadAnswer.decode(bytes: BatchAnswer(stored: 1, offers: [message()]).bytes)
    #expect(answer.counts == UploadCounts(stored: 1))
  }

  @Test("A phone reads back what was written")
  func roundTrip() throws {
    let first = try message()
    var second = try message(
      title: "Ž\u{301} <>", notes: nil, distance: nil, latitude: -0.00001234, longitude: 180)
    second.state = .withdrawn
    second.id = Offer.ID(.max)
    let expected = [first, second].map(withoutRegion)
    #expect(try OfferMessage.list(bytes: BatchAnswer(stored: 0, offers: [first, second]).bytes) == expected)
    let list = Envelope.bytes(.ok, "Offers") { $0.object { $0.offers([first, second]) } }
    #expect(try OfferMessage.list(bytes: list) == expected)
    let single = Envelope.bytes(.ok, "Accepted") { $0.offer(first) }
    #expect(try OfferMessage.single(bytes: single) == expected.first)
  }

  /// The region is not told to phones.
  private func withoutRegion(_ message: OfferMessage) -> OfferMessage {
    var message = message
    let details = message.details
    message.details = NewIncident(
      kind: details.kind, title: details.title, severity: details.severity, position: details.position,
      notes: details.notes)
    return message
  }

  @Test(
    "Answers without offers have none",
    arguments: [
      #"{}"#, #"{"data":null}"#, #"{"data":[]}"#, #"{"data":{}}"#, #"{"data":{"offers":7}}"#,
      #"{"data":{"offers":[]}}"#, #"{"data":{"offers":[1,null,{},{"id":1}]}}"#,
    ])
  func none(body: String) throws {
    #expect(try OfferMessage.list(bytes: Array(body.utf8)) == [])
    #expect(try OfferMessage.single(bytes: Array(body.utf8)) == nil)
  }

  @Test("An offer that this app cannot read does not cost the others; an unknown severity is urgent")
  func newWords() throws {
    let new = written.replacing("queued", with: "teleported")
    let urgent = written.replacing("critical", with: "apocalyptic").replacing(
      #""kind":"incident","#, with: "")
    let list = try OfferMessage.list(bytes: Array(#"{"data":{"offers":[\#(new),\#(urgent)]}}"#.utf8))
    #expect(list.map(\.details.severity) == [.high] && list.map(\.details.kind) == [.incident])
  }

  @Test("A captive portal's page is no list of offers", arguments: ["<html>", "[]", ""])
  func portal(body: String) {
    #expect(throws: WireError.self) { try OfferMessage.list(bytes: Array(body.utf8)) }
  }
}
