import Foundation
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

extension DispatchDesk {
  /// Sends a drill; its path in the workspace.
  fileprivate func drill(_ fields: [String: String] = [:]) async throws -> String {
    let sent = await post(
      "drills", ["title": "Evening <i>", "once": UUID().uuidString].merging(fields) { $1 })
    #expect(sent.status == 303, "\(sent.text)")
    return try #require(sent.header("Location")).replacing("/w/north/", with: "")
  }
}

@Suite("A dispatcher sends a drill and sees who would have come")
struct DrillPageTests {
  @Test(
    "Looked at, sent, answered by phones: the page, its JSON and its CSV tell who, how quickly, who not and why"
  )
  func story() async throws {
    // Given two who report and one of whom nothing was heard
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    _ = try web.phone("Cene")
    #expect(await desk.get("drills").text.contains("No drills yet"))
    let form = await desk.get("drills/new")
    #expect(form.status == 200 && form.text.contains("3 of 3 on duty would be asked now."))
    let looked = await desk.post("drills/new", ["title": "Evening", "answer": "120"])
    #expect(looked.status == 200 && looked.text.contains("value=\"120\""))
    #expect(try web.store.dispatch.drills(of: desk.workspace.id).isEmpty)

    // When it is sent, and one accepts by the next upload
    let path = try await desk.drill(["answer": "90"])
    web.pass(seconds: 2)
    let told = try #require(try await ana.report().data()["offers"] as? [[String: Any]]).first
    let offer = try #require(told?["id"] as? Int)
    #expect(told?["drill"] as? Bool == true && told?["expires_at"] as? String == "2026-11-21T09:01:30.000Z")
    #expect((told?["incident"] as? [String: Any])?["title"] as? String == "Drill: Evening <i>")
    #expect(await ana.post("offers/\(offer)/seen").status == 200)
    #expect(await ana.post("offers/\(offer)/accept").status == 200)
    #expect(await ana.get("assignment").text.contains(#""data":null"#))

    // Then the page shows it while it goes on
    let page = await desk.get(path)
    #expect(page.text.contains("Evening &lt;i&gt;") && page.text.contains("left to answer"))
    #expect(page.text.contains("2.0 s") && page.text.contains("Waiting"))
    #expect(await desk.get("board").text.contains("Drill "))
    #expect(await desk.get("incidents").text.contains("No incidents yet"))
    #expect(await desk.get("incidents/\(path.split(separator: "/").last ?? "")").status == 404)

    // And when the time is over it has ended by itself
    web.pass(seconds: 100)
    let done = try await desk.json("\(path).json")
    #expect(done["state"] as? String == "over" && done["median_answer_s"] as? Double == 2)
    let counts = try #require(done["counts"] as? [String: Int])
    #expect(
      counts == [
        "on_duty": 3, "asked": 3, "reached": 1, "answered": 1, "not_reached": 2, "no_answer": 0,
        "not_asked": 0, "waiting": 0, "withdrawn": 0, "declined": 0, "accepted": 1,
      ])
    let rows = await desk.get("\(path).csv").text.split(separator: "\r\n").map(String.init)
    #expect(rows.count == 4 && rows[0].hasPrefix("responder_id,responder,region,asked,sent_at"))
    #expect(rows[1].hasPrefix("\(bor.id.rawValue),Bor,,yes,,,,,,not_reached,"))
    #expect(rows[2].contains(",Cene,,yes,,,,,,not_reached,"))
    #expect(rows[3].contains(",Ana,,yes,2026-11-21T") && rows[3].contains(",accepted,2.0,accepted,"))
    #expect(await desk.get("drills").text.contains("Over"))
  }

  @Test("The open page fetches what has changed, and nothing when nothing has")
  func fragment() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web, "Ana")
    let path = try await desk.drill()
    let first = await desk.get("\(path)?fragment=1")
    #expect(first.status == 200 && !first.text.contains("<html"))
    let tag = try #require(first.header("ETag"))
    let again = await web.send(
      .get, "/w/north/\(path)?fragment=1",
      headers: ["Cookie": "rollcall=\(desk.cookie)", "If-None-Match": tag])
    #expect(again.status == 304)
    _ = await ana.report()
    #expect(await desk.get("\(path)?fragment=1").header("ETag") != tag)
  }

  @Test("Wrong forms are said so and kept; nobody to ask is a conflict; the same form sends one drill")
  func refusals() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let nobody = await desk.post("drills", ["title": "x", "once": "o"])
    #expect(nobody.status == 409 && nobody.text.contains("Nobody on duty can be asked now."))
    _ = try await DispatchPhone(web, "Ana")
    for (field, value, words) in [
      ("title", "", "A title is one line"), ("answer", "5", "30 to 600 seconds."),
      ("region", "Nowhere", "There is no region Nowhere."),
    ] {
      var form = ["title": "x", "once": "o"]
      form[field] = value
      let answer = await desk.post("drills", form)
      #expect(answer.status == 400 && answer.text.contains(words), "\(field)")
    }
    #expect(await desk.post("drills", ["title": "x"], csrf: "wrong").status == 400)
    #expect(try web.store.dispatch.drills(of: desk.workspace.id).isEmpty)
    let path = try await desk.drill(["once": "same"])
    #expect(try await desk.drill(["once": "same"]) == path)
    #expect(await desk.post("\(path)/end", [:], csrf: "wrong").status == 400)
    #expect(await desk.post("\(path)/end", [:]).status == 303)
    #expect(await desk.post("\(path)/end", [:]).status == 303, "again the same")
    #expect(try await desk.json("\(path).json")["state"] as? String == "over")
    #expect(await desk.get("drills/999").status == 404)
    #expect(await desk.post("drills/999/end", [:]).status == 404)
  }

  @Test("A drill is its workspace's alone, and nobody's who may not manage incidents")
  func apart() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    _ = try await DispatchPhone(web, "Ana")
    let path = try await desk.drill()
    let south = try DispatchDesk(web, slug: "south")
    let viewer = try DispatchDesk(web, role: .viewer)
    for what in ["", ".json", ".csv"] {
      #expect(await south.get("\(path)\(what)").status == 404)
      #expect(await viewer.get("\(path)\(what)").status == 403)
    }
    #expect(await south.get("drills").text.contains("No drills yet"))
    #expect(await south.post("\(path)/end", [:]).status == 404)
    #expect(await south.post("\(path)/end", [:], slug: "north").status == 404)
    for (page, fields) in [("drills", ["title": "x"]), ("drills/new", ["title": "x"]), ("\(path)/end", [:])] {
      #expect(await viewer.post(page, fields).status == 403, "\(page)")
    }
    #expect(try await desk.json("\(path).json")["state"] as? String == "running")
  }
}

@Suite("Drills, for the browser tests", .enabled(if: Previews.folder != nil))
struct DrillPreviewTests {
  @Test("every page and its states are written")
  func write() throws {
    try Previews.write([
      ("drills", DrillsPage.examples), ("drills-none", DrillsPage.none),
      ("drill-new", NewDrillPage.example(people: NewDrillPage.people)), ("drill-nobody", NewDrillPage.nobody),
      ("drill-wrong", NewDrillPage.wrong), ("drill", DrillPage.example(closedAt: nil)),
      ("drill-over", DrillPage.example(closedAt: PageClock.sampleNow)),
    ])
  }
}
