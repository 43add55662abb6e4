import Rollcall
import RollcallStore
import Testing

@Suite("Duplicates are recognised by identity, never guessed")
struct DuplicateTests {
  /// A ping and the queue it comes in; `nil` = the device id.
  struct Sent: Sendable {
    var time: Double?
    var sequence: Int64?
    var lat = 46.0
    var mock = Ping.MockReport.no
    var queue: String?

    init(
      _ time: Double?, _ sequence: Int64?, lat: Double = 46, mock: Ping.MockReport = .no,
      queue: String? = nil
    ) {
      (self.time, self.sequence, self.lat, self.mock, self.queue) = (time, sequence, lat, mock, queue)
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let first, second: Sent
    let isDuplicate: Bool
    let isConflict: Bool

    init(_ name: String, _ first: Sent, _ second: Sent, duplicate: Bool, conflict: Bool = false) {
      (testDescription, self.first, self.second) = (name, first, second)
      (isDuplicate, isConflict) = (duplicate, conflict)
    }

    /// By bytes: for `String` two spellings of one letter are equal.
    var isInOneQueue: Bool { first.queue.map { Array($0.utf8) } == second.queue.map { Array($0.utf8) } }
  }

  static let cases = [
    Case("the same again", Sent(1, 5), Sent(1, 5), duplicate: true),
    Case("the same place and time, next number", Sent(1, 5), Sent(1, 6), duplicate: false),
    Case("same number, other time", Sent(1, 5), Sent(2, 5), duplicate: false, conflict: true),
    Case("same number, earlier time", Sent(2, 5), Sent(1, 5), duplicate: false, conflict: true),
    Case("same number, other place", Sent(1, 5), Sent(1, 5, lat: 47), duplicate: false, conflict: true),
    Case(
      "same number, a place a hair away", Sent(1, 5), Sent(1, 5, lat: 46.nextUp), duplicate: false,
      conflict: true),
    Case("same number, other mock", Sent(1, 5), Sent(1, 5, mock: .yes), duplicate: false, conflict: true),
    Case(
      "same number, no longer dated", Sent(1, 5), Sent(nil, 5), duplicate: false, conflict: true),
    Case("same number, only now dated", Sent(nil, 5), Sent(1, 5), duplicate: false, conflict: true),
    Case("a reinstall begins a new queue", Sent(1, 5), Sent(2, 5, queue: "new"), duplicate: false),
    Case("across queues, equal number", Sent(1, 5), Sent(1, 5, queue: "new"), duplicate: true),
    Case("across queues, number gone", Sent(1, 5), Sent(1, nil, queue: "new"), duplicate: true),
    Case("across queues, number new", Sent(1, nil), Sent(1, 5, queue: "new"), duplicate: true),
    Case("across queues, other number", Sent(1, 5), Sent(1, 6, queue: "new"), duplicate: false),
    Case("across queues, other place", Sent(1, 5), Sent(1, 5, lat: 47, queue: "new"), duplicate: false),
    Case("no numbers, same time and place", Sent(1, nil), Sent(1, nil), duplicate: true),
    Case("no numbers, other place", Sent(1, nil), Sent(1, nil, lat: 47), duplicate: false),
    Case("no numbers, other time", Sent(1, nil), Sent(2, nil), duplicate: false),
    Case("undated, same number", Sent(nil, 5), Sent(nil, 5), duplicate: true),
    Case(
      "undated, same number, other place", Sent(nil, 5), Sent(nil, 5, lat: 47), duplicate: false,
      conflict: true),
    Case(
      "undated, same number, other mock", Sent(nil, 5), Sent(nil, 5, mock: .unknown), duplicate: false,
      conflict: true),
    Case("undated, across queues", Sent(nil, 5), Sent(nil, 5, queue: "new"), duplicate: false),
    Case("neither dated nor numbered", Sent(nil, nil), Sent(nil, nil), duplicate: false),
    Case("a queue named as the device", Sent(1, 5), Sent(1, 5, queue: "phone-1"), duplicate: true),
    Case(
      "two spellings of one letter are two queues", Sent(nil, 5, queue: "\u{e9}"),
      Sent(nil, 5, queue: "e\u{301}"), duplicate: false),
  ]

  @Test(arguments: cases) func inTwoUploads(_ example: Case) async throws {
    let phone = try TestStore().phone()
    #expect(try await phone.send(example.first, at: 10) == Answer(1))
    #expect(try await phone.send(example.second, at: 20) == (example.isDuplicate ? Answer(0, 1) : Answer(1)))
    try expect(phone, example)
    // Whatever was stored, each again is a duplicate, unless nothing tells it apart.
    guard example.second.time != nil || example.second.sequence != nil else { return }
    #expect(try await phone.send(example.second, at: 30) == Answer(0, 1))
    #expect(try await phone.send(example.first, at: 40) == Answer(0, 1))
  }

  @Test(arguments: cases) func afterARestart(_ example: Case) async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    #expect(try await phone.send(example.first, at: 10) == Answer(1))
    try fixture.restart()
    #expect(try await phone.send(example.second, at: 20) == (example.isDuplicate ? Answer(0, 1) : Answer(1)))
    try expect(phone, example)
  }

  @Test("The same within one upload", arguments: cases.filter(\.isInOneQueue))
  func inOneUpload(_ example: Case) async throws {
    let phone = try TestStore().phone()
    let answer = try await phone.send(
      [try example.first.ping, try example.second.ping], queue: example.first.queue, at: 10)
    #expect(answer == (example.isDuplicate ? Answer(1, 1) : Answer(2)))
    try expect(phone, example)
  }

  @Test("Three contents under one number are all kept, and each is known again")
  func threeContents() async throws {
    let phone = try TestStore().phone()
    let pings = try [46.0, 47, 48].map { try ping(1, 5, lat: $0) }
    #expect(try await phone.send(pings, at: 10) == Answer(3))
    #expect(try await phone.send(pings.reversed(), at: 20) == Answer(0, 3))
    #expect(try phone.history.filter { $0.flags.contains(.sequenceConflict) }.count == 2)
  }

  @Test("Two responders never have duplicates of each other")
  func twoPeople() async throws {
    let fixture = try TestStore()
    let ana = try fixture.phone()
    let bor = try fixture.phone(name: "Bor")
    #expect(try await ana.send([ping(1, 5)], queue: "q", at: 10) == Answer(1))
    #expect(try await bor.send([ping(1, 5)], queue: "q", at: 20) == Answer(1))
  }

  private func expect(_ phone: TestPhone, _ example: Case) throws {
    let history = try phone.history
    #expect(history.count == (example.isDuplicate ? 1 : 2))
    let conflicts = history.filter { $0.flags.contains(.sequenceConflict) }
    #expect(conflicts.count == (example.isConflict ? 1 : 0))
  }
}

extension DuplicateTests.Sent {
  var ping: Ping {
    get throws { try RollcallStoreTests.ping(time, sequence, lat: lat, mock: mock) }
  }
}

extension TestPhone {
  fileprivate func send(_ sent: DuplicateTests.Sent, at seconds: Double) async throws -> Answer {
    try await send([sent.ping], queue: sent.queue, at: seconds)
  }
}
