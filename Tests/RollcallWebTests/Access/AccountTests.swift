import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("One's own account")
struct AccountTests {
  @Test("is for whoever is logged in, and its forms are its page's own")
  func guarded() async throws {
    let web = try TestWeb()
    let desk = try AccountDesk(web, .viewer)
    #expect(await desk.get("/account").status == 200)
    #expect(await web.get("/account").header("Location") == "/login?next=%2Faccount")
    for path in [
      "password", "logins/end", "logins/1/end", "two-factor/begin", "two-factor", "two-factor/codes",
      "two-factor/off", "invitations/1/accept", "invitations/1/decline",
    ] {
      #expect(await desk.post("/account/\(path)", ["_csrf": "guess"]).status == 400, "\(path)")
      #expect(await web.form("/account/\(path)", "").status == 303, "\(path)")
    }
    #expect(await desk.get("/account").status == 200)
  }

  @Test("a password is changed by whoever knows the old one")
  func password() async throws {
    let web = try TestWeb()
    let desk = try AccountDesk(web)
    for (current, new, again, field) in [
      ("wrong", "new password", "new password", "current"), ("correct horse", "short", "short", "new"),
      ("correct horse", "new password", "other", "again"),
    ] {
      let answer = await desk.post("/account/password", ["current": current, "new": new, "again": again])
      #expect(answer.status == 400 && answer.text.contains("id=\"\(field)-problem\""), "\(field)")
    }
    let fields = ["current": "correct horse", "new": "new password", "again": "new password"]
    #expect(await desk.post("/account/password", fields).header("Location") == "/account?done=password")
    #expect(await desk.get("/account?done=password").text.contains("Your password is changed."))
    #expect(await web.form("/login", "email=dora@example.org&password=correct+horse").status == 403)
    #expect(await web.form("/login", "email=dora@example.org&password=new+password").status == 303)
  }

  @Test("a second factor is set up by scanning, and then the password alone makes no login")
  func twoFactor() async throws {
    let web = try TestWeb()
    let desk = try AccountDesk(web)
    #expect(await desk.get("/account/two-factor.svg").status == 404)
    #expect(await desk.post("/account/two-factor/begin", ["password": "wrong"]).status == 400)
    let begun = await desk.post("/account/two-factor/begin", ["password": AccountDesk.password])
    #expect(begun.header("Location") == "/account/two-factor")
    let image = await desk.get("/account/two-factor.svg")
    #expect(image.header("Content-Type") == "image/svg+xml" && image.header("Cache-Control") == "no-store")
    #expect(image.text.hasPrefix("<svg "))
    #expect(await desk.post("/account/two-factor", ["code": "12345"]).status == 400)
    let on = await desk.post("/account/two-factor", ["code": try desk.code()])
    let codes = on.text.matches(of: #/<li><code>([a-z0-9-]+)</code>/#).map { String($0.output.1) }
    #expect(Set(codes).count == 10)
    #expect(await desk.get("/account/two-factor.svg").status == 404)
    #expect(await !desk.get("/account").text.contains(codes[0]))

    let first = await web.form("/login", "email=dora@example.org&password=correct+horse&next=/w/north/board")
    #expect(first.header("Location") == "/login/code?next=%2Fw%2Fnorth%2Fboard")
    #expect(first.cookie("rollcall") == nil)
    let challenge = try #require(first.cookie("rollcall_code"))
    let headers = ["Cookie": "rollcall_code=\(challenge)"]
    #expect(await web.send(.get, "/login/code", headers: headers).status == 200)
    #expect(await web.get("/w/north/board", cookie: challenge).status == 303)
    // The code that turned it on was used
    #expect(await web.form("/login/code", "code=\(try desk.code())", headers: headers).status == 403)
    web.pass(seconds: 60)
    let done = await web.form("/login/code", "code=\(try desk.code())&next=/w/north/board", headers: headers)
    #expect(done.status == 303 && done.header("Location") == "/w/north/board")
    #expect(await web.get("/w/north/board", cookie: done.cookie("rollcall")).status == 200)
    #expect(
      await web.form("/login/code", "code=\(codes[0])", headers: headers).header("Location") == "/login")
  }

