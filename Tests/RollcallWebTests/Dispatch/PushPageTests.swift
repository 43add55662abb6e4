import StoreSupport
import Foundation
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Waking phones, from the page and from the phone")
struct PushPageTests {
  private func register(_ phone: DispatchPhone, _ body: String) async -> TestAnswer {
    await phone.web.send(
      .put, "/app/v1/push-token",
      headers: ["Authorization": "Bearer \(phone.token)", "Content-Type": "application/json"], body: body)
  }

  private func link(_ web: TestWeb) throws -> String {
    let job = try #require(try web.store.push.duePushJobs(limit: 1).first)
    return try #require(try web.store.push.link(for: job))
  }

  @Test(
    "An address is refused with the name of the field",
    arguments: [
      (#"{"provider":"apns","token":"abc"}"#, "provider"), (#"{"provider":"expo","token":"abc"}"#, "token"),
      (#"{"provider":"webhook","token":"http://10.0.0.1/"}"#, "token"), (#"{"provider":"fcm"}"#, "token"),
      (#"{"provider":"fcm","token":null}"#, "token"), (#"{"token":"abc"}"#, "provider"),
    ])
  func refused(body: String, field: String) async throws {
    let phone = try await DispatchPhone(try TestWeb())
    let answer = await register(phone, body)
    #expect(answer.status == 400 && answer.code == "VALIDATION_ERROR")
    let errors = try #require(answer.data()["errors"] as? [[String: Any]])
    #expect(errors.map { $0["field"] as? String } == [field], "\(answer.text)")
  }

  @Test("An app registers, and takes its address back, twice without harm")
  func tokens() async throws {
    let web = try TestWeb()
    let phone = try await DispatchPhone(web)
    let workspace = try DispatchDesk(web).workspace.id
    #expect(await register(phone, #"{"provider":"fcm","token":"abc"}"#).status == 204)
    #expect(try web.store.push.pushChannels(of: phone.id, in: workspace).map(\.isLive) == [true])
    let headers = ["Authorization": "Bearer \(phone.token)"]
    for _ in 1...2 {
      #expect(await web.send(.delete, "/app/v1/push-token/fcm", headers: headers).status == 204)
    }
    #expect(await web.send(.delete, "/app/v1/push-token/apns", headers: headers).status == 404)
    #expect(try web.store.push.pushChannels(of: phone.id, in: workspace).map(\.isLive) == [false])
  }

  @Test("The person's page shows the ways, what became of messages, and the form to those who may")
  func page() async throws {
    let web = try TestWeb()
    let phone = try await DispatchPhone(web)
    let admin = try DispatchDesk(web, role: .admin)
    let path = "responders/\(phone.id.rawValue)"
    #expect(await admin.get(path).text.contains("No app has registered"))
    #expect(await !admin.get(path).text.contains("push-test"))
    #expect(await admin.post("\(path)/push-test", [:]).status == 409)
    _ = await register(phone, #"{"provider":"fcm","token":"secret-token"}"#)
    let shown = await admin.get(path).text
    #expect(shown.contains("action=\"/w/north/\(path)/push-test\"") && !shown.contains("secret-token"))
    let tag = await admin.get("\(path)?fragment=1").header("ETag")

    #expect(await admin.post("\(path)/push-test", [:]).status == 303)
    let job = try #require(try web.store.push.duePushJobs(limit: 9).first)
    try web.store.push.record(.gone(reason: "FCM: nobody is there"), of: job.id, chance: 0)
    let after = await admin.get(path).text
    #expect(after.contains("FCM: nobody is there") && after.contains("Test by FCM"))
    #expect(await admin.get("\(path)?fragment=1").header("ETag") != tag)
  }

  @Test("Who may not manage responders, a foreign form and another workspace send nothing")
  func permissions() async throws {
    let web = try TestWeb()
    let phone = try await DispatchPhone(web)
    _ = await register(phone, #"{"provider":"fcm","token":"abc"}"#)
    let path = "responders/\(phone.id.rawValue)/push-test"
    for role in [Role.dispatcher, .auditor, .viewer] {
      let desk = try DispatchDesk(web, role: role)
      #expect(await desk.post(path, [:]).status == 403)
      #expect(await !desk.get("responders/\(phone.id.rawValue)").text.contains("push-test"))
    }
    let admin = try DispatchDesk(web, role: .admin)
    #expect(await admin.post(path, [:], csrf: "wrong").status == 400)
    #expect(await admin.post(path, [:], slug: "south").status == 404)
    let south = try DispatchDesk(web, role: .owner, slug: "south")
    #expect(await south.post(path, [:]).status == 404)
    #expect(try web.store.push.duePushJobs(limit: 9) == [])
  }

  @Test("A link shows what the message said, and only its button accepts")
  func links() async throws {
    let web = try TestWeb()
    let (desk, ana) = (try DispatchDesk(web), try await DispatchPhone(web))
    _ = await register(ana, #"{"provider":"ntfy","token":"topic"}"#)
    let incident = try await desk.open("Fall of Mrs Novak", offer: ana.id)
    let link = try link(web)
    for _ in 1...2 {
      let shown = await web.get("/a/\(link)")
      #expect(shown.status == 200 && shown.text.contains("INC-\(incident)"))
      #expect(shown.text.contains("<form method=\"post\" action=\"/a/\(link)\">"))
      for secret in ["Novak", "geo:", "46.0"] { #expect(!shown.text.contains(secret), "\(secret)") }
    }
    // As a message's own button does it: no form, no cookie.
    let accepted = await web.send(.post, "/a/\(link)")
    #expect(accepted.status == 200 && accepted.text.contains("It is yours"))
    #expect(accepted.text.contains("Novak") && accepted.text.contains("geo:46"))
    #expect(await web.send(.post, "/a/\(link)").status == 200)
    #expect(try await desk.json("incidents/\(incident).json")["state"] as? String == "assigned")
  }

  @Test("Taken, too late and unknown are pages of their own, and nobody tries links out")
  func otherwise() async throws {
    let web = try TestWeb()
    let (desk, ana) = (try DispatchDesk(web), try await DispatchPhone(web))
    _ = await register(ana, #"{"provider":"ntfy","token":"topic"}"#)
    _ = try await desk.open(offer: ana.id)
    let link = try link(web)
    web.pass(seconds: 601)
    for answer in [await web.get("/a/\(link)"), await web.send(.post, "/a/\(link)")] {
      #expect(
        answer.status == 410 && answer.text.contains("This offer is over") && !answer.text.contains("<form"))
    }
    let unknown = await web.get("/a/0123456789abcdefghijkl")
    #expect(unknown.status == 404 && unknown.text.contains("This link is not known"))
    #expect(await web.get("/a/short").status == 404)
    var statuses: Set<Int> = []
    for _ in 1...40 { statuses.insert(await web.get("/a/0123456789abcdefghijkl").status) }
    #expect(statuses == [404, 429])
    web.pass(seconds: 5)
    #expect(await web.get("/a/\(link)").status == 410)
  }

  @Test("Every outcome of every service is in the metrics, zeros too")
  func metrics() async throws {
    let web = try TestWeb()
    let phone = try await DispatchPhone(web)
    _ = await register(phone, #"{"provider":"fcm","token":"abc"}"#)
    try web.store.push.testPush(to: phone.id, in: .test(try DispatchDesk(web).workspace.id, "key:a"))
    let key = try web.store.members.issueAPIKey(slug: "north", name: "m", role: .owner).text
    #expect(await web.get("/metrics", key: key).text.contains("rollcall_push_waiting 1\n"))
    let job = try #require(try web.store.push.duePushJobs(limit: 1).first)
    try web.store.push.record(.misconfigured(reason: "FCM: no account"), of: job.id, chance: 0)
    let text = await web.get("/metrics", key: key).text
    for line in [
      #"rollcall_push_total{channel="fcm",outcome="misconfigured"} 1"#,
      #"rollcall_push_total{channel="expo",outcome="accepted"} 0"#, "rollcall_push_ack_seconds_count 0",
      "rollcall_push_waiting 0", #"rollcall_push_misconfigured{channel="fcm"} 1"#,
    ] { #expect(text.contains("\(line)\n"), "\(line)") }
  }
}
