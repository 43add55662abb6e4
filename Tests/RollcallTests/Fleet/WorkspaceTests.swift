import Rollcall
import Testing

@Suite("Names of workspaces, and ids")
struct WorkspaceTests {
  @Test(arguments: ["a", "north", "north-2", "0", "a--b", String(repeating: "a", count: 40)])
  func validSlug(_ slug: String) {
    #expect(Workspace.isValid(slug: slug))
  }

  @Test(
    arguments: [
      "", "-", "-a", "a-", "A", "a_b", "a b", "a/b", "ä", "a\u{301}", "a\n", "a\0",
      String(repeating: "a", count: 41), "..", "%61",
    ])
  func invalidSlug(_ slug: String) {
    #expect(!Workspace.isValid(slug: slug))
  }

  @Test("Ids order by number")
  func order() {
    #expect([3, 1, 2].map { Responder.ID($0) }.sorted().map(\.rawValue) == [1, 2, 3])
  }
}
