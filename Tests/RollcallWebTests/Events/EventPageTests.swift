import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("An event's page")
struct EventPageTests {
  @Test("An admin makes an event and adds participants; a dispatcher sees it and may change nothing")
  func making() async throws {
    let web = try TestWeb()
    let (admin, dispatcher) = (try DispatchDesk(web, role: .admin), try DispatchDesk(web))
    let (ana, _) = try web.phone("Ana")
    #expect(await admin.get("events").text.contains("No events yet."))
    let wrong = await admin.post("events", ["slug": "River Run", "name": "", "from": "noon"])
    #expect(wrong.status == 400 && wrong.text.contains("id=\"slug-problem\""))
    #expect(wrong.text.contains("id=\"from-problem\"") && wrong.text.contains("value=\"River Run\""))
    let fields = ["slug": "run", "name": "Run <b>", "from": "2026-11-21", "to": "2026-11-21T12:30+01:00"]
    #expect(await dispatcher.post("events", fields).status == 403)
    let made = await admin.post("events", fields)
    #expect(made.status == 303 && made.header("Location") == "/w/north/events/run")
    #expect(await admin.post("events", fields).text.contains("There is an event run already."))
    #expect(try await admin.json("events/run.json")["participants"] as? [String] == [])

    #expect(await admin.post("events/run/participants", ["who": "\(ana.rawValue)"]).status == 303)
    let page = await dispatcher.get("events/run")
    #expect(
      page.status == 200 && page.text.contains("Run &lt;b&gt;") && page.text.contains("has not started"))
    #expect(!page.text.contains("/participants"))
    #expect(await dispatcher.post("events/run/participants", ["who": "\(ana.rawValue)"]).status == 403)
    #expect(await admin.post("events/nowhere/participants", ["who": "\(ana.rawValue)"]).status == 404)
    #expect(await admin.post("events/run/participants", ["who": "999"]).status == 404)
    #expect(await admin.post("events/run/participants/remove", ["leave": "\(ana.rawValue)"]).status == 303)
    #expect(await admin.get("events/run").text.contains("Nobody takes part yet."))
    // Its times are written by the workspace's clocks, and can be changed; its end can be brought forward.
    let shown = await admin.get("events/run").text
    let times = Console.tags("input", in: shown).filter { $0.contains("name=\"to_") }
    #expect(times.compactMap { Console.attribute("value", of: $0) } == ["2026-11-21", "12:30"])
    let moved = ["name": "River run", "from": "2026-11-21T08:00", "to": "2026-11-21T18:00"]
    #expect(await dispatcher.post("events/run/edit", moved).status == 403)
    let refused = await admin.post("events/run/edit", moved.merging(["to": "2026-11-20T18:00"]) { $1 })
    #expect(refused.status == 400 && refused.text.contains("It must end after it begins."))
    #expect(await admin.post("events/run/edit", moved).status == 303)
    let changed = try #require(try await admin.json("events/run.json")["event"] as? [String: Any])
    #expect(
      changed["name"] as? String == "River run" && changed["to"] as? String == "2026-11-21T17:00:00.000Z")
    #expect(await admin.post("events/nowhere/end", [:]).status == 404)
    #expect(await admin.post("events/run/end", [:]).status == 303)
    #expect(await admin.post("events/run/end", [:]).text.contains("The event is over already."))
    let trail = await admin.get("audit").text
    #expect(trail.contains("Changed an event") && trail.contains("Ended an event"))
    // A look at an event is a look at people.
    #expect(await admin.get("audit").text.contains("Looked at the event"))
  }

  @Test("Those that went on between two times are listed; a wrong time is said")
  func ofTime() async throws {
    let web = try TestWeb()
    let admin = try DispatchDesk(web, role: .admin)
    func slugs(_ query: String) async throws -> [String] {
      let events = try await admin.json("events.json\(query)")["events"] as? [[String: Any]]
      return (events ?? []).compactMap { $0["slug"] as? String }
    }
    for (slug, day) in [("early", "2026-11-20"), ("late", "2026-11-22")] {
      let fields = ["slug": slug, "name": "The \(slug) one", "from": "\(day)T08:00", "to": "\(day)T18:00"]
      #expect(await admin.post("events", fields).status == 303)
    }
    #expect(try await slugs("") == ["late", "early"])
    #expect(try await slugs("?to=2026-11-21") == ["early"])
    #expect(try await slugs("?from=2026-11-20T18:00") == ["late"])
    #expect(try await slugs("?from=2026-11-20T17:59&to=2026-11-22T08:00") == ["early"])
    let page = await admin.get("events?from=2026-11-21")
    #expect(page.text.contains("The late one") && !page.text.contains("The early one"))
    #expect(await admin.get("events?from=2026-11-23").text.contains(Words.Events.noneOfTime))
    let wrong = await admin.get("events?from=noon")
    #expect(wrong.status == 400 && wrong.text.contains(Words.Spans.wrongFrom))
    #expect(await admin.get("events.json?from=noon").status == 400)
  }

  @Test(
    "Places far apart, one place, and places around the pole and the date line are drawn within the frame")
  func drawing() throws {
    let ways: [[(Double, Double)]] = [
      [(46, 14), (46.1, 14.2)], [(46, 14)], [(89.99, 0), (89.98, 179)], [(-10, -179.9), (-10, 179.9)],
      [(-90, -180), (90, 180)],
    ]
    for way in ways {
      var person = EventParticipant(
        id: Responder.ID(1), name: "A", status: .online, since: PageClock.sampleNow)
      person.positions = way.count
      let track = try way.map {
        TrackPoint(at: PageClock.sampleNow, position: try #require(Position(latitude: $0.0, longitude: $0.1)))
      }
      let drawing = try #require(EventDrawing([person], [person.id: track]))
      let height = try #require(Double(drawing.height))
      #expect((1...1_000).contains(height))
      let numbers = drawing.ways[0].path.split(whereSeparator: { "ML ".contains($0) }).compactMap {
        Double($0)
      }
      #expect(numbers.count == (way.count == 1 ? 0 : way.count * 2))
      #expect(numbers.allSatisfy { (-1...1_001).contains($0) }, "\(way)")
    }
    #expect(EventDrawing([], [:]) == nil)
  }
}
