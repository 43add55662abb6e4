import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallServer

@Suite("Commands on a database, with and without a server")
struct CommandTests {
  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func run(_ command: AdminCommand) -> CommandOutcome {
    CommandRunner.run(command, database: place.database)
  }

  @Test("the answers have the fields that scripts build on")
  func answers() throws {
    #expect(run(.addNorth).result == .object(["id": .integer(1), "slug": .string("north")]))
    let added = run(.addResponder(slug: "north", person: Person(name: "Ana", phone: "+38640123456")))
    let ana = try #require(added.result["id"]?.integer)
    let imported = run(.importResponders(slug: "north", people: [Person(name: "Luka"), Person(name: "Eva")]))
    #expect(imported.result["imported"] == .integer(2))
    #expect(imported.result["ids"]?.items?.count == 2)
    let issued = run(.issueToken(slug: "north", responder: ana, deviceID: "d", lifetime: 60_000))
    #expect(issued.result["access_token"]?.text?.isEmpty == false)
    #expect(issued.result["session_id"]?.integer != nil)
    let all =
      run(.issueTokens(slug: "north", devicePrefix: "p-", lifetime: 60_000)).result["tokens"]?.items ?? []
    #expect(all.count == 3)
    #expect(all.allSatisfy { $0["responder_id"]?.integer != nil && $0["access_token"]?.text != nil })
    let key = run(.issueAPIKey(slug: "north", name: "ci", role: "auditor")).result["api_key"]?.text ?? ""
    #expect(key.hasPrefix("rck_"))
    #expect(run(.revokeAPIKey(slug: "north", name: "ci")).exit == 0)
    let verified = run(.verify([])).result
    #expect(verified["ok"] == .bool(true))
    #expect(verified["audit"]?.items?.map { $0["workspace"] } == [.string("north")])
  }

  @Test("an inactive responder gets no token, and a changed one is listed as changed")
  func changes() throws {
    _ = run(.addNorth)
    let added = run(.addResponder(slug: "north", person: Person(name: "Ana")))
    let ana = try #require(added.result["id"]?.integer)
    let change = PersonChange(name: "Ana Novak", region: "Center", isActive: false)
    #expect(run(.setResponder(slug: "north", id: ana, change: change)).exit == 0)
    let listed = run(.listResponders(slug: "north")).result["responders"]?.items?.first
    #expect(listed?["name"] == .string("Ana Novak"))
    #expect(listed?["active"] == .bool(false))
    #expect(run(.issueToken(slug: "north", responder: ana, deviceID: "d", lifetime: 1)).exit == 1)
  }

  @Test(
    "a failure is an outcome with words and exit code 1",
    arguments: [
      .listResponders(slug: "south"), .addNorth,
      .issueAPIKey(slug: "north", name: "k", role: "king"),
      .addMember(slug: "north", email: "no address", role: "owner", passwordHash: "x"),
      .importResponders(slug: "north", people: [Person(name: "Ana"), Person(name: "Luka", profile: "none")]),
      .importProfile(slug: "north", profile: Profile(name: "p", rules: [])),
    ] as [AdminCommand])
  func failures(command: AdminCommand) {
    _ = run(.addNorth)
    let outcome = run(command)
    #expect(outcome.exit == 1)
    #expect(outcome.error?.isEmpty == false)
    #expect(run(.listResponders(slug: "north")).result["responders"] == .array([]))
  }

  @Test("a refused person is named by the line of the list", arguments: ["", "Luka,+38640123457\n"])
  func line(more: String) throws {
    _ = run(.addNorth)
    let list = "name,phone\n" + more + "\n\"A\nB\",12\n"
    let outcome = run(.importResponders(slug: "north", people: try PeopleList.read(Array(list.utf8))))
    #expect(outcome.error?.hasPrefix("line \(more.isEmpty ? 3 : 4): ") == true, "\(outcome.text)")
  }

  @Test("a database that does not exist is only made by a command that begins one")
  func noDatabase() {
    #expect(run(.listWorkspaces).exit == 1)
    #expect(!FileManager.default.fileExists(atPath: place.database))
  }

  @Test("a command travels as one line")
  func everyCommandTravels() throws {
    let commands: [AdminCommand] = [
      .addNorth, .listWorkspaces, .verify([]),
      .setWorkspace(slug: "n", name: nil, timeZone: "UTC", retentionDays: 1),
      .setResponder(slug: "n", id: 1, change: PersonChange(isActive: false)),
      .issueToken(slug: "n", responder: .max, deviceID: "\n", lifetime: 1),
    ]
    for command in commands {
      let line = try JSONEncoder().encode(command)
      #expect(!line.contains(UInt8(ascii: "\n")))
      let again = try JSONDecoder().decode(AdminCommand.self, from: line)
      #expect("\(again)" == "\(command)")
    }
  }
}
