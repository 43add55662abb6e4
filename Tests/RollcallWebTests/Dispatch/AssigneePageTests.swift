import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("What a dispatcher does about an assignee, and calls, on the page of an incident")
struct AssigneePageTests {
  /// An incident that Ana took, beside Bor, who can be asked.
  private func desk() async throws -> (
    desk: DispatchDesk, ana: DispatchPhone, bor: DispatchPhone, path: String
  ) {
    let desk = try DispatchDesk(TestWeb())
    let (ana, bor) = (try await DispatchPhone(desk.web, "Ana"), try await DispatchPhone(desk.web, "Bor"))
    let incident = try await desk.open(offer: ana.id)
    let offers = try #require(try await ana.get("offers").data()["offers"] as? [[String: Any]])
    let offer = try #require(offers.first?["id"] as? Int)
    #expect(await ana.post("offers/\(offer)/accept").status == 200)
    return (desk, ana, bor, "incidents/\(incident)")
  }

  private func assignees(_ desk: DispatchDesk, _ path: String) async throws -> [[String: Any]] {
    try #require(try await desk.json("\(path).json")["assignees"] as? [[String: Any]])
  }

  @Test("They set off, arrive and are done: each is written down once, and the last resolves the incident")
  func progress() async throws {
    let (desk, ana, _, path) = try await desk()
    let act = { (act: String) in
      await desk.post("\(path)/assignee", ["act": act, "responder": "\(ana.id.rawValue)"]).status
    }
    var page = await desk.get(path).text
    for (act, sure) in [("on-the-way", "they are on the way"), ("arrived", "they have arrived")] {
      // A second click says that it is meant.
      let form = page.components(separatedBy: #"<details class="confirm">"#)
        .first { $0.contains(#"name="act" value="\#(act)""#) }
      #expect(form?.contains("</summary>") == true && form?.contains("Yes, \(sure)") == true)
    }
    #expect(await act("on-the-way") == 303)
    page = await desk.get(path).text
    #expect(!page.contains(#"value="on-the-way""#) && page.contains("away then, on the way"))
    #expect(await act("arrived") == 303)
    page = await desk.get(path).text
    #expect(!page.contains(#"name="act" value="arrived""#) && page.contains("arrived at"))
    #expect(await act("arrived") == 303)
    #expect(await act("done") == 303)
    let file = try await desk.json("\(path).json")
    #expect(file["state"] as? String == "resolved")
    #expect(!(await desk.get(path).text.contains("/assignee")))
  }

  @Test("Others are asked in their place until the dispatcher keeps them")
  func leaving() async throws {
    let (desk, ana, _, path) = try await desk()
    let act = { (act: String) in
      await desk.post("\(path)/assignee", ["act": act, "responder": "\(ana.id.rawValue)"]).status
    }
    #expect(await act("replace") == 303)
    #expect(try await assignees(desk, path).first?["leaving"] as? String == "replaced")
    #expect(await desk.get(path).text.contains("Keep them"))
    #expect(await act("keep") == 303)
    #expect(!(await desk.get(path).text.contains("Keep them")))
    #expect(try await assignees(desk, path).first?["leaving"] is NSNull)
    #expect(await act("jump") == 404)
  }

  @Test("A release is at once, and the next one is asked")
  func release() async throws {
    let (desk, ana, bor, path) = try await desk()
    let act = { (act: String) in
      await desk.post("\(path)/assignee", ["act": act, "responder": "\(ana.id.rawValue)"]).status
    }
    #expect(await act("release") == 303)
    #expect(try await assignees(desk, path).isEmpty)
    let offers = try #require(try await bor.get("offers").data()["offers"] as? [[String: Any]])
    #expect(offers.count == 1)
    #expect(await act("arrived") == 409)
  }

  @Test("A call is written down with what came of it; whoever accepts by voice has the incident")
  func calls() async throws {
    let (desk, ana, bor, path) = try await desk()
    let call = { (person: String, result: String, about: String) in
      await desk.post("\(path)/call", ["called": person, "result": result, "about": about])
    }
    let page = await desk.get(path).text
    #expect(page.contains("Write down a call"))
    let bad = await call("", "sung", String(repeating: "x", count: 501))
    #expect(bad.status == 400)
    for words in [Words.Calls.noPerson, Words.Calls.noResult, Words.Calls.noteTooLong] {
      #expect(bad.text.contains(words), "\(words)")
    }
    #expect(await call("\(bor.id.rawValue)", "not_reached", "<b>rang twice</b>").status == 303)
    #expect(await desk.get(path).text.contains("&lt;b&gt;rang twice"))
    // The place is taken.
    #expect(await call("\(bor.id.rawValue)", "accepts", "").status == 409)
    let release = ["act": "release", "responder": "\(ana.id.rawValue)"]
    #expect(await desk.post("\(path)/assignee", release).status == 303)
    #expect(await call("\(bor.id.rawValue)", "accepts", "").status == 303)
    let assignee = try #require(try await assignees(desk, path).first)
    #expect(assignee["responder_id"] as? Int == Int(bor.id.rawValue) && assignee["by"] as? String == "voice")
    #expect(await call("999", "reached", "").status == 404)
    // Whoever has it does not lose it by one wrong choice in a list.
    let asked = await call("\(bor.id.rawValue)", "declines", "flat tyre")
    #expect(
      asked.status == 400 && asked.text.contains("They have the incident.")
        && asked.text.contains("flat tyre"))
    #expect(asked.text.contains("They accepted at") && asked.text.contains(#"name="sure""#))
    #expect(try await assignees(desk, path).count == 1)
    let sure = ["called": "\(bor.id.rawValue)", "result": "declines", "about": "flat tyre", "sure": "1"]
    #expect(await desk.post("\(path)/call", sure).status == 303)
    #expect(try await assignees(desk, path).isEmpty)
    let south = try DispatchDesk(desk.web, slug: "south")
    #expect(await south.post("\(path)/call", ["called": "1", "result": "reached"]).status == 404)
  }

  @Test("Everybody with a number may have been called, those involved first; a part of the name is enough")
  func callable() async throws {
    let (desk, _, _, path) = try await desk()
    let added = try desk.web.store.fleet.addResponders(
      [
        NewResponder(name: "Aljaž Zupan", phone: "+38640123457", profile: "family"),
        NewResponder(name: "Without A Number", profile: "family"),
        NewResponder(name: "Cene", phone: "+38640123458", profile: "family"),
      ], slug: "north")
    _ = try desk.web.store.phones.setResponder(
      added[2], slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    let page = await desk.get(path).text
    let options = page.components(separatedBy: "<datalist id=\"called-people\">").last?
      .components(separatedBy: "</datalist>").first
    #expect(options == #"<option value="Ana"></option><option value="Aljaž Zupan"></option>"#)
    let call = { (name: String) in
      await desk.post("\(path)/call", ["called_named": name, "result": "not_reached", "about": ""])
    }
    let nobody = await call("Nobody at all")
    #expect(nobody.status == 400 && nobody.text.contains(#"value="Nobody at all""#))
    #expect(await call("aljaz").status == 303)
    let log = try #require(try await desk.json("\(path).json")["log"] as? [[String: Any]])
    #expect(log.first?["step"] as? String == "called")
    #expect(log.first?["responder_id"] as? Int == Int(added[0].rawValue))
  }
}
