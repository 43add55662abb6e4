import RollcallStore
import Testing

@testable import RollcallServer

@Suite("Retention on the command line")
struct RetentionCommandTests {
  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func run(_ command: AdminCommand) -> CommandOutcome {
    CommandRunner.run(command, database: place.database)
  }

  @Test("a preview tells the numbers and changes nothing")
  func preview() throws {
    _ = run(.addNorth)
    let before = run(.listWorkspaces).result
    let outcome = run(.previewRetention(slug: "north", days: 1))
    #expect(outcome.exit == 0)
    for name in ["pings", "uploads", "device_events", "log_rows"] {
      #expect(outcome.result[name] == .integer(0))
    }
    #expect(outcome.result["retention_days"] == .integer(1))
    #expect(outcome.result["oldest"] == .null)
    #expect(outcome.result["exact"] == .bool(true))
    #expect(outcome.result["before"]?.text != nil)
    #expect(
      outcome.text.hasPrefix(
        "Keeping 1 days would purge 0 pings of 0 people, 0 uploads, 0 device events older than"))
    #expect(outcome.text.hasSuffix(", and 0 entries of the log. Nothing is changed."))
    #expect(run(.listWorkspaces).result == before)
    #expect(run(.previewRetention(slug: "north", days: nil)).result["retention_days"] == .integer(90))
    #expect(run(.previewRetention(slug: "north", days: 0)).exit == 1)
    #expect(run(.previewRetention(slug: "south", days: 1)).exit == 1)
  }

  @Test("the list of workspaces says when each was purged last")
  func lastPurge() throws {
    _ = run(.addNorth)
    let listed = run(.listWorkspaces).result["workspaces"]?.items?.first
    #expect(listed?["last_purge"] == .null)
    #expect(listed?["retention_days"] == .integer(90))
  }
}

@Suite("Holds on the command line")
struct HoldCommandTests {
  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func run(_ command: AdminCommand) -> CommandOutcome {
    CommandRunner.run(command, database: place.database)
  }

  @Test("a hold is added, listed and released once")
  func story() throws {
    _ = run(.addNorth)
    let person = run(.addResponder(slug: "north", person: Person(name: "Ana")))
    let id = try #require(person.result["id"]?.integer)
    func add(_ from: String, _ to: String, _ reason: String = "court order") -> CommandOutcome {
      run(.hold(slug: "north", .holdPerson(id, from: from, to: to, reason: reason, until: nil)))
    }
    #expect(add("2026-11-21", "2026-11-20").exit == 1)
    #expect(add("yesterday", "2026-11-20").exit == 1)
    #expect(add("2026-11-20", "2026-11-21", "").exit == 1)
    #expect(run(.hold(slug: "north", .holdIncident(7, reason: "r", until: nil))).exit == 1)
    let hold = try #require(add("2026-11-20", "2026-11-21").result["id"]?.integer)
    let listed = run(.hold(slug: "north", .list)).result["holds"]?.items?.first
    #expect(listed?["in_force"] == .bool(true))
    #expect(listed?["from"]?.text != nil)
    #expect(run(.hold(slug: "north", .release(hold, note: "over"))).exit == 0)
    #expect(run(.hold(slug: "north", .release(hold, note: "over"))).exit == 1)
    #expect(
      run(.hold(slug: "north", .list)).text
        == "1  over, responder \(id), \(listed?["from"]?.text ?? "") to \(listed?["to"]?.text ?? ""): court order"
    )
  }
}
