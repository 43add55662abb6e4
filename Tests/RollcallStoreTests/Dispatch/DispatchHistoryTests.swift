import StoreSupport
import Seeds
import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Whatever happens in whatever order, dispatch keeps its promises")
struct DispatchHistoryTests {
  @Test(
    "Random histories: nobody more than fits, one errand each, every step logged", arguments: Seeds.some(12))
  func randomHistories(_ seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    var phones: [TestPhone] = []
    for (name, skills) in [("Ana", "medic"), ("Bor", "boat"), ("Cyd", "medic;boat"), ("Dan", "")] {
      let phone = try await fixture.candidate(name)
      _ = try fixture.store.fleet.changePerson(phone.id, in: .test(fixture.workspace.id, "m")) {
        $0.skills = skills
      }
      phones.append(phone)
    }
    var incidents = [try fixture.open()]
    var seconds = 0.0
    for _ in 0..<120 {
      seconds += [0, 0.4, 3, 14, 40, 120][Int.random(in: 0..<6, using: &random)]
      fixture.clock.set(seconds)
      let phone = phones[Int.random(in: 0..<phones.count, using: &random)]
      let incident = incidents[Int.random(in: 0..<incidents.count, using: &random)]
      let made = max(1, Int64(try fixture.integer("SELECT coalesce(max(id), 1) FROM offer")))
      let offer = Offer.ID(Int64.random(in: max(1, made - 12)...made, using: &random))
      let before = try fixture.work
      var isRestarted = false
      switch Int.random(in: 0..<22, using: &random) {
      case 0:
        let asking: Asking = Bool.random(using: &random) ? Asking(.automatic) : .nobody
        incidents.append(
          try fixture.open(
            "I\(incidents.count)", [.high, .critical].randomElement(using: &random) ?? .high,
            needs: try Self.needs(&random), asking: asking))
      case 1, 2, 3, 4:
        _ = try? fixture.offer(
          incident, to: phone, within: 15 + Int64(Int.random(in: 0..<60, using: &random)))
      case 5: _ = try await phone.offers()
      case 6: _ = try await phone.say(.seen, to: offer)
      case 7, 8: for other in phones { _ = try await other.say(.accept, to: offer) }
      case 9: _ = try await phone.say(.decline(reason: nil), to: offer)
      case 10:
        if let mine = try await phone.assignment() { _ = try await phone.tell(.complete, of: mine.id) }
      case 11: try? fixture.store.dispatch.withdraw(offer, of: incident, in: .test(fixture.workspace.id, "m"))
      case 12:
        try? fixture.store.dispatch.close(incident, as: .cancelled, in: .test(fixture.workspace.id, "m"))
      case 13:
        try await phone.duty(
          DutyChange(state: Int.random(in: 0..<3, using: &random) == 0 ? .offDuty : .onDuty))
      case 15:
        let needs = try Self.needs(&random)
        try? fixture.store.dispatch.change(needs, of: incident, in: .test(fixture.workspace.id, "m"))
      case 16:
        let act = [AssigneeAct.replace, .keep, .release, .done].randomElement(using: &random) ?? .keep
        try? fixture.store.dispatch.act(act, on: phone.id, of: incident, in: .test(fixture.workspace.id, "m"))
      case 17, 18:
        let result = IncidentCall.Result.allCases.randomElement(using: &random) ?? .reached
        try? fixture.store.dispatch.note(
          IncidentCall(phone.id, result), about: incident, in: .test(fixture.workspace.id, "m"))
      case 19:
        let severity = Incident.Severity.allCases.randomElement(using: &random) ?? .normal
        let place = NewIncident.PlaceInput.text(Bool.random(using: &random) ? "46.02, 14" : "46, 14")
        let edit = try IncidentEdit(.init(title: "Edited", severity: severity.rawValue, place: place))
        try? fixture.store.dispatch.edit(incident, edit, in: .test(fixture.workspace.id, "m"))
      case 20: try await phone.report(mock: .yes)
      case 14: _ = try fixture.store.liveness.settleOverdue() + fixture.store.dispatch.dispatchDue()
      default:
        isRestarted = Int.random(in: 0..<8, using: &random) == 0
        if isRestarted { try fixture.restart() }
      }
      for phone in phones where Int.random(in: 0..<3, using: &random) > 0 { try await phone.report() }
      try fixture.checkPromises(phones)
      if !isRestarted { try fixture.work.checkEnd(since: before, people: phones.count) }
    }
    // Then offers were made, so that there was something to keep
    #expect(try fixture.integer("SELECT count(*) FROM offer") > 1)
  }

  /// One person, or several with skills.
  private static func needs(_ random: inout SplitMix) throws -> Needs {
    let lines = (0...Int.random(in: 0..<2, using: &random)).map { _ in
      Needs.Line(
        count: Int.random(in: 1...2, using: &random),
        skills: [[], [], ["medic"], ["boat"]].randomElement(using: &random) ?? [])
    }
    return try Needs(lines)
  }
}

/// Counts since a store was opened.
private struct Work {
  let jobs: Int
  let effects: Int
  let transitions: Int

  /// The loop of effects ends: a job emits one effect of its own at most, each further effect has a transition of its own,
  /// and a person has few transitions at one instant.
  func checkEnd(since before: Work, people: Int) {
    let (jobs, transitions) = (jobs - before.jobs, transitions - before.transitions)
    #expect(effects - before.effects <= jobs + transitions)
    #expect(transitions <= jobs * people * 4)
  }
}

extension TestStore {
  fileprivate var work: Work {
    get throws {
      try store.write { transaction in
        Work(
          jobs: Int(self.store.writer.jobs), effects: transaction.memory.effects.carriedOut,
          transitions: try transaction.db.first("SELECT count(*) FROM transition") ?? 0)
      }
    }
  }
}
