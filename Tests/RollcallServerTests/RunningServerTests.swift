import Foundation
import FoundationNetworking
import Logging
import RollcallStore
import Testing

@testable import RollcallServer

@Suite("A whole server: start, commands beside it, stop, start again")
struct RunningServerTests {
  private let place: TemporaryPlace

  init() throws { place = try TemporaryPlace() }

  private func start() throws -> RunningServer {
    var settings = Settings(database: place.database)
    settings.listen.port = 0
    return try RunningServer(settings, places: .ofTests, logger: Logs.standard(level: .critical))
  }

  private func status(_ path: String, of server: RunningServer, token: String? = nil) async throws -> Int {
    var request = URLRequest(url: try #require(URL(string: "http://\(server.listening)\(path)")))
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (_, response) = try await URLSession.shared.data(for: request)
    return (response as? HTTPURLResponse)?.statusCode ?? 0
  }

  @Test("it is ready as soon as it listens, and a token issued beside it works at once and after a restart")
  func life() async throws {
    var server = try start()
    #expect(server.listening.port > 0)
    #expect(try await status("/readyz", of: server) == 200)
    _ = CommandRunner.run(.addNorth, database: place.database)
    _ = server.execute(.addResponder(slug: "north", person: Person(name: "Ana")))
    let issued = CommandRunner.run(
      .issueToken(slug: "north", responder: 1, deviceID: "d", lifetime: 86_400_000), database: place.database)
    let token = try #require(issued.result["access_token"]?.text)
    #expect(try await status("/app/v1/me", of: server, token: token) == 200)
    server.parts.stop()
    #expect(CommandRunner.run(.verify([]), database: place.database).exit == 0)
    server = try start()
    defer { server.parts.stop() }
    #expect(try await status("/app/v1/me", of: server, token: token) == 200)
  }

  @Test("a second server on the same database does not start, and leaves the first one alone")
  func second() async throws {
    let server = try start()
    defer { server.parts.stop() }
    #expect(throws: StoreError.self) { try start() }
    #expect(CommandRunner.run(.listWorkspaces, database: place.database).exit == 0)
    #expect(try await status("/health", of: server) == 200)
  }
}
