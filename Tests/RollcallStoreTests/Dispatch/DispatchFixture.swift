import StoreSupport
import Foundation
import Rollcall
import RollcallStore
import Testing

/// Dispatch on a test's store: people who can be asked, incidents, and what became of them.
extension TestStore {
  static let dispatcher: Actor = .member(Member.ID(1), email: "ana@example.org")

  /// Somebody who is on duty and has just sent a fresh fix, `north` degrees north of the place.
  func candidate(_ name: String = "Ana", north: Double = 0.01, slug: String = "north", isPrompt: Bool = true)
    async throws -> TestPhone
  {
    if isPrompt { try hearAtOnce(slug: slug) }
    let phone = try phone(profile: "responder", name: name, device: "d-\(name)", slug: slug)
    try await phone.duty(DutyChange(state: .onDuty))
    try await phone.report(north: north)
    return phone
  }

  /// From now on responders on duty report every 5 s, so that the time to answer alone decides when an offer
  /// ends. Their thresholds stay.
  func hearAtOnce(slug: String = "north") throws {
    var profile = Profile.responder
    for index in profile.rules.indices where profile.rules[index].name == "on_duty" {
      (profile.rules[index].interval, profile.rules[index].degraded) = (5, 90)
      profile.rules[index].offline = 180
    }
    guard try !store.fleet.profiles(slug: slug).contains(profile) else { return }
    try store.fleet.importProfile(profile, slug: slug)
  }

  /// Opens an incident at 46, 14.
  func open(
    _ title: String = "Fall from a ladder", _ severity: Incident.Severity = .high,
    needs: Needs = .onePerson, asking: Asking = .nobody, once: String? = nil
  ) throws -> Incident.ID {
    try store.dispatch.open(
      IncidentOpening(try details(title, severity).needing(needs), once: once, asking: asking),
      in: .test(workspace.id, Self.dispatcher))
  }

  func details(
    _ title: String = "Fall from a ladder", _ severity: Incident.Severity = .high, region: String? = nil
  ) throws -> NewIncident {
    let place = try #require(Position(latitude: 46, longitude: 14))
    return NewIncident(kind: .incident, title: title, severity: severity, position: place, region: region)
  }

  @discardableResult
  func offer(_ incident: Incident.ID, to phone: TestPhone, within seconds: Int64 = 30) throws -> Offer.ID {
    try store.dispatch.ask(
      .one(phone.id, answerWithin: seconds * 1_000), for: incident, in: .test(workspace.id, Self.dispatcher))
    return try #require(try file(incident).offers.first { $0.offer.responder == phone.id }).offer.id
  }

  func file(_ incident: Incident.ID) throws -> IncidentFile {
    try store.dispatch.incident(incident, in: workspace.id)
  }

  func state(_ incident: Incident.ID) throws -> Incident.State { try file(incident).summary.incident.state }

  func found(_ offer: Offer.ID) throws -> Offer {
    try #require(
      store.dispatch.incidents(of: workspace.id, limit: 1_000).incidents
        .flatMap { try file($0.incident.id).offers }.map(\.offer).first { $0.id == offer })
  }

  /// The log from its beginning: what happened, by whom, how many seconds after the first moment.
  func steps(_ incident: Incident.ID) throws -> [String] {
    try file(incident).log.reversed().map { step in
      let seconds = Double(step.at.since(.at(0))) / 1_000
      let who = step.actor.split(separator: ":").first.map(String.init) ?? ""
      return "\(step.kind.rawValue) \(seconds) \(who)\(step.name.map { " \($0)" } ?? "")"
    }
  }
}

extension TestPhone {
  /// Uploads a fresh fix.
  @discardableResult
  func report(
    north: Double = 0.01, mock: Ping.MockReport = .no, at seconds: Double? = nil
  ) async throws -> [OfferedIncident] {
    if let seconds { fixture.clock.set(seconds) }
    var ping = try ping(nil, nil, lat: 46 + north, lng: 14, mock: mock)
    ping.recordedAt = fixture.clock.now
    let told = Told()
    let _: UploadAnswer = try await RollcallStoreTests.told { done in
      fixture.store.tracking.ingest(
        Upload(batch: Batch(pings: [ping])), from: session,
        answer: {
          told.offers = $0.offers
          return Array("1 0 0".utf8)
        }, done: done)
    }
    return told.offers
  }

  func offers(at seconds: Double? = nil) async throws -> [OfferedIncident] {
    if let seconds { fixture.clock.set(seconds) }
    return try await told { fixture.store.dispatch.offers(of: session, done: $0) }
  }

  func say(
    _ answer: PhoneAnswer, to offer: Offer.ID, phoneAt: Timestamp? = nil, at seconds: Double? = nil
  ) async throws -> PhoneVerdict<OfferedIncident> {
    if let seconds { fixture.clock.set(seconds) }
    return try await told {
      fixture.store.dispatch.answer(offer, answer, phoneAt: phoneAt, from: session, done: $0)
    }
  }

  func assignment(at seconds: Double? = nil) async throws -> AssignedIncident? {
    if let seconds { fixture.clock.set(seconds) }
    return try await told { fixture.store.dispatch.assignment(of: session, done: $0) }
  }

  func tell(
    _ report: AssignmentReport, of id: AssignedIncident.ID, at seconds: Double? = nil
  ) async throws -> PhoneVerdict<AssignedIncident> {
    if let seconds { fixture.clock.set(seconds) }
    return try await told {
      fixture.store.dispatch.report(report, of: id, phoneAt: nil, from: session, done: $0)
    }
  }
}

/// What the writer's thread hands to a test that waits for it.
private final class Told: @unchecked Sendable {
  // Written before the upload is told as done, read after.
  var offers: [OfferedIncident] = []
}

extension PhoneVerdict {
  /// What is so now; `nil` = refused.
  var now: Value? { if case .current(let value) = self { value } else { nil } }
}
