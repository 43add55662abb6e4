import Rollcall
import RollcallStore
import Testing

/// Phones whose clock is one hour off, as the log of statuses shows them.
@Suite("Clocks one hour off")
struct ClockStoryTests {
  static let loops = NamedStoryTests.loops

  /// Uploads a live ping at each moment; the phone's clock is `off` seconds ahead.
  private func live(_ off: Double, sends: Bool, _ moments: [Double], _ loop: Double?) async throws
    -> TestPhone
  {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    for (index, moment) in moments.enumerated() {
      try phone.fixture.pass(to: moment, every: loop)
      try await phone.send([ping(moment + off, Int64(index))], sentAt: sends ? .at(moment + off) : nil)
    }
    return phone
  }

  @Test("Ahead, with sent_at: live pings are green, its backlog is as old as it is", arguments: loops)
  func aheadSent(loop: Double?) async throws {
    let phone = try await live(3_600, sends: true, [10, 70], loop)
    try phone.fixture.pass(to: 500, every: loop)
    try await phone.send([ping(3_800, 8), ping(3_900, 9)], sentAt: .at(4_100))
    #expect(try phone.history.suffix(2).map(\.effective) == [.at(200), .at(300)])
    #expect(
      try phone.log.dropFirst(2) == [
        "10 unknown→online responder/on_duty: a fresh fix",
        "160 online→degraded responder/on_duty: no fix for 90 s",
        "250 degraded→offline responder/on_duty: no contact for 180 s",
        "500 offline→degraded responder/on_duty: contact without a fresh fix",
      ])
  }

  @Test("Behind, with sent_at: green with the second live upload", arguments: loops)
  func behindSent(loop: Double?) async throws {
    let phone = try await live(-3_600, sends: true, [10, 70], loop)
    try phone.fixture.pass(to: 165, every: loop)
    try phone.fixture.settle()
    #expect(
      try phone.log.dropFirst(2) == [
        "70 unknown→online responder/on_duty: a fresh fix",
        "160 online→degraded responder/on_duty: no fix for 90 s",
      ])
  }

  @Test("Ahead, without sent_at: timed by the server, with a flag; a backlog is not green", arguments: loops)
  func ahead(loop: Double?) async throws {
    let phone = try await live(3_600, sends: false, [10, 70], loop)
    #expect(try phone.history.allSatisfy { $0.flags == .clockSkew && $0.timeSource == .server })
    try phone.fixture.pass(to: 500, every: loop)
    try await phone.send([ping(3_800, 8), ping(4_090, 9)], telemetry: .waiting(4))
    #expect(
      try phone.log.dropFirst(2) == [
        "10 unknown→online responder/on_duty: a fresh fix",
        "160 online→degraded responder/on_duty: no fix for 90 s",
        "250 degraded→offline responder/on_duty: no contact for 180 s",
        "500 offline→degraded responder/on_duty: contact without a fresh fix",
      ])
  }

  @Test("Behind, without sent_at: never green before five uploads lag alike", arguments: loops)
  func behind(loop: Double?) async throws {
    let phone = try await live(-3_600, sends: false, [10, 70, 130, 190, 250], loop)
    // Watched from the first fix on, however old that was.
    #expect(
      try phone.log.dropFirst(2) == [
        "100 unknown→degraded responder/on_duty: no fix for 90 s",
        "250 degraded→online responder/on_duty: a fresh fix",
      ])
    #expect(try phone.row.flags == .clockSkew)
  }
}
