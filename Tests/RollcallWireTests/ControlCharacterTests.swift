import Rollcall
import RollcallWire
import Testing

@Suite("Ids that a sender chooses have no control characters")
struct ControlCharacterTests {
  private let now = BatchRequestTests.now
  private static let odd = [
    "\\u0000", "\\u0001", "\\n", "\\u001f", "\\u007f", "\\u0080", "\\u009f", "\u{7f}", "\u{9f}",
  ]
  private static let fine = ["", " ", "~", "\\u00a0", "é", "\\ud83d\\ude80"]

  private func fields(_ body: () throws(WireError) -> Void) -> [String] {
    do throws(WireError) { try body() } catch {
      guard case .invalid(let faults) = error else { return ["\(error)"] }
      return faults.map { "\($0.field) \($0.rule)" }
    }
    return []
  }

  /// What is wrong with each request that has `text` inside an id.
  private func found(_ text: String) -> [[String]] {
    let ping = #""lat":46,"lng":14,"is_mock":false"#
    let id = "e\(text)a"
    return [
      fields { () throws(WireError) in
        _ = try BatchRequest.decode(
          bytes: Array(#"{"pings":[{\#(ping)}],"queue_id":"\#(id)"}"#.utf8), now: now)
      },
      fields { () throws(WireError) in
        _ = try BatchRequest.decodeSingle(bytes: Array(#"{\#(ping),"queue_id":"\#(id)"}"#.utf8), now: now)
      },
      fields { () throws(WireError) in
        _ = try DutyRequest.decode(bytes: Array(#"{"state":"on_duty","id":"\#(id)"}"#.utf8), now: now)
      },
      fields { () throws(WireError) in
        _ = try DutyRequest.decode(bytes: Array(#"{"state":"on_duty","order":"\#(id)"}"#.utf8), now: now)
      },
      fields { () throws(WireError) in
        _ = try OTPRequest.decode(bytes: Array(#"{"phone":"+38640123456","device_id":"\#(id)"}"#.utf8))
      },
      fields { () throws(WireError) in
        _ = try TokenRequest.decode(
          bytes: Array(#"{"phone":"+38640123456","otp":"123456","device_id":"\#(id)"}"#.utf8))
      },
      fields { () throws(WireError) in
        _ = try RefreshRequest.decode(bytes: Array(#"{"refresh_token":"rcf_x","device_id":"\#(id)"}"#.utf8))
      },
      fields { () throws(WireError) in
        _ = try ActivityRequest.decodeSingle(
          bytes: Array(#"{"id":"\#(id)","type":"lap","timestamp":1795253400000}"#.utf8), now: now)
      },
    ]
  }

  @Test("A request with one is refused as a whole, and names the field", arguments: odd)
  func refused(text: String) {
    let fields = ["queue_id", "queue_id", "id", "order", "device_id", "device_id", "device_id", "id"]
    #expect(found(text) == fields.map { ["\($0) format"] })
  }

  @Test("Every other character is taken", arguments: fine)
  func taken(text: String) {
    #expect(found(text) == Array(repeating: [], count: 8))
  }

  @Test("Texts for people may have line breaks, but not U+0000")
  func texts() throws {
    #expect(try NoteRequest.decode(bytes: Array(#"{"note":"one\ntwo"}"#.utf8)) == "one\ntwo")
    #expect(
      fields { () throws(WireError) in _ = try NoteRequest.decode(bytes: Array(#"{"note":"a\u0000b"}"#.utf8))
      }
        == ["note format"])
    #expect(
      fields { () throws(WireError) in
        _ = try OfferReply.decode(bytes: Array(#"{"reason":"a\u0000b"}"#.utf8), now: now)
      } == ["reason format"])
  }

  @Test("Control characters are removed from what another app sends beside its positions")
  func notes() {
    #expect(PhoneNote(type: "region", value: "ho\u{0}me\n", at: now).value == "home")
  }

  @Test("A list of people names the line", arguments: ["\u{0}", "\u{1}", "\u{7f}", "\u{85}"])
  func people(text: String) {
    let list = "name,external_id\nAna,A-1\nBor,e\(text)a\n"
    let error = #expect(throws: CSVError.self) { try ListedPerson.read(Array(list.utf8)) }
    #expect(error?.line == 3)
  }
}
