import Testing

@testable import Rollcall

@Suite("When a condition became what it is: the log undone step by step")
struct AlertRewindTests {
  private let north = AlertTopic.noOnlineResponders(region: "North")

  private func change(_ id: Int64, _ at: Double, _ from: Status?, _ to: Status) -> LoggedChange {
    LoggedChange(responder: Responder.ID(id), at: .at(at), from: from, to: to)
  }

  private func instants(_ topics: Set<AlertTopic>, _ people: [AlertPerson], _ log: [LoggedChange])
    -> [AlertTopic: Timestamp]
  {
    var rewind = AlertRewind(people)
    return rewind.instants(of: topics, log: log)
  }

  @Test("a region is unreachable since the last one left online, not since what happened afterwards")
  func region() {
    // Given three of whom one was last, and grew worse later
    let people = [AlertPerson].people("2 offline 1 degraded", region: "North")
    let log = [
      change(1, 70, .degraded, .offline), change(2, 60, .degraded, .offline),
      change(1, 50, .online, .degraded),
      change(3, 40, .online, .degraded), change(2, 30, .online, .degraded),
    ]
    // Then it is since that one left online
    #expect(instants([north], people, log) == [north: .at(50)])
    // And the rate is high since the first was offline of three
    #expect(instants([.highOfflineRate], people, log) == [.highOfflineRate: .at(60)])
  }

  @Test("an end is found as well: since the first one was online again")
  func end() {
    let people = [AlertPerson].people("2 online", region: "North")
    let log = [
      change(1, 90, .degraded, .online), change(2, 80, .offline, .online), change(1, 70, .offline, .degraded),
      change(1, 20, .online, .offline),
    ]
    #expect(instants([north, .highOfflineRate], people, log) == [north: .at(80), .highOfflineRate: .at(80)])
  }

  @Test("coming on watch where no one is online counts, and so does a person's first row")
  func watch() {
    let people = [AlertPerson].people("1 unknown 1 off_duty", region: "North")
    #expect(
      instants([north], people, [change(1, 90, .offDuty, .unknown), change(2, 5, .online, .offDuty)])
        == [north: .at(90)])
    #expect(instants([north], people, [change(1, 90, nil, .unknown)]) == [north: .at(90)])
  }

  @Test(
    "changes that do not fit what is known are newer than it; where the log says nothing, nothing is found")
  func unknown() {
    let people = [AlertPerson].people("1 offline", region: "North")
    let log = [
      change(1, 95, .degraded, .online), change(8, 94, .online, .offline), change(1, 60, .online, .offline),
    ]
    #expect(instants([north], people, log) == [north: .at(60)])
    #expect(instants([north], people, []) == [:])
    #expect(instants([.responderFlapping(Responder.ID(1))], people, log) == [:])
  }
}
