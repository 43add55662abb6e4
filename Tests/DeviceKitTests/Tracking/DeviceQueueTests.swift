import DeviceKit
import Foundation
import Rollcall
import Testing

@Suite("The queue on the phone")
struct DeviceQueueTests {
  private let file: TemporaryStore
  private let store: DeviceStore
  private let queue: DeviceQueue

  init() throws {
    file = try TemporaryStore()
    store = try file.open()
    queue = try store.queue(of: TemporaryStore.ana)
  }

  private func samples(_ range: Range<Int>) -> [Ping] { range.map { .sample($0) } }

  @Test("first in, first out, unchanged, numbered from 0")
  func order() throws {
    var whole = Ping.sample(0)
    whole.fixAge = 0.25
    whole.speed = 1.1
    whole.heading = 271.3
    whole.altitude = -3
    whole.source = .network
    whole.signalQuality = .poor
    whole.visitID = 7
    try queue.append([whole])
    try queue.append(samples(1..<3))
    var expected = [whole] + samples(1..<3)
    for index in expected.indices { expected[index].sequence = Int64(index) }
    #expect(try queue.pings(limit: 50) == expected)
    #expect(try queue.pings(limit: 2) == Array(expected.prefix(2)))
  }

  @Test("NaN does not block the queue: it counts as unknown")
  func odd() throws {
    var ping = Ping.sample(0)
    ping.speed = .nan
    ping.heading = .infinity
    try queue.append([ping])
    #expect(try queue.pings(limit: 1).first?.speed == nil)
    #expect(try queue.pings(limit: 1).first?.heading == nil)
  }

  @Test("a ping is reported to what a phone can measure: 1e-7 degree, 0.1 m, 0.01 m/s, 0.1 degree of heading")
  func rounding() throws {
    var ping = Ping.sample(0)
    ping.position = try #require(Position(latitude: 46.056946512345, longitude: -14.505750987654))
    (ping.accuracy, ping.altitude) = (4.849999, -0.26)
    (ping.speed, ping.heading) = (1.3049, 359.97)
    var unknown = ping
    (unknown.accuracy, unknown.speed, unknown.heading) = (-0.01, -1, -1)
    try queue.append([ping, unknown])
    let kept = try queue.pings(limit: 2)
    #expect(kept[0].position == Position(latitude: 46.0569465, longitude: -14.505751))
    #expect(kept[0].accuracy == 4.8 && kept[0].altitude == -0.3)
    #expect(kept[0].speed == 1.3 && kept[0].heading == 360)
    #expect(kept[1].accuracy == -0.01 && kept[1].speed == -1 && kept[1].heading == -1)
    // The places at the edges stay places.
    ping.position = try #require(Position(latitude: 89.99999999, longitude: -179.99999999))
    try queue.append([ping])
    #expect(try queue.pings(limit: 3).last?.position == Position(latitude: 90, longitude: -180))
  }

  @Test("an empty queue, reopened, goes on counting where it stopped, under the same name")
  func reopened() throws {
    try queue.append(samples(0..<3))
    try queue.remove([0, 1, 2])
    #expect(try queue.status().pending == 0)
    let again = try file.open().queue(of: TemporaryStore.ana)
    #expect(again.name == queue.name)
    #expect(try again.append([.sample(3)]).sequences == [3])
  }

  @Test("a new file has a queue of another name")
  func names() throws {
    let other = try TemporaryStore()
    #expect(try other.open().queue(of: TemporaryStore.ana).name != queue.name)
    #expect((1...128).contains(queue.name.utf8.count))
  }

  @Test("only named pings are removed")
  func removal() throws {
    try queue.append(samples(0..<5))
    try queue.remove([1, 3, 99])
    #expect(try queue.pings(limit: 50).map(\.sequence) == [0, 2, 4])
  }

