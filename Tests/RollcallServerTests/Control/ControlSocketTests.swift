import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallServer

@Suite("The control socket: commands while a server has the database")
struct ControlSocketTests {
  /// A store held open, as by a server, with its control socket.
  private final class Held {
    let place: TemporaryPlace
    let store: Store
    let control: ControlServer

    init(_ place: TemporaryPlace) throws {
      self.place = place
      store = try place.open()
      control = try ControlServer(
        database: place.database, execute: CommandExecutor(store: store).execute)
    }

    deinit {
      control.stop()
      store.close()
    }
  }

  @Test("what the command line writes is what the server's own store has, tokens too")
  func roundTrip() throws {
    let held = try Held(TemporaryPlace())
    #expect(CommandRunner.run(.addNorth, database: held.place.database).exit == 0)
    #expect(try held.store.fleet.workspace(slug: "north")?.name == "North")
    let person = Person(name: "Ana \"Anči\" \\ أحمد")
    let added = CommandRunner.run(.addResponder(slug: "north", person: person), database: held.place.database)
    let id = try #require(added.result["id"]?.integer)
    #expect(try held.store.fleet.responders(slug: "north").map(\.name) == [person.name])
    let issued = CommandRunner.run(
      .issueToken(slug: "north", responder: id, deviceID: "d", lifetime: 60_000),
      database: held.place.database)
    let token = try #require(issued.result["access_token"]?.text)
    #expect(held.store.sessions.find(token: token)?.responder == Responder.ID(id))
  }

  @Test("a failure comes back as words and an exit code")
  func failure() throws {
    let held = try Held(TemporaryPlace())
    let outcome = CommandRunner.run(.listResponders(slug: "south"), database: held.place.database)
    #expect(outcome == .failure("workspace south does not exist"))
  }

  @Test("only the owner may connect, and the file goes when the server stops")
  func file() throws {
    let held = try Held(TemporaryPlace())
    let path = held.place.database + ".control"
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    held.control.stop()
    held.control.stop()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("a dead server's socket is replaced")
  func stale() throws {
    let place = try TemporaryPlace()
    _ = try place.file("rollcall.db.control", "")
    let held = try Held(place)
    #expect(CommandRunner.run(.addNorth, database: held.place.database).exit == 0)
  }

  @Test("a path longer than a socket's may be works")
  func longPath() throws {
    let name = "rollcall-\(UUID().uuidString)-" + String(repeating: "long", count: 40)
    let held = try Held(TemporaryPlace(name: name))
    #expect(CommandRunner.run(.addNorth, database: held.place.database).exit == 0)
  }

  @Test(
    "lines that are no command are answered with a failure",
    arguments: ["", "{", "null", #"{"dropEverything":{}}"#, #"{"listResponders":{}}"#])
  func nonsense(line: String) throws {
    let held = try Held(TemporaryPlace())
    let address = try ControlAddress(database: held.place.database)
    let descriptor = ControlServer.socket()
    defer { close(descriptor) }
    try #require(address.withAddress { connect(descriptor, $0, $1) } == 0)
    #expect(ControlLine.write(line.utf8, to: descriptor))
    let answer = try #require(ControlLine.read(from: descriptor))
    let decoded = try JSONDecoder().decode(ControlAnswer.self, from: Data(answer))
    #expect(!decoded.ok && decoded.exit == 1 && decoded.error?.isEmpty == false)
  }
}
