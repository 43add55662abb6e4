import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("A phone learns of an offer and answers it")
struct PhoneOfferTests {
  @Test("In the answer to its upload, then seen, accepted, arrived, done")
  func story() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web)
    #expect(try await ana.report().data()["offers"] == nil, "nothing is told when there is nothing")
    let incident = try await desk.open(offer: ana.id)

    web.pass(seconds: 2)
    let offers = try #require(try await ana.report().data()["offers"] as? [[String: Any]])
    let offer = try #require(offers.first)
    let id = try #require(offer["id"] as? Int)
    let about = try #require(offer["incident"] as? [String: Any])
    #expect(offers.count == 1 && offer["state"] as? String == "delivered")
    #expect(offer["expires_at"] as? String == "2026-11-21T09:00:30.000Z")
    #expect(offer["distance_m"] as? Double == 1111.5)
    #expect(about["id"] as? Int == Int(incident) && about["title"] as? String == "Fall from a ladder")
    #expect(about["geo"] as? String == "geo:46.0,14.0" && about["severity"] as? String == "high")
    #expect(about["notes"] is NSNull)
    #expect(Set(about.keys) == ["id", "kind", "title", "severity", "lat", "lng", "geo", "notes", "needs"])
    let needs = try #require(about["needs"] as? [[String: Any]])
    #expect(
      needs.count == 1 && needs[0]["count"] as? Int == 1 && (needs[0]["skills"] as? [String])?.isEmpty == true
    )
    let listed = try await ana.get("offers").data()["offers"] as? [[String: Any]]
    #expect(listed?.first?["id"] as? Int == id)

    #expect(try await ana.post("offers/\(id)/seen").data()["state"] as? String == "seen")
    let accepted = await ana.post("offers/\(id)/accept", #"{"at":"2026-11-21T09:00:02Z"}"#)
    #expect(accepted.status == 200 && accepted.code == "OK")
    #expect(try accepted.data()["state"] as? String == "accepted")
    #expect(await ana.post("offers/\(id)/accept").status == 200, "again the same")
    #expect(try await ana.report().data()["offers"] == nil)

    let assignment = try await ana.get("assignment").data()
    let own = try #require(assignment["id"] as? Int)
    #expect((assignment["incident"] as? [String: Any])?["state"] as? String == "assigned")
    #expect(try await ana.post("assignments/\(own)/arrived").data()["arrived_at"] as? String != nil)
    #expect(await ana.post("assignments/\(own)/complete").status == 200)
    #expect(await ana.post("assignments/\(own)/complete").status == 200, "again the same")
    #expect(await ana.post("assignments/\(own)/arrived").status == 409)
    #expect(await ana.get("assignment").text.contains(#""data":null"#))
    #expect(await ana.post("offers/\(id)/decline").status == 409, "done is done")
    #expect(try await desk.json("incidents/\(incident).json")["state"] as? String == "resolved")
  }

  @Test("Too late is 409, somebody else's and none is 404, bad bodies are 400, and all are contacts")
  func refusals() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    _ = try await desk.open(offer: ana.id)
    let id = try await #require(
      (ana.get("offers").data()["offers"] as? [[String: Any]])?.first?["id"] as? Int)
    for (path, status) in [
      ("offers/\(id)/accept", 404), ("offers/\(id)/seen", 404), ("offers/\(id)/decline", 404),
      ("offers/999999/accept", 404), ("offers/x/accept", 404), ("assignments/1/complete", 404),
    ] {
      web.pass(seconds: 1)
      let answer = await bor.post(path)
      #expect(answer.status == status && answer.code == "NOT_FOUND", "\(path)")
      // Some contacts are noted after the answer: this waits for them.
      try web.store.markAlive()
      let contact = web.store.liveness.boardEntry(of: bor.id, in: desk.workspace.id)?.live.lastContact
      #expect(contact == web.store.clock(), "\(path)")
    }
    for body in ["{", "[]", #"{"reason":7}"#, #"{"at":"yesterday"}"#] {
      #expect(await ana.post("offers/\(id)/decline", body).status == 400, "\(body)")
    }
    web.pass(seconds: 60)
    let late = await ana.post("offers/\(id)/accept")
    #expect(late.status == 409 && late.code == "CONFLICT")
  }

  @Test("Declined with a reason, which the dispatcher reads")
  func declined() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web)
    let incident = try await desk.open(offer: ana.id)
    let offers = try await ana.get("offers").data()["offers"] as? [[String: Any]]
    let id = try #require(offers?.first?["id"] as? Int)
    let reason = "flat <b>tyre</b>"
    #expect(await ana.post("offers/\(id)/decline", #"{"reason":"\#(reason)"}"#).status == 200)
    let page = await desk.get("incidents/\(incident)")
    #expect(page.text.contains("flat &lt;b&gt;tyre") && !page.text.contains(reason))
    #expect(page.text.contains("Ana\u{2069} declined") && page.text.contains("Unassigned"))
  }

  @Test("The board tells who is asked and who is on the way; a viewer gets no link")
  func board() async throws {
    let web = try TestWeb()
    let (desk, viewer) = (try DispatchDesk(web), try DispatchDesk(web, role: .viewer))
    let ana = try await DispatchPhone(web)
    let incident = try await desk.open(offer: ana.id)
    let row = { () async throws -> [String: Any]? in
      let people = try await desk.json("board.json")["responders"] as? [[String: Any]]
      return people?.first?["assignment"] as? [String: Any]
    }
    #expect(try await row()?["incident_id"] as? Int == Int(incident))
    #expect(try await row()?["state"] as? String == "queued")
    let link = "<a href=\"/w/north/incidents/\(incident)\">INC-\(incident) · offered</a>"
    #expect(await desk.get("board").text.contains(link))
    let seen = await viewer.get("board").text
    #expect(seen.contains("INC-\(incident) · offered") && !seen.contains(link))
    // An offer whose time is over is not shown, whether or not the loop has run.
    web.pass(seconds: 31)
    #expect(try await row() == nil)
  }
}
