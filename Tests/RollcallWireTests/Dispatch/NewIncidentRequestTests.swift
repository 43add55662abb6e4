import Rollcall
import RollcallWire
import Testing

@Suite("Incidents from a control room's own system")
struct NewIncidentRequestTests {
  private func faults(_ body: String) -> [String] {
    do throws(WireError) {
      _ = try NewIncidentRequest.decode(bytes: Array(body.utf8))
      return []
    } catch {
      guard case .invalid(let faults) = error else { return ["malformed"] }
      return faults.map { "\($0.field) \($0.rule)" }
    }
  }

  @Test(
    "A title and a place are enough, the place in either way",
    arguments: [
      #"{"title":"Fire","lat":46.05,"lng":14.5}"#,
      #"{"title":" Fire ","place":"46.05, 14.5"}"#,
      #"{"place":"geo:46.05,14.5;u=20","title":"Fire","kind":null,"unknown":[{}]}"#,
    ])
  func least(body: String) throws {
    let incident = try NewIncidentRequest.decode(bytes: Array(body.utf8))
    #expect(incident == (try NewIncident(.init(title: "Fire", place: .text("46.05 14.5")))))
  }

  @Test("Every field is read")
  func full() throws {
    let body =
      #"{"kind":"order","title":"Boxes","severity":"low","lat":-90,"lng":180,"notes":"a\r\nb","region":"Centre"}"#
    let incident = try NewIncidentRequest.decode(bytes: Array(body.utf8))
    #expect(incident.kind == .order && incident.severity == .low && incident.title == "Boxes")
    #expect(incident.position == Position(latitude: -90, longitude: 180))
    #expect(incident.notes == "a\nb" && incident.region == "Centre")
  }

  @Test(
    "Every field that is wrong is named once",
    arguments: [
      ("{}", ["lat required", "lng required", "title required"]),
      (#"{"title":"a","lat":46}"#, ["lng required"]),
      (#"{"title":"a","lat":91,"lng":"x"}"#, ["lat range", "lng type"]),
      (#"{"title":"a","lat":1e999,"lng":0}"#, ["lat range"]),
      (#"{"title":"a","lat":46,"lng":14,"place":"46 14"}"#, ["place format"]),
      (#"{"title":"a","place":"somewhere"}"#, ["place format"]),
      (#"{"title":"a","place":"99 14"}"#, ["place range"]),
      (#"{"title":"a","place":" "}"#, ["place required"]),
      (#"{"title":"a","place":{"lat":1}}"#, ["place type"]),
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
      ("[]", [" type"]),
      ("{", ["malformed"]),
      ("", ["malformed"]),
    ] as [(String, [String])])
  func refused(body: String, expected: [String]) {
    #expect(faults(body) == expected)
  }
}
