import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Reading the audit")
struct AuditReadingTests {
  /// A filter, and the numbers of the entries it finds.
  static let filters: [(AuditFilter, [Int64])] = [
    (AuditFilter(from: .at(0), to: .at(100)), [6, 5, 4, 3, 2, 1]),
    (AuditFilter(from: .at(20), to: .at(40)), [4, 3]),
    (AuditFilter(from: .at(0), to: .at(100), actor: "member:9"), [6, 3]),
    (AuditFilter(from: .at(0), to: .at(100), action: "look"), [4, 3]),
    (AuditFilter(from: .at(0), to: .at(100), action: "look.map"), [4]),
    (AuditFilter(from: .at(0), to: .at(100), action: "loo"), []),
    (AuditFilter(from: .at(0), to: .at(100), subject: "responder 5"), [5, 3]),
    (AuditFilter(from: .at(0), to: .at(100), actor: "member:9", action: "look", subject: "responder 5"), [3]),
    (AuditFilter(from: .at(0), to: .at(100), actor: "' OR 1 --"), []),
  ]

  private func store() throws -> TestStore {
    let fixture = try TestStore()
    let south = try fixture.addWorkspace("south")
    let entries: [(Actor, String, String)] = [
      (.commandLine, "member.add", "member 9"), ("member:9", "look.board", "responder 5"),
      ("key:k", "look.map", "everybody"), ("rollcall", "offer.made", "responder 5"),
      ("member:9", "lookout.x", ""),
    ]
    for (index, (actor, action, subject)) in entries.enumerated() {
      fixture.clock.set(Double(index + 1) * 10)
      try fixture.store.write { transaction in
        try transaction.audit(actor, action, subject: subject, in: fixture.workspace.id)
        try transaction.audit("key:south", "south.only", subject: "", in: south.id)
      }
    }
    return fixture
  }

  @Test("A filter finds its entries, the newest first", arguments: filters)
  func filter(_ filter: AuditFilter, _ numbers: [Int64]) throws {
    let fixture = try store()
    let found = try fixture.store.audit.entries(of: fixture.workspace.id, filter, behind: nil, limit: 100)
    #expect(found.map(\.number) == numbers)
  }

  @Test("Pages follow each other without loss")
  func pages() throws {
    let fixture = try store()
    let all = AuditFilter(from: .at(0), to: .at(100))
    for isOldestFirst in [false, true] {
      var numbers: [Int64] = []
      while true {
        let page = try fixture.store.audit.entries(
          of: fixture.workspace.id, all, isOldestFirst: isOldestFirst, behind: numbers.last, limit: 4)
        numbers += page.map(\.number)
        if page.isEmpty { break }
      }
      #expect(numbers == (isOldestFirst ? [1, 2, 3, 4, 5, 6] : [6, 5, 4, 3, 2, 1]))
    }
  }

  @Test("The choices are those of the workspace")
  func choices() throws {
    let fixture = try store()
    let id = fixture.workspace.id
    #expect(try fixture.store.audit.auditActors(of: id) == ["command line", "key:k", "member:9", "rollcall"])
    #expect(
      try fixture.store.audit.auditGroups(of: id) == ["look", "lookout", "member", "offer", "workspace"])
    #expect(try fixture.store.audit.auditActors(of: Workspace.ID(99)) == [])
    _ = try fixture.store.accounts.addMember(email: "a@b.c", passwordHash: "h", role: .viewer, slug: "south")
    #expect(try fixture.store.audit.memberNames(of: id) == [:])
  }

  @Test("A long change is told in part, and how much is left out")
  func longChange() {
    let values = Dictionary(uniqueKeysWithValues: (100..<300).map { ("value\($0)", "x") })
    let change = AuditChange([:], values)
    #expect(change.before == "" && change.after.hasPrefix("value100 x, value101 x"))
    #expect(change.after.hasSuffix(" more") && change.after.utf8.count < AuditChange.limit + 50)
  }
}
