import DeviceKit
import Foundation
import Rollcall
import Simulator
import Synchronization
import Testing

@Suite("A simulated control room")
struct ControlRoomTests {
  /// A console that takes every incident, after the answers it is told to give first.
  private final class Console: HTTPSending {
    private let state: Mutex<(calls: [HTTPCall], answers: [Int])>

    init(answers: [Int] = []) { state = Mutex(([], answers)) }

    var calls: [HTTPCall] { state.withLock { $0.calls } }

    func send(_ call: HTTPCall) async throws -> HTTPAnswer {
      let status = state.withLock { state in
        state.calls.append(call)
        return state.answers.isEmpty ? 201 : state.answers.removeFirst()
      }
      let body =
        call.path.hasSuffix("ground.json")
        ? #"{"outlets":[{"id":3,"name":"Market"},{"id":4,"name":"Bakery"}]}"#
        : call.method == "GET"
          ? #"{"responders":[{"id":5,"lat":46.5,"lng":14.5},{"id":6,"lat":null,"lng":null}]}"# : #"{"id":9}"#
      return HTTPAnswer(status: status, body: Array(body.utf8))
    }
  }

  private func stories(_ json: String) throws -> [IncidentStory] {
    try JSONDecoder().decode([IncidentStory].self, from: Data(json.utf8))
  }

  /// What a control room sends within a time, and what it says.
  private func run(
    _ json: String, seconds: Milliseconds, answers: [Int] = []
  ) async throws -> (calls: [HTTPCall], lines: [String]) {
    let time = SharedTime(end: SharedTime.start.advanced(by: seconds * 1_000))
    let console = Console(answers: answers)
    let lines = Mutex<[String]>([])
    let room = ControlRoom(
      slug: "demo", key: "rck_x", stories: try stories(json),
      people: ["R-1": Responder.ID(5), "R-2": Responder.ID(6)], start: SharedTime.start)
    await room.runLive(
      through: console, clock: time.clock, report: { line in lines.withLock { $0.append(line) } })
    return (console.calls, lines.withLock { $0 })
  }

  private func body(_ call: HTTPCall?) throws -> String {
    String(decoding: try #require(call).body, as: UTF8.self)
  }

  @Test("an incident is opened at its place, by the console's real path, with a key of its own")
  func opens() async throws {
    let calls = try await run(
      #"[{"at":"5s","title":"Fall","severity":"high","lat":46,"lng":14}]"#, seconds: 60
    ).calls
    #expect(calls.map(\.path) == ["/w/demo/incidents"])
    #expect(calls.first?.headers["Authorization"] == "Bearer rck_x")
    #expect((1...64).contains(calls.first?.headers["Idempotency-Key"]?.utf8.count ?? 0))
    #expect(
      try body(calls.first)
        == #"{"asking":{"mode":"automatic"},"kind":"incident","lat":46,"lng":14,"severity":"high","title":"Fall"}"#
    )
  }

  @Test("near a person means where the board shows them; picked people are named by their ids")
  func near() async throws {
    let calls = try await run(
      #"[{"at":"5s","title":"Lift","near":"R-1","ask":"parallel","picks":["R-2","R-1"],"answer_s":20}]"#,
      seconds: 60
    ).calls
    #expect(calls.map(\.path) == ["/w/demo/board.json", "/w/demo/incidents"])
    #expect(
      try body(calls.last)
        == #"{"asking":{"answer_s":20,"mode":"parallel","picks":[6,5]},"kind":"incident","lat":46.5,"lng":14.5,"severity":"normal","title":"Lift"}"#
    )
  }

  @Test("at a site means at the site of that name")
  func site() async throws {
    let calls = try await run(#"[{"at":"5s","title":"Fall","site":"Bakery"}]"#, seconds: 60).calls
    #expect(calls.map(\.path) == ["/w/demo/map/ground.json", "/w/demo/incidents"])
    #expect(
      try body(calls.last)
        == #"{"asking":{"mode":"automatic"},"kind":"incident","outlet":4,"severity":"normal","title":"Fall"}"#
    )
  }

  @Test(
    "an unknown place is reported",
    arguments: [
      (#""near":"R-2""#, "nobody knows where R-2 is"), (#""site":"Café""#, "there is no site Café"),
    ])
  func nowhere(place: String, words: String) async throws {
    let found = try await run(#"[{"at":"5s","title":"Lift",\#(place)}]"#, seconds: 60)
    #expect(found.calls.map(\.method) == ["GET"])
    #expect(found.lines == ["incident “Lift”: \(words)"])
  }

  @Test("it happens again, each time under another key; a lost answer is asked for under the same")
  func again() async throws {
    let calls = try await run(
      #"[{"at":"0","every":"5m","title":"Fall","lat":46,"lng":14}]"#, seconds: 700, answers: [503, 201]
    ).calls
    let keys = calls.compactMap { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 4 && Set(keys).count == 3 && keys[0] == keys[1])
  }

  @Test("one that is called off is cancelled after a while")
  func cancelled() async throws {
    let calls = try await run(
      #"[{"at":"5s","title":"Fall","lat":46,"lng":14,"cancelled_after":"2m"}]"#, seconds: 600
    ).calls
    #expect(calls.map(\.path) == ["/w/demo/incidents", "/w/demo/incidents/9/cancel"])
  }

  @Test("a refusal is said and not repeated")
  func refused() async throws {
    let found = try await run(
      #"[{"at":"5s","title":"Fall","lat":46,"lng":14}]"#, seconds: 60, answers: [409])
    #expect(found.calls.count == 1)
    #expect(found.lines == ["incident “Fall”: refused with 409"])
  }

  @Test(
    "what is not understood is an error",
    arguments: [
      #"[{"at":"5s","lat":46,"lng":14}]"#, #"[{"at":"5s","title":"","lat":46,"lng":14}]"#,
      #"[{"at":"5s","title":"A"}]"#, #"[{"at":"5s","title":"A","lat":91,"lng":14}]"#,
      #"[{"at":"5s","title":"A","lat":46,"lng":14,"ask":"loudly"}]"#,
      #"[{"at":"5s","title":"A","lat":46,"lng":14,"ask":"parallel"}]"#,
      #"[{"at":"5s","title":"A","lat":46,"lng":14,"picks":["R-1"]}]"#,
      #"[{"at":"5s","title":"A","lat":46,"lng":14,"severity":"huge"}]"#,
      #"[{"at":"soon","title":"A","lat":46,"lng":14}]"#,
    ])
  func unreadable(json: String) {
    #expect(throws: (any Error).self) { try stories(json) }
  }
}
