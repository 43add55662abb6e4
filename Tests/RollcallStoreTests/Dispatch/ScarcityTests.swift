import Rollcall
import RollcallStore
import StoreSupport
import Testing

@Suite("A critical incident asks more people, and takes them when people are scarce")
struct ScarcityTests {
  private let fixture: TestStore

  init() throws { fixture = try TestStore() }

  private func open(_ severity: Incident.Severity) throws -> Incident.ID {
    let place = try fixture.details().position
    let details = NewIncident(
      kind: .incident, title: severity.rawValue, severity: severity, position: place)
    return try fixture.store.dispatch.open(
      IncidentOpening(details, asking: Asking(.automatic)),
      in: .test(fixture.workspace.id, TestStore.dispatcher))
  }

  private func asked(_ incident: Incident.ID) throws -> [String] {
    try fixture.file(incident).offers.reversed().map { "\($0.name) \($0.offer.state.rawValue)" }
  }

  private func look() throws { _ = try fixture.store.dispatch.dispatchDue() }

  @Test("It asks two more than it needs; the first accept wins, and who declines is followed by another")
  func extras() async throws {
    var phones: [TestPhone] = []
    for (index, name) in ["Ana", "Bor", "Cyd", "Dan"].enumerated() {
      phones.append(try await fixture.candidate(name, north: 0.01 * Double(index + 1)))
    }
    let incident = try open(.critical)
    #expect(try asked(incident) == ["Ana queued", "Bor queued", "Cyd queued"])
    let first = try #require(try await phones[0].offers().first).offer
    _ = try await phones[0].say(.decline(reason: nil), to: first.id)
    try look()
    #expect(try asked(incident) == ["Ana declined", "Bor queued", "Cyd queued", "Dan queued"])
    let last = try #require(try await phones[3].offers().first).offer
    _ = try await phones[3].say(.accept, to: last.id)
    #expect(try asked(incident) == ["Ana declined", "Bor withdrawn", "Cyd withdrawn", "Dan accepted"])
  }

  @Test("An unseen offer of less severity gives way, the least severe first; its incident asks them again")
  func taking() async throws {
    let ana = try await fixture.candidate("Ana", north: 0.01)
    let bor = try await fixture.candidate("Bor", north: 0.02)
    let normal = try open(.normal)
    let low = try open(.low)
    #expect(try asked(normal) == ["Ana queued"] && asked(low) == ["Bor queued"])
    let critical = try open(.critical)
    #expect(try asked(critical) == ["Bor queued"])
    #expect(try asked(low) == ["Bor withdrawn"])
    // Nobody is taken for an extra offer.
    try look()
    #expect(try asked(normal) == ["Ana queued"])
    let offer = try #require(try await bor.offers().first { $0.incident.id == critical }).offer
    _ = try await bor.say(.decline(reason: nil), to: offer.id)
    try look()
    try look()
    // Ana is taken in turn, and Bor is free for the least severe again.
    #expect(try asked(critical) == ["Bor declined", "Ana queued"])
    #expect(try asked(normal) == ["Ana withdrawn", "Bor queued"])
    _ = ana
  }

  @Test("An offer that was seen stays")
  func seen() async throws {
    let ana = try await fixture.candidate("Ana")
    let low = try open(.low)
    let offer = try #require(try await ana.offers().first).offer
    _ = try await ana.say(.seen, to: offer.id)
    let critical = try open(.critical)
    #expect(try asked(critical).isEmpty && fixture.state(critical) == .unassigned)
    #expect(try asked(low) == ["Ana seen"])
  }

  @Test("An extra offer of one critical incident gives way to the place of another")
  func extraTaken() async throws {
    for (index, name) in ["Ana", "Bor"].enumerated() {
      _ = try await fixture.candidate(name, north: 0.01 * Double(index + 1))
    }
    let first = try open(.critical)
    #expect(try asked(first) == ["Ana queued", "Bor queued"])
    let second = try open(.critical)
    #expect(try asked(second) == ["Bor queued"])
    #expect(try asked(first) == ["Ana queued", "Bor withdrawn"])
  }
}
