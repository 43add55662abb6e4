import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite struct GapExportTests {
  @Test("Changes of status: columns, the workspace's offset, by time then id") func transitions() async throws
  {
    let desk = try TimelineDesk("+Ana, \"A\"")
    await desk.report()
    desk.web.pass(seconds: 200)
    await desk.contact()
    let answer = await desk.get("reports/transitions.csv")
    let who = "\(desk.id.rawValue),\"'+Ana, \"\"A\"\"\""
    func line(_ at: Int64, _ rest: String) -> String {
      "\(who),\(TestWeb.start.advanced(by: at * 1_000).rfc3339(offsetSeconds: 3_600)),\(rest)\r\n"
    }
    #expect(
      answer.text == "responder_id,responder,at,from,to,rule\r\n"
        + line(0, ",off_duty,family/stationary: off duty")
        + line(0, "off_duty,unknown,\"family/stationary: on duty, no fresh fix yet\"")
        + line(0, "unknown,online,family/stationary: a fresh fix")
        + line(90, "online,degraded,family/stationary: no fix for 90 s")
        + line(180, "degraded,offline,family/stationary: no contact for 180 s")
        + line(200, "offline,degraded,family/stationary: contact without a fresh fix"))
  }

  @Test(
    "A local day has 23 or 25 hours, each instant its own offset",
    arguments: [
      (
        "2027-03-28",
        [
          "2027-03-27T22:59:59Z", "2027-03-27T23:00:00Z", "2027-03-28T00:59:59Z", "2027-03-28T01:00:00Z",
          "2027-03-28T21:59:59Z", "2027-03-28T22:00:00Z",
        ],
        [
          "2027-03-28T00:00:00.000+01:00", "2027-03-28T01:59:59.000+01:00", "2027-03-28T03:00:00.000+02:00",
          "2027-03-28T23:59:59.000+02:00",
        ]
      ),
      (
        "2027-10-31",
        [
          "2027-10-30T21:59:59Z", "2027-10-30T22:00:00Z", "2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z",
          "2027-10-31T22:59:59Z", "2027-10-31T23:00:00Z",
        ],
        [
          "2027-10-31T00:00:00.000+02:00", "2027-10-31T02:30:00.000+02:00", "2027-10-31T02:30:00.000+01:00",
          "2027-10-31T23:59:59.000+01:00",
        ]
      ),
    ]) func localDays(day: String, moments: [String], shown: [String]) async throws
  {
    let desk = try TimelineDesk()
    for moment in moments {
      try desk.web.pass(until: moment)
      _ = try desk.web.store.fleet.addResponders(
        [NewResponder(name: moment, profile: "family")], slug: "north")
    }
    let next = "\(day.prefix(8))\((Int(day.suffix(2)) ?? 0) + 1)"
    let to = next.hasSuffix("32") ? "2027-11-01" : next
    let rows = await desk.rows("reports/transitions.csv?from=\(day)&to=\(to)")
    #expect(rows.map { String($0.split(separator: ",")[2]) } == shown)
  }

  @Test("An export is in the audit with its filter, its rows and the hash of its bytes") func audit()
    async throws
  {
    let desk = try TimelineDesk()
    await desk.report()
    desk.web.pass(seconds: 300)
    var expected: [[String]] = []
    for (kind, query, rows) in [
      ("gaps", "", 1), ("gaps", "?responder=999", 0), ("transitions", "", 3),
      ("transitions", "?from=2026-11-21&to=2026-11-22", 3), ("gaps", "?from=2026-11-01&to=2026-11-30", 1),
    ] {
      let answer = await desk.get("reports/\(kind).csv\(query)")
      #expect(answer.text.split(separator: "\r\n").count == rows + 1, "\(kind)\(query)")
      let hash = SecretHash(of: answer.text).bytes.map {
        $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16)
      }
      expected.append([
        "key:script Ana", "export.\(kind)", query.isEmpty ? "last 24 h" : query,
        "\(rows) rows, sha256 \(hash.joined())",
      ])
    }
    #expect(try desk.exports() == expected)
  }

  @Test("The history report has moved, with its whole query") func moved() async throws {
    let desk = try TimelineDesk()
    for query in ["", "?flag=mock&responder=1&from=2026-11-20T00:00:00%2B01:00", "?"] {
      let answer = await desk.get("reports/history.csv\(query)")
      #expect(answer.status == 308)
      #expect(answer.header("Location") == "/w/north/history.csv\(query)")
    }
  }

  @Test("Each doubt is in the history's CSV and under its filter") func flags() async throws {
    let desk = try TimelineDesk()
    await desk.report(1, mock: true)
    await desk.report(2)
    for (flag, count) in [("mock", 1), ("sequence_conflict", 0), ("speed", 0)] {
      #expect(await desk.rows("history.csv?flag=\(flag)").count == count, "\(flag)")
    }
    #expect(await desk.rows("history.csv?flag=mock").first?.hasSuffix(",mock") == true)
    let odd = #"{"lat":0,"lng":0,"is_mock":true,"sequence":2,"accuracy_m":-1,"recorded_at":1795251500000}"#
    #expect(await desk.upload("{\"pings\":[\(odd)]}").status == 201)
    for flag in ["null_island", "invalid_fix", "sequence_conflict"] {
      let rows = await desk.rows("history.csv?flag=\(flag)")
      #expect(rows.count == 1, "\(flag)")
      #expect(rows.first?.hasSuffix(",mock null_island invalid_fix sequence_conflict") == true)
    }
  }
}
