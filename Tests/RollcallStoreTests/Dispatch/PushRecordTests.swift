import Rollcall
import RollcallStore
import Testing

@Suite("What becomes of a message, and what follows")
struct PushRecordTests {
  /// Ana with two addresses, asked: Expo first, then FCM.
  private func asked() async throws -> (fixture: TestStore, ana: TestPhone, incident: Incident.ID) {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.fcm, Token.fcm).register(.expo, Token.expo)
    let incident = try fixture.open()
    try fixture.offer(incident, to: ana)
    return (fixture, ana, incident)
  }

  @Test(
    "Not now: again by the schedule, each attempt in the log; then the next address, and the offer stays open"
  )
  func again() async throws {
    let (fixture, _, incident) = try await asked()
    let job = try fixture.job()
    for (now, next) in [(0.1, 1.0), (1.1, 3.0), (3.1, 7.0)] {
      try fixture.record(.retry(after: nil, reason: "Expo: busy"), of: job, at: now)
      #expect(try fixture.due(at: next - 0.001) == [])
      #expect(try fixture.store.push.nextPushDue() == .at(next))
      #expect(try fixture.due(at: next) == ["offer expo"])
    }
    try fixture.record(.retry(after: nil, reason: "Expo: busy"), of: job, at: 7.1)
    #expect(try fixture.due() == ["offer fcm"])
    #expect(
      try fixture.pushLog(incident) == [
        "failed: Expo: busy; again in 0.9 s", "failed: Expo: busy; again in 1.9 s",
        "failed: Expo: busy; again in 3.9 s", "failed: Expo: busy; next: FCM",
      ])
    #expect(try fixture.state(incident) == .offering)
  }

  @Test("A service that asks for more time than there is: the next address at once")
  func retryAfter() async throws {
    let (fixture, _, incident) = try await asked()
    try fixture.record(.retry(after: 5_000, reason: "Expo: too many"), of: try fixture.job(), at: 0)
    #expect(try fixture.due(at: 4.999) == [])
    try fixture.record(.retry(after: 60_000, reason: "Expo: too many"), of: try fixture.job(at: 5))
    #expect(try fixture.due() == ["offer fcm"])
    #expect(
      try fixture.pushLog(incident) == [
        "failed: Expo: too many; again in 5 s", "failed: Expo: too many; next: FCM",
      ])
  }

  @Test("Gone: the address is dropped, and the next one is tried at once")
  func gone() async throws {
    let (fixture, ana, incident) = try await asked()
    try fixture.record(.gone(reason: "Expo: nobody is there"), of: try fixture.job(), at: 0.2)
    #expect(try ana.ways == ["fcm", "expo gone: Expo: nobody is there"])
    try fixture.record(.gone(reason: "FCM: nobody is there"), of: try fixture.job())
    #expect(
      try fixture.pushLog(incident) == [
        "gone: Expo: nobody is there; next: FCM",
        "gone: FCM: nobody is there; there is no other way to wake this phone",
      ])
    // Push never decides.
    #expect(try fixture.state(incident) == .offering && fixture.due() == [])
    // What comes late of the old address does not hit the new one.
    try await ana.register(.expo, "ExpoPushToken[new]")
    #expect(try ana.ways.first == "expo")
  }

  @Test("What is said late of a replaced address does not drop the new one")
  func lateGone() async throws {
    let (fixture, ana, _) = try await asked()
    let job = try fixture.job()
    try await ana.register(.expo, "ExpoPushToken[new]")
    try fixture.record(.gone(reason: "Expo: nobody is there"), of: job)
    #expect(try ana.ways == ["expo", "fcm"])
  }

  @Test("Refused: no second attempt, the next address at once")
  func refused() async throws {
    let (fixture, ana, incident) = try await asked()
    try fixture.record(.refused(reason: "Expo: too big"), of: try fixture.job())
    #expect(try fixture.due() == ["offer fcm"])
    #expect(try ana.ways == ["expo", "fcm"])
    #expect(try fixture.pushLog(incident) == ["failed: Expo: too big; next: FCM"])
  }

  @Test("Wrongly set up: the workspace spares the service for a minute, what waits for it goes elsewhere")
  func misconfigured() async throws {
    let (fixture, _, incident) = try await asked()
    let first = try fixture.job()
    let bor = try await fixture.candidate("Bor").register(.expo, "ExpoPushToken[bor]")
    let other = try fixture.open("Other")
    try fixture.offer(other, to: bor)
    #expect(try fixture.due() == ["offer expo", "offer expo"])
    try fixture.record(.misconfigured(reason: "Expo: wrong token"), of: first)
    #expect(try fixture.due() == ["offer fcm"])
    #expect(try fixture.store.push.pausedPushServices() == [.expo: 1])
    #expect(try fixture.pushLog(incident) == ["failed: Expo: wrong token; next: FCM"])
    #expect(
      try fixture.pushLog(other) == [
        "failed: Expo: wrong token; there is no other way to wake this phone"
      ])
    // A later offer does not go there before the minute is over, unless there is nothing else and time enough.
    try fixture.store.fleet.importProfile(.responder, slug: "north")
    let cene = try await fixture.candidate("Cene", isPrompt: false).register(.expo, "ExpoPushToken[cene]")
    try fixture.offer(try fixture.open("Third"), to: cene, within: 120)
    #expect(try fixture.due() == ["offer fcm"])
    #expect(try fixture.store.push.nextPushDue() == .at(60))
    fixture.clock.set(60)
    #expect(try fixture.store.push.duePushJobs(limit: 9).map(\.service) == [.expo])
    #expect(try fixture.store.push.pausedPushServices() == [:])
  }

  @Test("What a server of the responder's own choice says spares nobody, and other workspaces go on")
  func chosen() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.ntfy, "https://ntfy.example.org/topic")
    try fixture.offer(try fixture.open(), to: ana)
    try fixture.record(.misconfigured(reason: "ntfy: no right"), of: try fixture.job())
    #expect(try fixture.store.push.pausedPushServices() == [:])
  }

  @Test("Told about no message, or about one that is over, nothing happens")
  func unknown() async throws {
    let (fixture, _, incident) = try await asked()
    try fixture.store.push.record(.gone(reason: "x"), of: PushJob.ID(99), chance: 0)
    let job = try fixture.job()
    try fixture.record(.refused(reason: "Expo: too big"), of: job)
    let before = try fixture.pushLog(incident)
    try fixture.record(.refused(reason: "Expo: too big"), of: job)
    #expect(try fixture.pushLog(incident) == before)
    #expect(try fixture.due() == ["offer fcm"])
  }

  @Test(
    "Receipts are asked for after a quarter of an hour; gone drops the address, none is asked again for a day"
  )
  func receipts() async throws {
    let (fixture, ana, incident) = try await asked()
    try fixture.record(.accepted(id: "t1"), of: try fixture.job(), at: 0)
    #expect(try fixture.store.push.duePushReceipts() == [])
    fixture.clock.set(900)
    #expect(try fixture.store.push.duePushReceipts() == ["t1"])
    try fixture.store.push.record(receipts: [:], asked: ["t1"])
    #expect(try fixture.store.push.duePushReceipts() == [])
    fixture.clock.set(1_800)
    #expect(try fixture.store.push.duePushReceipts() == ["t1"])
    try fixture.store.push.record(receipts: ["t1": .gone(reason: "Expo: nobody is there")], asked: ["t1"])
    #expect(try ana.ways == ["fcm", "expo gone: Expo: nobody is there"])
    #expect(try fixture.pushLog(incident).last == "gone: Expo: nobody is there, says the receipt")
    #expect(try fixture.store.push.duePushReceipts() == [])
  }

  @Test("A receipt that never comes is forgotten after a day; a good one at once")
  func forgottenReceipts() async throws {
    let (fixture, _, _) = try await asked()
    try fixture.record(.accepted(id: "t1"), of: try fixture.job(), at: 0)
    fixture.clock.set(86_400 - 800)
    try fixture.store.push.record(receipts: [:], asked: ["t1"])
    fixture.clock.set(200_000)
    #expect(try fixture.store.push.duePushReceipts() == [])
    #expect(try fixture.jobStates().first == "offer expo accepted")
  }
}
