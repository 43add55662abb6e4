import Foundation
import HTTPServer
import HTTPTypes
import Testing

@testable import RollcallWeb

/// `Tests/Contract/routes.csv` has a line for every route: the tests from outside ask for each of them as everybody,
/// and with what belongs to others wherever something can be named.
@Suite struct RouteTableTests {
  @Test("every route stands in the table with whom it is for, and nothing else does")
  func everyRouteIsInTheTable() throws {
    let file = Console.root.appendingPathComponent("Tests/Contract/routes.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    let listed = lines.map {
      $0.split(separator: ",", omittingEmptySubsequences: false).prefix(3).joined(separator: ",")
    }
    let routes = try TestWeb().web.routes.filter { !$0.pattern.hasPrefix("/assets/") }
      .map { "\($0.method.rawValue),\($0.pattern),\($0.audience)" }
    #expect(
      Set(routes).subtracting(listed).sorted() == [],
      "a new route: give it a line in Tests/Contract/routes.csv")
    #expect(Set(listed).subtracting(routes).sorted() == [], "no such route is there any more")
    #expect(Set(listed).count == listed.count, "a route stands in the table twice")
  }
}
