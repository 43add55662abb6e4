import Rollcall
import RollcallWire
import Testing

@Suite("Incidents from a control room's own system")
struct NewIncidentRequestTests {
  private func decode(_ body: String) throws -> NewIncidentRequest {
    try NewIncidentRequest.decode(bytes: Array(body.utf8))
  }

  private func faults(_ body: String) -> [String] {
    faultsOf { () throws(WireError) in _ = try NewIncidentRequest.decode(bytes: Array(body.utf8)) }
  }

  @Test(
    "A title and a place are enough, the place in either way",
    arguments: [
      #"{"title":"Fire","lat":46.05,"lng":14.5}"#,
      #"{"title":" Fire ","geo":"46.05, 14.5"}"#,
      #"{"geo":"geo:46.05,14.5;u=20","title":"Fire","kind":null,"unknown":[{}],"place":7}"#,
    ])
  func least(body: String) throws {
    let request = try decode(body)
    let position = try #require(Position(latitude: 46.05, longitude: 14.5))
    #expect(request.place == .position(position))
    #expect(
      request.incident(at: position) == (try NewIncident(.init(title: "Fire", place: .text("46.05 14.5")))))
    #expect(request.asking == AskingRequest(mode: .automatic))
  }

  @Test("Every field is read")
  func full() throws {
    let body = #"""
      {"kind":"order","title":"Boxes","severity":"low","lat":-90,"lng":180,"notes":"a\r\nb","region":"Centre",
       "asking":{"mode":"parallel","picks":[3,1,3],"answer_s":20.5,"more":{}}}
      """#
    let request = try decode(body)
    let position = try #require(Position(latitude: -90, longitude: 180))
    let incident = request.incident(at: position)
    #expect(request.place == .position(position) && request.severity == .low)
    #expect(incident.kind == .order && incident.severity == .low && incident.title == "Boxes")
    #expect(incident.notes == "a\nb" && incident.region == "Centre" && incident.position == position)
    #expect(
      request.asking.asking(orElse: 99_000)
        == Asking(.parallel, picks: [Responder.ID(3), Responder.ID(1)], answerWithin: 20_500))
    #expect(try decode(#"{"title":"a","outlet":7}"#).place == .outlet(7))
    #expect(try decode(#"{"title":"a","responder":8}"#).place == .responder(Responder.ID(8)))
  }

  @Test("The workspace's time holds unless the request names one")
  func answerTime() throws {
    let request = try decode(#"{"title":"a","outlet":7,"asking":{"mode":"nobody"}}"#)
    #expect(request.asking.asking(orElse: 45_000) == Asking(.nobody, answerWithin: 45_000))
  }

  @Test("The same asked in other words is the same, anything else is not")
  func canonical() throws {
    let least = #"{"title":"Fire","lat":46.0,"lng":14.5}"#
    let same = [
      #"{"lng":145e-1,"lat":46,"severity":"normal","kind":"incident","title":"Fire","sent_at":1}"#,
      #"{"title":"Fire","geo":"geo:46,14.5","asking":{"mode":"automatic","picks":[]}}"#,
    ]
    for body in same { #expect(try decode(body).canonical == decode(least).canonical, "\(body)") }
    let others = [
      #"{"title":"Fire!","lat":46,"lng":14.5}"#, #"{"title":"Fire","lat":46.1,"lng":14.5}"#,
      #"{"title":"Fire","outlet":1}"#, #"{"title":"Fire","responder":1}"#,
      #"{"title":"Fire","lat":46,"lng":14.5,"kind":"order"}"#,
      #"{"title":"Fire","lat":46,"lng":14.5,"severity":"low"}"#,
      #"{"title":"Fire","lat":46,"lng":14.5,"notes":"x"}"#,
      #"{"title":"Fire","lat":46,"lng":14.5,"region":"x"}"#,
      #"{"title":"Fire","lat":46,"lng":14.5,"asking":{"mode":"nobody"}}"#,
      #"{"title":"Fire","lat":46,"lng":14.5,"asking":{"answer_s":15}}"#,
      #"{"title":"Fire","lat":46,"lng":14.5,"asking":{"mode":"parallel","picks":[1,2]}}"#,
      #"{"title":"Fire","lat":46,"lng":14.5,"asking":{"mode":"parallel","picks":[2,1]}}"#,
    ]
    #expect(Set(try (others + [least]).map { try decode($0).canonical }).count == others.count + 1)
  }

  @Test(
    "Every field that is wrong is named once",
    arguments: [
      ("{}", ["lat required", "lng required", "title required"]),
      (#"{"title":"a","lat":46}"#, ["lng required"]),
      (#"{"title":"a","lat":91,"lng":"x"}"#, ["lat range", "lng type"]),
      (#"{"title":"a","lat":1e999,"lng":0}"#, ["lat range"]),
      (#"{"title":"a","lat":46,"lng":14,"geo":"46 14"}"#, [" format"]),
      (#"{"title":"a","outlet":1,"responder":1}"#, [" format"]),
      (#"{"title":"a","geo":"somewhere"}"#, ["geo format"]),
      (#"{"title":"a","geo":"99 14"}"#, ["geo format"]),
      (#"{"title":"a","geo":{"lat":1}}"#, ["geo type"]),
      (#"{"title":"a","outlet":"x"}"#, ["outlet type"]),
      (#"{"title":"a","outlet":1.5}"#, ["outlet type"]),
      (#"{"title":"a","responder":99999999999999999999}"#, ["responder type"]),
      (
        #"{"title":7,"kind":[],"severity":true,"lat":1,"lng":1}"#,
        ["kind type", "title type", "severity type"]
      ),
      (
        #"{"title":"","kind":"x","severity":"X","lat":1,"lng":1}"#,
        ["kind range", "severity range", "title required"]
      ),
      (
        #"{"title":"a\u0007","notes":"\u0000","region":8,"lat":1,"lng":1}"#,
        ["region type", "title format", "notes format"]
      ),
      (#"{"title":"\#(String(repeating: "x", count: 201))","lat":1,"lng":1}"#, ["title range"]),
      (#"{"title":"a","lat":1,"lng":1,"asking":"now"}"#, ["asking type"]),
      (
        #"{"title":"a","lat":1,"lng":1,"asking":{"mode":"all","picks":["x"],"answer_s":"1"}}"#,
        ["asking.mode range", "asking.picks type", "asking.answer_s type"]
      ),
      (#"{"title":"a","lat":1,"lng":1,"asking":{"mode":"parallel"}}"#, ["asking.picks required"]),
      (#"{"title":"a","lat":1,"lng":1,"asking":{"picks":[1]}}"#, ["asking.picks format"]),
      (#"{"title":"a","lat":1,"lng":1,"asking":{"answer_s":14.9}}"#, ["asking.answer_s range"]),
      (#"{"title":"a","lat":1,"lng":1,"asking":{"answer_s":1e400}}"#, ["asking.answer_s range"]),
      (
        #"{"title":"a","lat":1,"lng":1,"asking":{"mode":"parallel","picks":[\#(String(repeating: "1,", count: 50))1]}}"#,
        ["asking.picks range"]
      ),
      ("[]", [" type"]),
      ("{", ["malformed"]),
      ("", ["malformed"]),
    ] as [(String, [String])])
  func refused(body: String, expected: [String]) {
    #expect(faults(body) == expected)
  }
}

@Suite("What a control room's own system says of an incident that is open")
struct AskingRequestTests {
  @Test("By default people are asked by ranking")
  func least() throws {
    for body in ["", "{}", #"{"mode":null,"answer_s":null,"reason":7}"#] {
      #expect(try AskingRequest.decode(bytes: Array(body.utf8)) == .standard)
    }
    #expect(try ReassignRequest.decode(bytes: []).reason == "")
  }

  @Test("Reasons and notes are read")
  func words() throws {
    let body = #"{"mode":"parallel","picks":[4],"reason":"no vehicle"}"#
    let reassign = try ReassignRequest.decode(bytes: Array(body.utf8))
    #expect(reassign.reason == "no vehicle" && reassign.asking.picks == [Responder.ID(4)])
    #expect(try NoteRequest.decode(bytes: Array(#"{"note":"He is awake."}"#.utf8)) == "He is awake.")
  }

  @Test("What is wrong is named")
  func refused() {
    let long = String(repeating: "x", count: 2_001)
    #expect(
      faultsOf { () throws(WireError) in
        _ = try ReassignRequest.decode(bytes: Array(#"{"mode":1,"reason":"\#(long)"}"#.utf8))
      } == ["mode type", "reason range"])
    for (body, expected) in [
      ("{}", "note required"), (#"{"note":""}"#, "note range"), (#"{"note":"\#(long)"}"#, "note range"),
      (#"{"note":1}"#, "note type"),
    ] {
      #expect(
        faultsOf { () throws(WireError) in _ = try NoteRequest.decode(bytes: Array(body.utf8)) } == [
          expected
        ])
    }
  }
}

/// The fields at fault and their rules.
private func faultsOf(_ decode: () throws(WireError) -> Void) -> [String] {
  do throws(WireError) {
    try decode()
    return []
  } catch {
    guard case .invalid(let faults) = error else { return ["malformed"] }
    return faults.map { "\($0.field) \($0.rule)" }
  }
}