  @Test("turning it off and new recovery codes want the password and a code")
  func weakening() async throws {
    let web = try TestWeb()
    let desk = try AccountDesk(web)
    _ = await desk.post("/account/two-factor/begin", ["password": AccountDesk.password])
    let on = await desk.post("/account/two-factor", ["code": try desk.code()])
    let recovery = try #require(on.text.firstMatch(of: #/<li><code>([a-z0-9-]+)</code>/#)).output.1
    web.pass(seconds: 60)
    for form in ["codes", "off"] {
      let path = "/account/two-factor/\(form)"
      for (password, code, field) in [
        ("", String(recovery), "password"), (AccountDesk.password, "", "code"),
        (AccountDesk.password, "000000", "code"),
      ] {
        let answer = await desk.post(path, ["password_\(form)": password, "code_\(form)": code])
        #expect(answer.status == 400 && answer.text.contains("id=\"\(field)_\(form)-problem\""), "\(form)")
      }
    }
    let codes = ["password_codes": AccountDesk.password, "code_codes": String(recovery)]
    #expect(await desk.post("/account/two-factor/codes", codes).text.contains("<li><code>"))
    let off = ["password_off": AccountDesk.password, "code_off": try desk.code()]
    #expect(
      await desk.post("/account/two-factor/off", off).header("Location") == "/account?done=two-factor-off")
  }

  @Test("a workspace that wants a second factor of owners and admins opens only with one")
  func needed() async throws {
    let web = try TestWeb()
    let desk = try AccountDesk(web)
    let viewer = try AccountDesk(web, .viewer, email: "vera@example.org")
    let key = try web.store.members.issueAPIKey(slug: "north", name: "k", role: .owner).text
    _ = try web.store.fleet.setWorkspace(slug: "north") { $0.ownersNeedTwoFactor = true }
    #expect(await desk.get("/w/north/settings").header("Location") == "/account")
    #expect(await desk.get("/w/north/board.json").status == 403)
    #expect(await desk.post("/w/north/settings/keys", ["name": "x", "role": "viewer"]).status == 303)
    #expect(await desk.get("/account").text.contains("wants a second factor"))
    #expect(await viewer.get("/w/north/board").status == 200)
    #expect(await web.get("/w/north/board.json", key: key).status == 200)
    _ = await desk.post("/account/two-factor/begin", ["password": AccountDesk.password])
    #expect(await desk.get("/w/north/board").status == 303)
    _ = await desk.post("/account/two-factor", ["code": try desk.code()])
    #expect(await desk.get("/w/north/board").status == 200)
  }

  @Test("the second step without the first leads back to it")
  func stepTwoAlone() async throws {
    let web = try TestWeb()
    #expect(await web.get("/login/code").header("Location") == "/login")
    #expect(await web.form("/login/code", "code=123456").header("Location") == "/login")
    #expect(
      await web.form("/login/code", "code=1", headers: ["Cookie": "rollcall_code=guess"]).header("Location")
        == "/login")
  }

  @Test("one's logins are listed and ended, somebody else's not")
  func logins() async throws {
    let web = try TestWeb()
    let desk = try AccountDesk(web)
    let other = try AccountDesk(web, .viewer, email: "eva@example.org")
    let foreign = try #require(try web.store.accounts.logins(of: other.member).first).id.rawValue
    #expect(await desk.post("/account/logins/\(foreign)/end").status == 404)
    #expect(await other.get("/account").status == 200)
    let ended = await desk.post("/account/logins/end")
    #expect(ended.header("Location") == "/login" && ended.cookie("rollcall") == "")
    #expect(await desk.get("/account").status == 303)
  }

  @Test(
    "the list of logins names a browser shortly",
    arguments: [
      ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
      (
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1",
        "Safari on iPhone"
      ),
      ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36 Edg/126.0", "Edge on Windows"),
      ("Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36", "Chrome on Android"),
      ("curl/7.88.1", "curl"), ("Mozilla/4.0", "Another browser"), ("<b>", "Another browser"), ("", ""),
    ])
  func browsers(agent: String, name: String) { #expect(BrowserName.of(agent) == name) }
}
