import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import StoreSupport
import Testing

@testable import RollcallWeb

@Suite("Scripts change many people, participants and profiles, as the forms do")
struct ManyByScriptTests {
  private let web: TestWeb
  private let workspace: Workspace
  private let key: String
  private let (ana, bo): (Responder.ID, Responder.ID)

  init() throws {
    web = try TestWeb()
    workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    key = try web.store.members.issueAPIKey(slug: "north", name: "hr", role: .admin).text
    let people = [
      NewResponder(name: "Ana", profile: "family"), NewResponder(name: "Bo", profile: "family"),
    ]
    let ids = try web.store.fleet.addResponders(people, slug: "north")
    (ana, bo) = (ids[0], ids[1])
  }

  private func call(_ path: String, _ body: String, slug: String = "north") async -> TestAnswer {
    await web.send(
      .post, "/w/\(slug)/\(path)",
      headers: ["Authorization": "Bearer \(key)", "Content-Type": "application/json"], body: body)
  }

  private func entry(_ id: Responder.ID) -> BoardEntry? {
    web.store.boards.entry(of: id, in: workspace.id)
  }

  private var both: String { "[\(ana.rawValue),\(bo.rawValue)]" }

  @Test("A profile, a region and whether they report, for all or for none")
  func change() async throws {
    _ = try web.store.fleet.copyProfile("family", as: "crew", in: .test(workspace.id, "test"))
    let moved = await call("responders/change.json", "{\"ids\":\(both),\"profile\":\"crew\"}")
    #expect(moved.status == 200 && moved.text == "{\"ids\":\(both)}", "\(moved.text)")
    #expect([ana, bo].allSatisfy { entry($0)?.person.profile == "crew" })
    _ = await call("responders/change.json", "{\"ids\":\(both),\"region\":\"East\"}")
    _ = await call("responders/change.json", "{\"ids\":[\(bo.rawValue)],\"region\":\"\"}")
    #expect(entry(ana)?.person.region == "East" && entry(bo)?.person.region == nil)
    _ = await call("responders/change.json", "{\"ids\":[\(bo.rawValue)],\"region\":\" West  \"}")
    #expect(entry(bo)?.person.region == "West")
    _ = await call("responders/change.json", "{\"ids\":[\(bo.rawValue)],\"region\":\"   \"}")
    #expect(entry(bo)?.person.region == nil, "blanks are none, as in the form")
    let regions = try web.store.fleet.regionNames(of: workspace.id).values.sorted()
    #expect(regions.allSatisfy { !$0.hasPrefix(" ") }, "\(regions)")
    let twice = "[\(bo.rawValue),\(bo.rawValue)]"
    #expect(
      await call("responders/change.json", "{\"ids\":\(twice),\"active\":false}").text
        == "{\"ids\":[\(bo.rawValue)]}")
    #expect(entry(bo)?.person.isActive == false)
  }

  @Test(
    "A change that cannot be is refused, and changes nobody",
    arguments: [
      ("\"ids\":[]", 400, "ids"), ("\"profile\":\"family\"", 400, "ids is required"),
      ("\"ids\":[ANA]", 400, "one of profile, region and active"),
      ("\"ids\":[ANA],\"profile\":\"family\",\"active\":true", 400, "one of profile, region and active"),
      ("\"ids\":[ANA],\"profile\":\"pilot\"", 400, "\"field\":\"profile\""),
      ("\"ids\":[ANA],\"active\":\"no\"", 400, "active must be true or false"),
      ("\"ids\":[ANA,\"x\"],\"active\":false", 400, "ids must be an array of ids"),
      ("\"ids\":[ANA,999],\"active\":false", 404, "Not found"),
    ])
  func wrongChange(body: String, status: Int, words: String) async throws {
    let sent = body.replacing("ANA", with: "\(ana.rawValue)")
    let answer = await call("responders/change.json", "{\(sent)}")
    #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
    #expect(entry(ana)?.person.isActive == true && entry(ana)?.person.profile == "family")
  }

  @Test("Duty of many: who is inactive is named, and stays as they are")
  func duty() async throws {
    _ = await call("responders/change.json", "{\"ids\":[\(bo.rawValue)],\"active\":false}")
    let off = await call("responders/duty.json", "{\"ids\":\(both),\"state\":\"off_duty\"}")
    #expect(
      off.text == "{\"ids\":[\(ana.rawValue)],\"busy\":[],\"inactive\":[\(bo.rawValue)]}", "\(off.text)")
    #expect(entry(ana)?.live.duty == .offDuty)
    #expect(await call("responders/duty.json", "{\"ids\":\(both),\"state\":\"on_mission\"}").status == 400)
    #expect(await call("responders/duty.json", "{\"ids\":[999],\"state\":\"on_duty\"}").status == 404)
    #expect(await call("responders/duty.json", "{\"ids\":\(both),\"state\":\"on_duty\"}").status == 200)
    #expect(entry(ana)?.live.duty == .onDuty)
  }

  @Test("Participants are listed, added by id or by profile, and taken out, all or none")
  func participants() async throws {
    _ = await call("events.json", #"{"slug":"run","name":"Run"}"#)
    let added = await call("events/run/participants.json", "{\"ids\":[\(bo.rawValue)]}")
    #expect(
      added.text == "{\"slug\":\"run\",\"participants\":[{\"id\":\(bo.rawValue),\"name\":\"Bo\"}]}",
      "\(added.text)")
    let all = await call("events/run/participants.json", #"{"profile":"family"}"#)
    #expect(all.text.contains("\"Ana\"") && all.text.contains("\"Bo\""))
    #expect(await web.get("/w/north/events/run/participants.json", key: key).text == all.text)
    for (body, status) in [
      (#"{"profile":"pilot"}"#, 400), ("{}", 400), ("{\"ids\":\(both),\"profile\":\"family\"}", 400),
      (#"{"ids":[999]}"#, 404),
    ] {
      #expect(await call("events/run/participants.json", body).status == status, "\(body)")
    }
    #expect(await call("events/nowhere/participants.json", "{}").status == 404)
    // One of both does not take part: both stay.
    #expect(
      await call("events/run/participants/remove.json", "{\"ids\":[\(ana.rawValue),999]}").status == 404)
    #expect(await web.get("/w/north/events/run/participants.json", key: key).text == all.text)
    let left = await call("events/run/participants/remove.json", "{\"ids\":\(both)}")
    #expect(left.text == #"{"slug":"run","participants":[]}"#)
  }

  @Test("A profile gets what is named; the rest of its document stays")
  func profile() async throws {
    let before = try #require(try web.store.fleet.profiles(slug: "north").first)
    let changed = await call(
      "settings/profiles/family/edit.json", #"{"offers":["order"],"queue_limit":50}"#)
    #expect(changed.status == 200 && changed.text.contains("\"queue_limit\" : 50"), "\(changed.text)")
    var after = before
    (after.offers, after.queueLimit) = (["order"], 50)
    #expect(try web.store.fleet.profiles(slug: "north").first == after)
    _ = await call("settings/profiles/family/edit.json", #"{"queue_limit":null}"#)
    after.queueLimit = nil
    #expect(try web.store.fleet.profiles(slug: "north").first == after)
    for (body, words) in [
      (#"{"rules":[]}"#, "rules: at least one"), (#"{"name":"other"}"#, "The name stays family"),
      ("[]", "wrong type"),
      (#"{"queue_limt":5}"#, "A profile has no member queue_limt; did you mean queue_limit?"),
      (#"{"queue_limit":5,"xyz":null}"#, "A profile has no member xyz."),
      ("{", "not JSON"), (#"{"queue_limit":0}"#, "queue_limit"), (#"{"rules":7}"#, "wrong type in rules"),
    ] {
      let answer = await call("settings/profiles/family/edit.json", body)
      #expect(answer.status == 400 && answer.text.contains(words), "\(body): \(answer.text)")
    }
    #expect(try web.store.fleet.profiles(slug: "north").first == after)
    #expect(await call("settings/profiles/nobody/edit.json", "{}").status == 404)
  }

  @Test("A browser's cookie and a key of a lower role do nothing")
  func rights() async throws {
    let paths = [
      "responders/change.json", "responders/duty.json", "events/run/participants.json",
      "events/run/participants/remove.json", "settings/profiles/family/edit.json",
    ]
    let cookie = try web.login(.owner, email: "owner@example.org")
    let viewer = try web.store.members.issueAPIKey(slug: "north", name: "look", role: .viewer).text
    for path in paths {
      for proof in [("Cookie", "rollcall=\(cookie)"), ("Authorization", "Bearer \(viewer)")] {
        let answer = await web.send(
          .post, "/w/north/\(path)", headers: [proof.0: proof.1, "Content-Type": "application/json"],
          body: "{}")
        #expect(answer.status == 403, "\(path) \(proof.0)")
      }
      #expect(await call(path, "{}", slug: "south").status == 404, "\(path)")
    }
  }
}
