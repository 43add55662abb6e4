import Rollcall
import Testing

@testable import RollcallWire

@Suite("No request of a foreign app can trap or cost more than its bytes allow")
struct AdapterBoundTests {
  private static let examples = ownTracks + overland + osmAnd + gpsLogger + flat + transistor + expo

  @Test("Examples with bytes changed, cut out, doubled", arguments: 0..<8)
  func mutated(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<400 {
      let example = Self.examples[Int.random(in: 0..<Self.examples.count, using: &random)]
      var bytes = Array(example.body.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        guard !bytes.isEmpty else { break }
        let at = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[at] = UInt8.random(in: .min ... .max, using: &random)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(contentsOf: Array("-9e307\"}],{".utf8), at: at)
        default: bytes.insert(contentsOf: bytes.prefix(at), at: at)
        }
      }
      #expect(FuzzChecks.adapters(bytes) == nil)
      #expect(FuzzChecks.adapters(Array(example.query.utf8) + bytes) == nil)
    }
  }

  @Test("Random bytes", arguments: 0..<4)
  func random(seed: Int) {
    var random = SplitMix(seed: UInt64(1_000 + seed))
    for _ in 0..<300 {
      let count = Int.random(in: 0...200, using: &random)
      let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      #expect(FuzzChecks.adapters(bytes) == nil)
    }
  }

  @Test("4 MiB of the most expensive input are read or refused by adapters that accept that much")
  func large() {
    let size = 4 << 20
    func filled(_ start: String, _ piece: String, _ end: String) -> [UInt8] {
      Array((start + String(repeating: piece, count: (size - 64) / piece.utf8.count) + end).utf8)
    }
    for body in [
      filled("[", "1,", "1]"), filled("", "[", ""), filled("{\"locations\":[", "{},", "{}]}"),
      filled("{\"location\":[", "[],", "[]]}"), filled("", "a=1&", ""), filled("", "%", ""),
      filled("", "&", ""),
      filled("{\"a\":\"", "\\u0041", "\"}"), filled("{\"locations\":\"", "x", "\"}"),
    ] {
      for adapter in [Adapter.overland, .transistor] {
        _ = try? AdapterRequest(adapter, body: body, receivedAt: AdapterCase.now).read()
      }
    }
  }

  @Test("A body of 7,000 positions, as large as one may be, is read whole")
  func whole() throws {
    let feature = """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[32.582519,0.347596]},"properties":{"timestamp":\
      "2026-11-21T09:30:00Z","altitude":1190,"speed":12,"course":205,"horizontal_accuracy":8,"vertical_accuracy":4,\
      "motion":["driving"],"battery_state":"unplugged","battery_level":0.61,"device_id":"amb-12","wifi":"",\
      "speed_accuracy":1,"course_accuracy":2,"unique_id":"0","trip_id":"a","activity":"other_navigation","pauses":false,\
      "desired_accuracy":-1,"deferred":0,"significant_change":1,"locations_in_payload":1000,"tracking_mode":1,"pad":"\
      \(String(repeating: "x", count: 60))"}}
      """
    let body = "{\"locations\":[" + Array(repeating: feature, count: 6_500).joined(separator: ",") + "]}"
    #expect(body.utf8.count <= 4 << 20)
    let report = try AdapterRequest(.overland, body: Array(body.utf8), receivedAt: AdapterCase.now).read()
    #expect(report.pings.count == 6_500)
  }
}

/// Numbers that are the same each time.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