  @Test(
    "over the limit the oldest go, are counted, and are never those of an upload under way",
    arguments: [
      (200, 260, [], 60, 60), (200, 200, [], 0, 0), (1, 3, [], 2, 2), (0, 3, [], 2, 2),
      (200, 203, [0, 1, 2], 3, 0), (2, 4, [0, 3], 2, 0),
    ] as [(Int, Int, Set<Int64>, Int, Int64)])
  func eviction(limit: Int, count: Int, sparing: Set<Int64>, evicted: Int, first: Int64) throws {
    let done = try queue.append(samples(0..<count), limit: limit, sparing: sparing)
    #expect(done.evicted == evicted)
    let status = try queue.status()
    #expect(status.evicted == evicted)
    #expect(status.pings == min(count, max(1, limit)))
    let left = try queue.pings(limit: 1_000)
    #expect(left.first?.sequence == first)
    #expect(sparing.isSubset(of: Set(left.compactMap(\.sequence))))
  }

  @Test("evictions add up over restarts, and numbers do not come again")
  func evictionsAddUp() throws {
    for start in stride(from: 0, to: 50, by: 10) {
      try file.open().queue(of: TemporaryStore.ana).append(samples(start..<start + 10), limit: 20)
    }
    let status = try queue.status()
    #expect(status.evicted == 30)
    #expect(status.pings == 20)
    #expect(status.oldest == Ping.sample(30).recordedAt)
    #expect(try queue.append([.sample(50)], limit: 20).sequences == [50])
  }

  @Test("the newest is sent with the oldest when more wait than fit, and only then")
  func newestFirst() throws {
    try queue.append(samples(0..<4))
    #expect(try queue.pings(limit: 4, newestFirst: true).map(\.sequence) == [0, 1, 2, 3])
    #expect(try queue.pings(limit: 3, newestFirst: true).map(\.sequence) == [0, 1, 3])
    #expect(try queue.pings(limit: 1, newestFirst: true).map(\.sequence) == [3])
    #expect(try queue.pings(limit: 3).map(\.sequence) == [0, 1, 2])
  }

  @Test("pings that the server will never accept are set aside with its reason, and the rest is sent")
  func poisoned() throws {
    try queue.append(samples(0..<3))
    let bad = try queue.pings(limit: 3)[1]
    try queue.setAside([(bad, "lat must be between -90 and 90")], at: Timestamp(milliseconds: 5))
    #expect(try queue.pings(limit: 3).map(\.sequence) == [0, 2])
    #expect(try queue.status().setAside == 1)
    let entry = try #require(try queue.setAsideEntries().first)
    #expect(entry.kind == "ping")
    #expect(entry.reason == "lat must be between -90 and 90")
    #expect(String(decoding: entry.body, as: UTF8.self).contains("\"sequence\":1"))
  }

  @Test("each responder has a queue of their own: nothing of one is seen by the other")
  func owners() throws {
    let other = try store.queue(of: TemporaryStore.bor)
    try queue.append(samples(0..<3))
    try queue.append([.duty(.onDuty, order: nil)], at: Timestamp(milliseconds: 1))
    #expect(try other.status() == QueueStatus())
    #expect(try other.pings(limit: 50).isEmpty)
    #expect(try other.notices().isEmpty)
    #expect(other.name != queue.name)
    try other.append([.sample(9)])
    try other.remove([0, 1, 2])
    #expect(try queue.status().pings == 3)
    #expect(try queue.status().notices == 1)
  }

  @Test("a file of another program is refused, and not changed")
  func foreign() throws {
    let other = try TemporaryStore()
    let text = Data(repeating: UInt8(ascii: "x"), count: 4_096)
    try text.write(to: URL(fileURLWithPath: other.path))
    #expect(throws: DeviceStoreError.self) { try other.open() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: other.path)) == text)
  }

  @Test("a folder that does not exist is an error, not a queue in the air")
  func noFolder() {
    #expect(throws: DeviceStoreError.self) { try DeviceStore(path: file.path + "-nowhere/rollcall.sqlite") }
  }
}
