import Rollcall
import Testing

@testable import RollcallWire

@Suite("What foreign apps are answered")
struct AdapterAnswerTests {
  @Test(
    "The words at which each app drops a report from its queue",
    arguments: [
      (Adapter.owntracks, "[]"), (.overland, #"{"result":"ok"}"#), (.osmand, "OK"), (.gpslogger, "OK"),
      (.flat, #"{"ok":true,"stored":1}"#), (.expo, #"{"ok":true,"stored":1}"#),
      (.transistor, #"{"success":true}"#),
    ])
  func accepted(adapter: Adapter, body: String) {
    #expect(String(decoding: AdapterAnswer(to: adapter, stored: 1).body, as: UTF8.self) == body)
  }

  @Test(
    "An interval is sent to apps that follow it",
    arguments: [
      (
        Adapter.owntracks, 300,
        #"[{"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration","monitoring":2,"locatorInterval":300,"moveModeLocatorInterval":300}}]"#
      ),
      (
        .owntracks, 900,
        #"[{"_type":"cmd","action":"setConfiguration","configuration":{"_type":"configuration","monitoring":1,"locatorInterval":900,"moveModeLocatorInterval":900}}]"#
      ), (.overland, 120, #"{"result":"ok","set":{"send_interval":"2m"}}"#),
      (
        .transistor, 60,
        #"{"success":true,"background_geolocation":[["setConfig",{"locationUpdateInterval":60000,"heartbeatInterval":60}]]}"#
      ),
      (
        .transistor, 15,
        #"{"success":true,"background_geolocation":[["setConfig",{"locationUpdateInterval":15000,"heartbeatInterval":60}]]}"#
      ),
      (.osmand, 60, "OK"),
    ])
  func steered(adapter: Adapter, interval: Int, body: String) {
    let answer = AdapterAnswer(to: adapter, stored: 1, interval: interval)
    #expect(String(decoding: answer.body, as: UTF8.self) == body)
  }

  @Test(
    "Overland gets an interval that it knows and that is not longer than expected; never one that ends it")
  func overlandIntervals() {
    let allowed: Set = ["1s", "5s", "10s", "15s", "30s", "1m", "2m", "5m", "10m", "30m"]
    for seconds in [-5, 0, 1, 4, 5, 59, 60, 61, 119, 299, 300, 1_799, 1_800, 86_400, .max] {
      #expect(allowed.contains(AdapterAnswer.overlandInterval(seconds)))
    }
    #expect(AdapterAnswer.overlandInterval(119) == "1m")
    #expect(AdapterAnswer.overlandInterval(86_400) == "30m")
    #expect(AdapterAnswer.overlandInterval(0) == "1s")
  }

  @Test("A long note is cut between scalars")
  func notes() {
    let note = PhoneNote(type: "region", value: String(repeating: "é", count: 40), at: AdapterCase.now)
    #expect(note.value == String(repeating: "é", count: 32))
    #expect(
      PhoneNote(type: "region", value: "a" + String(repeating: "é", count: 40), at: AdapterCase.now)
        .value.utf8.count == 63)
  }
}
