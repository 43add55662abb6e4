import StoreSupport
import Rollcall
import RollcallStore
import Synchronization
import Testing

@Suite("The outbox: a message is a row of its offer's transaction")
struct PushOutboxTests {
  @Test("An offer queues one message to the address registered last, and tells nothing it must not")
  func announced() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.fcm, Token.fcm, at: 1).register(
      .expo, Token.expo, at: 2)
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: ana)
    let job = try fixture.job()
    #expect(job.service == .expo && job.token == Token.expo && job.kind == .offer)
    #expect(job.expiresAt == .at(17))
    let subject = try #require(job.subject)
    #expect(subject.offer == offer && subject.incident == incident)
    #expect(subject.reference == "INC-\(incident.rawValue)" && subject.kind == .incident)
    // Nobody whose app has not registered is a problem.
    let bor = try await fixture.candidate("Bor")
    try fixture.offer(try fixture.open("Other"), to: bor)
    #expect(try fixture.due().count == 1)
  }

  @Test("Taken: the offer is sent, with who took it; fetched before, the log alone says so")
  func taken() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.expo, Token.expo)
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: ana)
    try fixture.record(.accepted(id: "t1"), of: try fixture.job(), at: 1)
    #expect(try fixture.found(offer).state == .sent && fixture.found(offer).sentAt == .at(1))
    #expect(try fixture.pushLog(incident) == ["sent: Expo took the message"])
    #expect(try fixture.due() == [])

    let bor = try await fixture.candidate("Bor").register(.ntfy, Token.ntfy)
    let other = try fixture.open("Other")
    let second = try fixture.offer(other, to: bor)
    let job = try fixture.job()
    _ = try await bor.offers()
    try fixture.record(.accepted(id: nil), of: job)
    #expect(try fixture.found(second).state == .delivered)
    #expect(try fixture.pushLog(other) == ["taken: ntfy took the message"])
  }

  @Test("Whoever sends is told after the commit, and of a refused one not at all")
  func bell() async throws {
    let rings = Mutex<[Outboxes.Name]>([])
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.expo, Token.expo)
    let incident = try fixture.open()
    fixture.store.close()
    var options = Store.Options(clock: { fixture.clock.now })
    options.onOutbox = { name in rings.withLock { $0.append(name) } }
    let store = try Store(path: fixture.path, options: options)
    defer { store.close() }
    let one = Asking.one(ana.id, answerWithin: 30_000)
    try store.dispatch.ask(one, for: incident, in: .test(fixture.workspace.id, TestStore.dispatcher))
    #expect(rings.withLock { $0 } == [.phones])
    #expect(throws: StoreError.self) {
      try store.dispatch.ask(one, for: Incident.ID(99), in: .test(fixture.workspace.id, TestStore.dispatcher))
    }
    #expect(rings.withLock { $0 } == [.phones])
  }

  @Test("Not sent yet when it ends: never sent. Taken: the phone is told that it is over, once")
  func recalled() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.expo, Token.expo)
    let incident = try fixture.open()
    let first = try fixture.offer(incident, to: ana)
    try fixture.store.dispatch.withdraw(
      first, of: incident, in: .test(fixture.workspace.id, TestStore.dispatcher))
    #expect(try fixture.due() == [])

    let second = try fixture.open("Again")
    let offer = try fixture.offer(second, to: ana)
    try fixture.record(.accepted(id: "t"), of: try fixture.job())
    try fixture.store.dispatch.withdraw(
      offer, of: second, in: .test(fixture.workspace.id, TestStore.dispatcher))
    let job = try fixture.job()
    #expect(job.kind == .withdrawn && job.subject?.offer == offer && job.expiresAt == .at(600))
    try fixture.record(.accepted(id: "u"), of: job)
    #expect(try fixture.pushLog(second).last == "taken: Expo took the message that it is over")
    #expect(
      try fixture.jobStates() == [
        "offer expo cancelled", "offer expo accepted", "withdrawn expo accepted",
      ])
  }

  @Test("It ends while its message is on its way: the phone that got it is told")
  func onItsWay() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.expo, Token.expo)
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: ana)
    let job = try fixture.job()
    try fixture.store.dispatch.withdraw(
      offer, of: incident, in: .test(fixture.workspace.id, TestStore.dispatcher))
    try fixture.record(.accepted(id: "t"), of: job)
    #expect(try fixture.due() == ["withdrawn expo"])
    #expect(try fixture.found(offer).state == .withdrawn)
    // Not got: nothing to take back, nothing to try.
    let second = try fixture.offer(try fixture.open("Other"), to: ana)
    let other = try #require(
      try fixture.store.push.duePushJobs(limit: 9).first { $0.subject?.offer == second })
    _ = try await ana.say(.decline(reason: nil), to: second)
    try fixture.record(.retry(after: nil, reason: "Expo: busy"), of: other)
    #expect(try fixture.due(at: 20) == ["withdrawn expo"])
  }

  @Test("Whoever answers need not be told, and how long it took from the message is counted")
  func answered() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.expo, Token.expo)
    let offer = try fixture.offer(try fixture.open(), to: ana)
    try fixture.record(.accepted(id: "t"), of: try fixture.job(), at: 1)
    _ = try await ana.say(.accept, to: offer, at: 5)
    #expect(try fixture.due() == [])
    let answers = fixture.store.outboxes.answers
    #expect(answers.count == 1 && answers.seconds == 4 && answers.buckets[2] == 1)
    #expect(fixture.store.outboxes.attempts == [.init(phones: .expo, .accepted): 1])
  }

  @Test("Several asked, one accepts: the others' phones are told")
  func parallel() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.expo, Token.expo)
    let bor = try await fixture.candidate("Bor").register(.fcm, Token.fcm)
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: ana)
    try fixture.offer(incident, to: bor)
    for job in try fixture.store.push.duePushJobs(limit: 9) {
      try fixture.record(.accepted(id: nil), of: job)
    }
    _ = try await ana.say(.accept, to: offer)
    #expect(try fixture.due() == ["withdrawn fcm"])
  }

  @Test("After a restart the message is still there, with a new link; of an expired one the log says so")
  func restart() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.expo, Token.expo)
    let incident = try fixture.open()
    try fixture.offer(incident, to: ana)
    let before = try fixture.job()
    let link = try #require(try fixture.store.push.link(for: before))
    #expect(try fixture.store.push.link(for: before) == link)
    try fixture.restart()
    let job = try fixture.job()
    #expect(job == before)
    let second = try #require(try fixture.store.push.link(for: job))
    #expect(second != link)
    for known in [link, second] { #expect(try fixture.store.dispatch.offer(link: known)?.standing == .open) }

    fixture.clock.set(31)
    #expect(try fixture.due() == [])
    #expect(try fixture.store.push.tidyPushJobs() > 0)
    #expect(try fixture.store.push.tidyPushJobs() == 0)
    #expect(try fixture.jobStates() == ["offer expo failed"])
    #expect(try fixture.pushLog(incident) == ["failed: Expo: not handed over in time"])
  }
}
