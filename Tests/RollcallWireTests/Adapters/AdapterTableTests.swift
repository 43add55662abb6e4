import Rollcall
import Testing

@testable import RollcallWire

@Suite("What other apps send, and how it is read")
struct AdapterTableTests {
  @Test("OwnTracks", arguments: ownTracks) func takeOwnTracks(_ one: AdapterCase) {
    #expect(one.found == one.expected)
  }
  @Test("Overland", arguments: overland) func takeOverland(_ one: AdapterCase) {
    #expect(one.found == one.expected)
  }
  @Test("The protocol of OsmAnd", arguments: osmAnd) func takeOsmAnd(_ one: AdapterCase) {
    #expect(one.found == one.expected)
  }
  @Test("Flat fields", arguments: flat) func takeFlat(_ one: AdapterCase) {
    #expect(one.found == one.expected)
  }
  @Test("GPSLogger", arguments: gpsLogger) func takeGpsLogger(_ one: AdapterCase) {
    #expect(one.found == one.expected)
  }
  @Test("Transistor Software", arguments: transistor) func takeTransistor(_ one: AdapterCase) {
    #expect(one.found == one.expected)
  }
  @Test("Expo", arguments: expo) func takeExpo(_ one: AdapterCase) { #expect(one.found == one.expected) }
}
