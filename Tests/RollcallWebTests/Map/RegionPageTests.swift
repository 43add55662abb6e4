import Foundation
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Regions in the console")
struct RegionPageTests {
  private static let polygon =
    #"{"type":"Polygon","coordinates":[[[13.9,45.9],[14.1,45.9],[14.1,46.1],[13.9,46.1],[13.9,45.9]]]}"#

  /// Sends the form with its file field as a browser does.
  private func bring(
    _ desk: DispatchDesk, text: String = "", file: String = "", name: String = "", csrf: String? = nil
  ) async -> TestAnswer {
    func part(_ name: String, _ value: String) -> String {
      "--x\r\nContent-Disposition: form-data; \(name)\r\n\r\n\(value)\r\n"
    }
    let body =
      part("name=\"_csrf\"", csrf ?? desk.csrf) + part("name=\"geojson\"", text) + part("name=\"name\"", name)
      + part("name=\"file\"; filename=\"a.geojson\"", file) + "--x--\r\n"
    return await desk.web.send(
      .post, "/w/north/settings/regions",
      headers: ["Cookie": "rollcall=\(desk.cookie)", "Content-Type": "multipart/form-data; boundary=x"],
      body: body)
  }

  @Test(
    "are brought as text or file, edited as text, seen by those who may, and removed when nobody needs them")
  func story() async throws {
    let web = try TestWeb()
    let (admin, dispatcher) = (try DispatchDesk(web, role: .admin), try DispatchDesk(web))
    let wrong = await bring(admin, text: #"{"type":"Polygon","coordinates":[[[1,2]]]}"#, name: "Bad <b>")
    #expect(wrong.status == 400 && wrong.text.contains("coordinates[0]: a ring has at least four points"))
    #expect(wrong.text.contains("[[[1,2]]]") && wrong.text.contains("Bad &lt;b&gt;"))
    #expect(await bring(admin, text: Self.polygon, name: "A", csrf: "x").status == 400)
    #expect(await bring(dispatcher, text: Self.polygon, name: "A").status == 403)
    #expect(await bring(admin, text: Self.polygon, name: "North <i>").status == 303)
    // A file counts before what was typed.
    let feature = #"{"type":"Feature","properties":{"name":"South"},"geometry":\#(Self.polygon)}"#
    #expect(
      await bring(admin, text: "nonsense", file: feature).header("Location")
        == "/w/north/settings/regions?saved=1")
    let page = await admin.get("settings/regions").text
    #expect(
      page.contains("North &lt;i&gt;") && page.contains("1 polygon, 5 points")
        && page.contains("<svg class=\"outline\""))
    #expect(page.contains("/settings/regions?edit=North%20%3Ci%3E#geojson"))
    #expect(await dispatcher.get("settings/regions").status == 403)

    let edit = await admin.get("settings/regions?edit=South").text
    #expect(edit.contains("{&quot;name&quot;:&quot;South&quot;}"))
    #expect(await admin.get("settings/regions?edit=Nowhere").status == 404)
    let all = try await admin.json("settings/regions.json")
    #expect((all["features"] as? [Any])?.count == 2)
    #expect(await bring(admin, text: await admin.get("settings/regions.json").text).status == 303)

    _ = try web.store.fleet.addResponders(
      [NewResponder(name: "Ana", profile: "family", region: "South")], slug: "north")
    let kept = await admin.post("settings/regions/remove", ["region": "South"])
    #expect(kept.status == 400 && kept.text.contains("People belong to this region."))
    #expect(await admin.post("settings/regions/remove", ["region": "North <i>"]).status == 303)
    #expect(await admin.post("settings/regions/remove", ["region": "North <i>"]).status == 404)
    #expect(try web.store.fleet.regionFacts(of: admin.workspace.id).map(\.name) == ["South"])
  }

  @Test("Coming and going is on the person's page and in the file, for the range that is asked for")
  func crossings() async throws {
    let web = try TestWeb()
    let (auditor, viewer) = (try DispatchDesk(web, role: .auditor), try DispatchDesk(web, role: .viewer))
    try web.store.visits.addRegionsAndOutlets(
      regions: [NewRegion(name: "=Centre <i>", geometry: Self.polygon)],
      outlets: [NewOutlet(name: "Kiosk", position: try #require(Position(latitude: 46.01, longitude: 14)))],
      slug: "north")
    let ana = try await DispatchPhone(web, "Ana")
    web.pass(seconds: 61)
    let page = await auditor.get("responders/\(ana.id.rawValue)").text
    #expect(page.contains("Came to =Centre &lt;i&gt;") && page.contains("Came to Kiosk"))
    #expect(
      page.contains("came to =Centre &lt;i&gt; 10:00") && page.contains("<span>Places</span>"),
      "in the drawing")
    let drawn = await auditor.get("responders/\(ana.id.rawValue)/timeline.json").text
    let utc = "2026-11-21T09:00:00.000Z"
    for (kind, place, outlet) in [("outlet", "Kiosk", "1"), ("region", #"=Centre \u003ci\u003e"#, "null")] {
      let named = #""event":"enter","kind":"\#(kind)","place":"\#(place)","outlet_id":\#(outlet)"#
      #expect(drawn.contains(#"{"at":"\#(utc)",\#(named),"received_at":"\#(utc)"}"#))
    }
    #expect(await !auditor.get("responders/\(ana.id.rawValue)?day=2026-11-19").text.contains("Came to"))
    let csv = await auditor.get("reports/crossings.csv").text.split(separator: "\r\n").map(String.init)
    #expect(csv[0] == "responder_id,responder,at,event,kind,place,outlet_id,received_at")
    let at = "2026-11-21T10:00:00.000+01:00"
    let id = ana.id.rawValue
    #expect(
      csv.dropFirst().sorted() == [
        "\(id),Ana,\(at),enter,outlet,Kiosk,1,\(at)", "\(id),Ana,\(at),enter,region,\"'=Centre <i>\",,\(at)",
      ])
    #expect(
      await auditor.get("reports/crossings.csv?responder=\(id + 1)").text.split(separator: "\r\n").count == 1)
    #expect(await auditor.get("reports/crossings.csv?from=yesterday").status == 400)
    #expect(await viewer.get("reports/crossings.csv").status == 403)
  }

  @Test("An outline is drawn in its box, whatever its shape")
  func outline() throws {
    let texts = [
      Self.polygon, #"{"type":"Polygon","coordinates":[[[14,46],[14,46],[14,46],[14,46]]]}"#,
      #"{"type":"Polygon","coordinates":[[[-180,-90],[180,-90],[180,90],[-180,90],[-180,-90]]]}"#,
    ]
    for text in texts {
      let path = RegionOutline.path(try RegionShape(geoJSON: text))
      #expect(path.hasPrefix("M") && path.hasSuffix("z"))
      let numbers = path.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
      #expect(!numbers.isEmpty && numbers.allSatisfy { (0...96).contains($0) }, "\(path)")
    }
  }
}
