import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("A person named in a form")
struct NamedPersonTests {
  private static let people: [Responder] = [
    ("Ana Novak", "R-1", true), ("Ana Novak", "R-2", true), ("Barbara Kovačič", "12", true),
    ("Barbara Stara", nil, false), ("أحمد بن علي", nil, true),
  ].enumerated().map { index, one in
    Responder(
      id: Responder.ID(Int64(index + 1)), workspace: Workspace.ID(1), name: one.0, profile: "family",
      externalID: one.1, isActive: one.2)
  }

  @Test(
    "A name, an external id or a part of a name means one person, or nobody, or several",
    arguments: [
      ("Barbara Kovačič", "3"), ("barbara kovacic", "3"), ("12", "3"), ("kovac", "3"), ("أحمد", "5"),
      ("R-2", "2"), ("Ana Novak · no. 2", "2"), ("no. 1", "1"), ("Ana Novak · no. 99", "nobody"),
      // Of two the only one who is active.
      ("Barbara", "3"), ("Stara", "4"), ("Ana Novak", "several"), ("Zoran", "nobody"), ("…", "nobody"),
    ])
  func meanings(text: String, meaning: String) {
    let found =
      switch NamedPerson(text, among: Self.people) {
      case .one(let id): "\(id.rawValue)"
      case .nobody: "nobody"
      case .several: "several"
      }
    #expect(found == meaning, "\(text)")
  }

  @Test("People of one name are told apart in the list, and what the list says means them")
  func list() {
    let people = Self.people.map { (id: $0.id.rawValue, name: $0.name) }
    let field = PersonField("who", "Who", of: people, chosen: "2", placeholder: "")
    #expect(field.value == "Ana Novak · no. 2")
    #expect(Set(field.options.map(\.text)).count == people.count)
    for (option, person) in zip(field.options, Self.people) {
      guard case .one(let id) = NamedPerson(option.text, among: Self.people) else {
        Issue.record("\(option.text) means nobody")
        continue
      }
      #expect(id == person.id)
    }
    #expect(PersonField("who", "Who", of: people, chosen: "Zoran", placeholder: "").value == "Zoran")
    #expect(PersonField("who", "Who", of: people, chosen: "77", placeholder: "").value == "no. 77")
  }

  @Test("A filter that was typed leads to the page with ids and instants, and the rest of it stays")
  func redirected() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web, role: .auditor)
    let ana = try web.phone("Ana Žagar")
    func target(_ query: String) async -> String? {
      let answer = await desk.get(query)
      return answer.status == 303 ? answer.header("Location") : nil
    }
    #expect(
      await target(
        "history?responder_named=ana+zagar&from_day=2026-11-20&from_time=08:30&to_day=2026-11-21&to_time=&flag=mock"
      )
        == "/w/north/history?responder=\(ana.id.rawValue)&flag=mock&from=2026-11-20T08%3A30&to=2026-11-22")
    #expect(await target("history?responder_named=&from_day=&from_time=") == "/w/north/history")
    #expect(await target("history?responder=1&from=2026-11-20") == nil)
    // Programs write what the contract says.
    #expect(await target("history.json?from_day=2026-11-20") == nil)
    // Nobody, or several: the page says so, and shows nobody's positions.
    let nobody = try #require(await target("history?responder_named=Zoran"))
    let page = await desk.get(String(nobody.dropFirst("/w/north/".count)))
    #expect(page.status == 400 && page.text.contains("“Zoran” is not one person here"))
    for list in ["reports", "suspicious-positions", "visits"] {
      let page = await desk.get("\(list)?responder=Zoran")
      #expect(page.status == 400 && page.text.contains("“Zoran” is not one person here"), "\(list)")
    }
  }
}
