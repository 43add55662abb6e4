import Foundation
import HTTPTypes
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("An incident's page: how somebody is found, and what happens next")
struct IncidentAskingTests {
  private func opened(_ answer: TestAnswer) throws -> String {
    #expect(answer.status == 303, "\(answer.text)")
    return try #require(answer.header("Location")).replacing("/w/north/", with: "")
  }

  private func form(_ more: [String: String]) -> [String: String] {
    ["title": "Fall", "place": "46, 14", "severity": "critical", "once": UUID().uuidString].merging(more) {
      $1
    }
  }

  @Test("An incident goes down the ranking when nobody says otherwise, an order waits for a hand")
  func usual() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web, "Ana")
    let order = try opened(await desk.post("incidents", form(["kind": "order"])))
    #expect(try await desk.json("\(order).json")["state"] as? String == "open")
    let incident = try opened(await desk.post("incidents", form(["mode": "automatic"])))
    let file = try await desk.json("\(incident).json")
    let offers = try #require(file["offers"] as? [[String: Any]])
    #expect(offers.map { $0["responder_id"] as? Int } == [Int(ana.id.rawValue)])
    let page = await desk.get(incident)
    #expect(page.text.contains("Down the ranking, 30 s each · 1 asked so far"))
    #expect(page.text.contains("Without an answer the next one is asked in"))
    // Nobody else is there: it is opened all the same, and says so
    let second = try opened(await desk.post("incidents", form(["kind": "incident"])))
    #expect(try await desk.json("\(second).json")["state"] as? String == "unassigned")
    #expect(await desk.get(second).text.contains("Looks again when somebody becomes available"))
  }

  @Test("Those ticked are asked all at once")
  func ticked() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    let atOnce = try opened(
      await desk.post("incidents", form(["mode": "parallel", "within": "45"]), picks: [ana.id, bor.id]))
    let file = try await desk.json("\(atOnce).json")
    #expect((file["offers"] as? [[String: Any]])?.count == 2)
    let asking = try #require(file["asking"] as? [String: Any])
    #expect(asking["mode"] as? String == "parallel" && asking["answer_s"] as? Double == 45)
    let page = await desk.get(atOnce).text.plain
    #expect(page.contains("By hand, all at once, 45 s: Ana, Bor. The first accept wins"))
  }

  @Test("A ranking asked for in the middle of choosing asks nobody and forgets nothing")
  func rankAgain() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web, "Ana")
    let incident = try await desk.open()
    let fields = ["do": "rank", "within": "77"]
    let answer = await desk.post("incidents/\(incident)/offers", fields, picks: [ana.id])
    #expect(answer.status == 200 && answer.text.contains("value=\"77\""))
    #expect(answer.text.contains("name=\"pick\" value=\"\(ana.id.rawValue)\" checked"))
    #expect(try await desk.json("incidents/\(incident).json")["state"] as? String == "open")
    for (wrong, words) in [
      (["mode": "parallel"], "Nobody is selected"), (["within": "77"], "Choose whom to offer it to"),
      (["mode": "nobody"], "Choose whom to offer it to"),
      (["mode": "automatic", "within": "9"], "15 to 600 seconds"),
    ] {
      let refused = await desk.post("incidents/\(incident)/offers", wrong)
      #expect(refused.status == 400 && refused.text.contains(words), "\(wrong)")
    }
  }

  @Test(
    "It is taken from somebody with a reason, from nobody else than was meant, and back when nobody can be asked"
  )
  func reassigned() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    let incident = try await desk.open(offer: ana.id)
    let page = "incidents/\(incident)"
    let offer = try #require(
      (try await desk.json("\(page).json")["offers"] as? [[String: Any]])?.first?["id"] as? Int)
    #expect(await ana.post("offers/\(offer)/accept").status == 200)
    let taken = await desk.get(page)
    #expect(!taken.text.contains("id=\"offer-form\"") && taken.text.contains("?reassign=1#ask"))
    let asking = await desk.get("\(page)?reassign=1").text
    #expect(
      asking.contains("action=\"/w/north/\(page)/reassign\"")
        && asking.contains("name=\"from\" value=\"\(offer)\""))
    #expect(asking.plain.contains("Takes the incident from Ana"))

    let meant = ["from": "\(offer)", "reason": "Her car broke down"]
    let other = await desk.post(
      "\(page)/reassign", meant.merging(["from": "99", "mode": "automatic"]) { $1 })
    #expect(other.status == 409 && other.text.contains("has changed meanwhile"))
    // Bor is silent by then; Ana still has it.
    web.pass(seconds: 100)
    #expect(await ana.report().status == 201)
    let nobody = await desk.post("\(page)/reassign", meant.merging(["offer": "\(bor.id.rawValue)"]) { $1 })
    #expect(nobody.status == 409 && nobody.text.contains("Bor cannot be asked now: degraded"))
    #expect(nobody.text.contains("value=\"Her car broke down\""))
    #expect(await desk.post("\(page)/reassign", meant.merging(["mode": "parallel"]) { $1 }).status == 400)
    let long = meant.merging(["mode": "automatic", "reason": String(repeating: "x", count: 501)]) { $1 }
    #expect(await desk.post("\(page)/reassign", long).status == 400)
    let kept = try #require(try await desk.json("\(page).json")["assignment"] as? [String: Any])
    #expect(kept["responder_id"] as? Int == Int(ana.id.rawValue))
  }

  @Test("To somebody else: they are asked, who had it is free, the reason stands in the log")
  func reassignedToOne() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    let incident = try await desk.open(offer: ana.id)
    let page = "incidents/\(incident)"
    let offer = try #require(
      (try await desk.json("\(page).json")["offers"] as? [[String: Any]])?.first?["id"] as? Int)
    #expect(await ana.post("offers/\(offer)/accept").status == 200)
    let held = try #require(try await desk.json("\(page).json")["assignment"] as? [String: Any])
    #expect(held["responder_id"] as? Int == Int(ana.id.rawValue) && held["arrived_at"] is NSNull)
    let answer = await desk.post(
      "\(page)/reassign",
      ["from": "\(offer)", "reason": "Her car broke down", "offer": "\(bor.id.rawValue)"])
    #expect(answer.status == 303)
    let file = try await desk.json("\(page).json")
    #expect(file["state"] as? String == "offering" && file["assignment"] is NSNull)
    let offers = try #require(file["offers"] as? [[String: Any]])
    #expect(offers.map { $0["responder"] as? String } == ["Bor", "Ana"])
    #expect(offers.map { $0["round"] as? Int } == [2, 1])
    #expect(offers[1]["answer"] as? String == "accepted" && offers[1]["answered_at"] is String)
    #expect(await desk.get(page).text.contains("Her car broke down"))
  }

  @Test("What was closed can be opened again, and nobody is asked by that")
  func reopened() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let incident = try await desk.open()
    let page = "incidents/\(incident)"
    #expect(await desk.post("\(page)/reopen", [:]).status == 409)
    #expect(await desk.post("\(page)/cancel", [:]).status == 303)
    #expect(await desk.get(page).text.contains("\(page)/reopen\""))
    #expect(await desk.post("\(page)/reopen", [:]).status == 303)
    let file = try await desk.json("\(page).json")
    #expect(file["state"] as? String == "open" && (file["offers"] as? [Any])?.isEmpty == true)
    #expect((file["asking"] as? [String: Any])?["mode"] as? String == "nobody")
  }
}
