import Rollcall
import RollcallWire
import Testing

@Suite("Activities of an event's participants are read")
struct ActivityRequestTests {
  private let now = BatchRequestTests.now

  private func read(_ text: String) throws -> ActivityRequest {
    try ActivityRequest.decode(bytes: Array(text.utf8), now: now)
  }

  @Test(
    "A bare array and an object with a list are the same; known types are parsed, others stored as received")
  func kinds() throws {
    let list = #"""
      [{"id":"a","type":"start","timestamp":1795253400000},
       {"id":7,"type":"location","timestamp":"2026-11-21T09:29:00Z",
        "data":{"lat":46.05,"lng":14.5,"sequence":3,"accuracy_m":8,"battery_level":7}},
       {"id":"b","type":"photo","timestamp":1795253400000,"data":{"url":"x","of":[1, "é\""]}},
       {"id":"c","type":"sos","timestamp":1795253400000,"data":"now"},
       {"id":"d","type":"lap","timestamp":1795253400000,"data":null,"unheard":1},
       {"id":"e","type":"stop","timestamp":1795253400000,"data":4}]
      """#
    let request = try read(list)
    #expect(request == (try read(#"{"activities":\#(list),"more":1}"#)))
    #expect(request.errors.isEmpty && request.unknownValues == ["battery_level": 1])
    #expect(request.activities.map(\.id) == ["a", "7", "b", "c", "d", "e"])
    guard case .location(let ping) = request.activities[1].kind else {
      Issue.record("no position")
      return
    }
    #expect(ping.recordedAt == now.advanced(by: -60_000) && ping.isMock == .unknown && ping.sequence == 3)
    let kept = request.activities.map { activity -> String? in
      guard case .other(let type, let data) = activity.kind else { return nil }
      return "\(type) \(data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing")"
    }
    #expect(kept == [nil, nil, #"photo {"url":"x","of":[1, "é\""]}"#, #"sos "now""#, "lap nothing", nil])
    #expect(request.activities[0].kind == .start && request.activities[5].kind == .stop)
  }

  @Test(
    "A bad activity is named and costs no other",
    arguments: [
      (#"{"type":"start","timestamp":1795253400000}"#, ["id required"]),
      (#"{"id":"","type":"start","timestamp":1795253400000}"#, ["id range"]),
      (#"{"id":"e\u0000a","type":"start","timestamp":1795253400000}"#, ["id format"]),
      (#"{"id":"x","type":"lap\u009f","timestamp":1795253400000}"#, ["type format"]),
      (#"{"id":"x","timestamp":1795253400000}"#, ["type required"]),
      (#"{"id":"x","type":5,"timestamp":1795253400000}"#, ["type type"]),
      (#"{"id":"x","type":"start"}"#, ["timestamp required"]),
      (#"{"id":"x","type":"start","timestamp":"noon"}"#, ["timestamp format"]),
      (#"{"id":"x","type":"start","timestamp":0}"#, ["timestamp too_far"]),
      (#"{"id":"x","type":"location","timestamp":1795253400000}"#, ["data required"]),
      (#"{"id":"x","type":"location","timestamp":1795253400000,"data":[]}"#, ["data type"]),
      (
        #"{"id":"x","type":"location","timestamp":1795253400000,"data":{"lat":91,"is_mock":"no"}}"#,
        ["data.lat range", "data.lng required", "data.is_mock type"]
      ),
      (#"{"type":"location","timestamp":"noon"}"#, ["id required", "timestamp format", "data required"]),
      ("7", [" type"]), ("[]", [" type"]),
    ])
  func bad(text: String, errors: [String]) throws {
    let good = #"{"id":"g","type":"start","timestamp":1795253400000}"#
    let request = try read("[\(good),\(text),\(good)]")
    #expect(request.activities.count == 2)
    #expect(request.errors.map { "\($0.field) \($0.rule)" } == errors)
    #expect(request.errors.allSatisfy { $0.index == 1 })
  }

  @Test("Ids and types have at most 64 bytes, kept data 4,096")
  func limits() throws {
    for (length, count) in [(64, 1), (65, 0)] {
      let word = String(repeating: "w", count: length)
      #expect(
        try read(#"[{"id":"\#(word)","type":"lap","timestamp":1795253400000}]"#).activities.count == count)
      #expect(
        try read(#"[{"id":"x","type":"\#(word)","timestamp":1795253400000}]"#).activities.count == count)
    }
    for (length, count) in [(4_094, 1), (4_095, 0)] {
      let text = String(repeating: "w", count: length)
      let found = try read(#"[{"id":"x","type":"lap","timestamp":1795253400000,"data":"\#(text)"}]"#)
      #expect(found.activities.count == count)
    }
  }

  @Test("A heap has 1 to 1,000; one alone is an object")
  func heaps() throws {
    let one = #"{"id":"x","type":"lap","timestamp":1795253400000}"#
    func heap(_ count: Int) -> String {
      "[" + Array(repeating: one, count: count).joined(separator: ",") + "]"
    }
    #expect(try read(heap(1_000)).activities.count == 1_000)
    for wrong in [heap(1_001), "[]", "{}", #"{"activities":[]}"#, #"{"activities":{}}"#, "7"] {
      #expect(throws: WireError.self) { try read(wrong) }
    }
    #expect(throws: WireError.self) { try read("[") }
    #expect(try ActivityRequest.decodeSingle(bytes: Array(one.utf8), now: now).activities.count == 1)
    #expect(throws: WireError.self) {
      try ActivityRequest.decodeSingle(bytes: Array(heap(1).utf8), now: now)
    }
  }
}
