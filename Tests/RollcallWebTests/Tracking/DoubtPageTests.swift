import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Suspicious positions in the console")
struct DoubtPageTests {
  let web: TestWeb
  let auditor: DispatchDesk
  let phone: DispatchPhone

  init() async throws {
    web = try TestWeb()
    auditor = try DispatchDesk(web, role: .auditor)
    phone = try await DispatchPhone(web, "Ana <i>")
  }

  /// A position that the phone itself calls made up.
  func spoof(_ count: Int = 1) async {
    for _ in 0..<count {
      web.pass(seconds: 10)
      let at = web.store.clock().milliseconds
      let answer = await web.upload(
        phone.token, #"{"pings":[{"lat":46.01,"lng":14,"is_mock":true,"recorded_at":\#(at)}]}"#,
        headers: ["X-Idempotency-Key": UUID().uuidString])
      #expect(answer.status == 201)
    }
  }

  /// The value of the first tick of a page.
  func pick(_ page: String) throws -> String {
    let value = try #require(page.firstMatch(of: #/name="pick" value="([^"]*)"/#)?.output.1)
    return String(value)
  }

  func group() throws -> DoubtGroup {
    let always = TimeSpan(from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
    return try #require(try web.store.tracking.doubts(of: auditor.workspace, in: always).first)
  }

  @Test("Positions and audit begin with the newest; the head of the column turns them round, page by page")
  func turnedRound() async throws {
    await spoof(3)
    for page in ["history", "audit"] {
      func keys(_ query: String) async throws -> [Int] {
        await auditor.get("\(page)\(query)").text.matches(of: #/<tr id="[a-z]([0-9]+)"/#).compactMap {
          Int($0.output.1)
        }
      }
      let word = page == "history" ? "-taken" : "-at"
      let (newest, oldest) = (try await keys(""), try await keys("?sort=\(word)"))
      #expect(newest.count >= 3 && newest == newest.sorted(by: >), "\(page)")
      #expect(oldest == oldest.sorted(), "\(page)")
      let text = await auditor.get(page).text
      #expect(text.contains("aria-sort=\"descending\"><a href=\"/w/north/\(page)?sort=\(word)\">"))
      let turned = await auditor.get("\(page)?sort=\(word)").text
      #expect(turned.contains("aria-sort=\"ascending\"><a href=\"/w/north/\(page)\">"))
    }
  }

  @Test("Suspicious positions are sorted by their heads")
  func sorted() async throws {
    await spoof(3)
    let bor = try await DispatchPhone(web, "Bor")
    web.pass(seconds: 10)
    let at = web.store.clock().milliseconds
    _ = await web.upload(
      bor.token, #"{"pings":[{"lat":46.01,"lng":14,"is_mock":true,"recorded_at":\#(at)}]}"#,
      headers: ["X-Idempotency-Key": UUID().uuidString])
    func names(_ sort: String) async -> [Bool] {
      await auditor.get("suspicious-positions?sort=\(sort)").text.matches(
        of: #/<th scope="row">.*?<bdi>(Ana|Bor)/#
      ).map { $0.output.1 == "Ana" }
    }
    #expect(await names("name") == [true, false])
    #expect(await names("-name") == [false, true])
    #expect(await names("positions") == [true, false])
    #expect(await names("-positions") == [false, true])
  }

  @Test(
    "Doubts are seen with their evidence, confirmed with a note, told where somebody is chosen, and cleared")
  func story() async throws {
    #expect(
      await auditor.get("suspicious-positions").text.contains(
        "No position of the last 24 hours is suspicious."))
    await spoof(3)
    let page = await auditor.get("suspicious-positions").text
    #expect(page.contains("Ana &lt;i&gt;") && page.contains("mock reported") && page.contains("3 positions"))
    #expect(page.contains("The phone itself says that the position is made up.") && page.contains("Open"))
    #expect(page.contains("without --geoip"))
    let fields = ["verdict": "confirmed", "note": "seen <b>elsewhere</b>", "pick": try pick(page)]
    let answer = await auditor.post("suspicious-positions", fields)
    #expect(
      answer.status == 303 && answer.header("Location") == "/w/north/suspicious-positions?changed=3",
      "\(answer.text)")
    let after = await auditor.get("suspicious-positions?changed=3").text
    #expect(
      after.contains("3 positions were changed.") && after.contains("“seen &lt;b&gt;elsewhere&lt;/b&gt;”"))
    #expect(after.contains("Confirmed by auditor@north.example.org"))

    await spoofless()
    let dispatcher = try DispatchDesk(web)
    let incident = try await dispatcher.open()
    let ranking = await dispatcher.get("incidents/\(incident)").text
    #expect(ranking.contains("positions confirmed false on 21 Nov"))
    let person = await auditor.get("responders/\(phone.id.rawValue)").text
    #expect(person.contains("Confirmed false") && person.contains("60 of 100"))

    let cleared = await dispatcher.post(
      "suspicious-positions", ["verdict": "cleared", "pick": fields["pick"] ?? ""])
    #expect(cleared.status == 303)
    #expect(!(await dispatcher.get("incidents/\(incident)").text.contains("confirmed false")))
    let report = await auditor.get("reports/suspicious-positions.csv").text
    #expect(report.contains(",The phone itself says that the position is made up.,mock:cleared"))
    let audited = await auditor.get("audit.json").text
    #expect(audited.contains("flag.confirm") && audited.contains("mock: 3 positions, review 1"))
    #expect(!audited.contains("elsewhere"), "the note can be erased, the audit cannot")
  }

  /// A position that nobody doubts: only then they are a candidate without a flag.
  private func spoofless() async {
    web.pass(seconds: 10)
    #expect(await phone.report().status == 201)
  }

  @Test("Everything that matches is decided at once, and nothing that came after the page was made")
  func everything() async throws {
    await spoof(2)
    let seen = try group().newestPing
    await spoof(1)
    var fields = [
      "verdict": "cleared", "all": "1", "seen": "\(seen)", "flag": "mock", "state": "open",
    ]
    // Without a second word it asks, with the number, and changes nothing.
    let asked = await auditor.post("suspicious-positions", fields)
    #expect(asked.status == 200 && asked.text.contains("id=\"sure\""))
    #expect(asked.text.contains("This decides about 3 positions"), "\(asked.text)")
    #expect(asked.text.contains("<input type=\"hidden\" name=\"sure\" value=\"1\">"))
    #expect(try group().open == 3)
    fields["sure"] = "1"
    let answer = await auditor.post("suspicious-positions", fields)
    #expect(answer.header("Location") == "/w/north/suspicious-positions?flag=mock&state=open&changed=2")
    let left = try group()
    #expect(left.open == 1 && left.cleared == 2)
  }

  @Test(
    "What cannot be understood is said, with what was typed, and changes nothing",
    arguments: [
      (["verdict": "confirmed", "note": "kept <x>"], "Nothing was chosen"),
      (["verdict": "else", "pick": "1.mock.0.1.1"], "Choose what is decided"),
      (["verdict": "confirmed", "pick": "1.mock.0"], "Nothing was chosen"),
      (["verdict": "confirmed", "all": "1", "from": "yesterday"], "is not a day"),
      (["verdict": "confirmed", "all": "1", "state": "lost"], "There is no such state."),
    ])
  func refused(fields: [String: String], problem: String) async throws {
    await spoof()
    let answer = await auditor.post("suspicious-positions", fields)
    #expect(answer.status == 400 && answer.text.contains(problem))
    if fields["note"] != nil { #expect(answer.text.contains("kept &lt;x&gt;")) }
    #expect(try group().open == 1)
  }

  @Test("Nobody decides about another workspace's people, without the right, or by another site's form")
  func refusals() async throws {
    await spoof()
    let pick = DoubtPick(try group()).text
    let fields = ["verdict": "confirmed", "pick": pick]
    let south = try DispatchDesk(web, role: .owner, slug: "south")
    #expect(await south.post("suspicious-positions", fields).status == 404)
    #expect(await south.post("suspicious-positions", fields, slug: "north").status == 404)
    let viewer = try DispatchDesk(web, role: .viewer)
    #expect(await viewer.post("suspicious-positions", fields).status == 403)
    #expect(await auditor.post("suspicious-positions", fields, csrf: "wrong").status == 400)
    #expect(try group().open == 1)
    #expect(!(await south.get("suspicious-positions").says("Ana")))
  }

  @Test("The filter narrows the list and the JSON alike; a span beyond a month is refused")
  func filter() async throws {
    await spoof()
    let doubts = { (path: String) async throws -> Int in
      try #require(try await auditor.json(path)["doubts"] as? [Any]).count
    }
    #expect(try await doubts("suspicious-positions.json") == 1)
    #expect(try await doubts("flags.json") == 1, "the contract's name")
    #expect(try await doubts("suspicious-positions.json?flag=speed") == 0)
    let moved = await auditor.get("flags?flag=speed")
    #expect(moved.status == 308)
    #expect(moved.header("Location") == "/w/north/suspicious-positions?flag=speed")
    #expect(await auditor.get("reports/flags").status == 308)
    #expect(await auditor.get("reports/flags.csv").status == 200)
    #expect(try await doubts("suspicious-positions.json?state=confirmed") == 0)
    #expect(
      try await doubts("suspicious-positions.json?responder=\(phone.id.rawValue)&state=open&flag=mock") == 1)
    #expect(try await doubts("suspicious-positions.json?responder=999") == 0)
    #expect(try await doubts("suspicious-positions.json?from=2026-11-20&to=2026-11-21") == 0)
    #expect(try await doubts("suspicious-positions.json?from=2026-10-22&to=2026-11-22") == 1)
    for wrong in ["from=2026-10-20&to=2026-11-22", "flag=else", "state=else", "responder=x", "from=x"] {
      #expect(await auditor.get("suspicious-positions?\(wrong)").status == 400)
      #expect(await auditor.get("suspicious-positions.json?\(wrong)").status == 400)
    }
    #expect(await auditor.get("suspicious-positions?page=9999999999999999999").status == 200)
    #expect(await auditor.get("suspicious-positions?page=9223372036854775807").text.contains("1–1 of 1"))
  }

  @Test(
    "What the upload's address says is held against a fresh position, and the page says that networks are checked"
  )
  func network() async throws {
    let origin = NetworkOrigin(country: "NG", kind: .hosting, network: 64_498)
    let web = try TestWeb(
      addresses: AddressLookup(words: { _ in nil }, network: { $0 == "127.0.0.1" ? origin : nil }))
    let auditor = try DispatchDesk(web, role: .auditor)
    _ = try await DispatchPhone(web)
    let page = await auditor.get("suspicious-positions").text
    #expect(page.contains("The network is registered in NG, ") && page.contains("rented servers (AS64498)"))
    #expect(
      page.contains("checked against the server&#39;s GeoIP files") || page.contains("server's GeoIP files"))
    #expect(!page.contains("127.0.0.1"))
  }

  @Test("A tick says what it is for", arguments: DoubtState.allCases)
  func pickText(state: DoubtState) throws {
    let text = DoubtsPage.sampleRow(state).pick
    let pick = try #require(DoubtPick(text: text))
    #expect(pick.text == text)
    for broken in ["", "1", "\(text).1", text + "x", "x\(text)", text.replacing(".", with: ",")] {
      #expect(DoubtPick(text: broken) == nil)
    }
  }

  @Test(
    "Evidence is said with units",
    arguments: [
      (.speed(metres: 412_000, seconds: 60, from: .before), "412 km from the fix 1 min before: 24,720 km/h."),
      (.speed(metres: 500, seconds: 0, from: .after), "500 m from the fix at the same second: 1,800 km/h."),
      (
        .frozen(fixes: 4, seconds: 150, speed: 4),
        "The same place to the last digit in 4 fixes over 2 min, at a claimed 14.4 km/h."
      ),
      (.clockSkew(seconds: -35), "The phone's clock was 35 s behind."),
      (.accuracy(metres: 0.25), "Accurate to 0.25 m, says the phone: none reaches 1 m."),
      (.networkCountry("NL", kilometres: 1_812), "The network is registered in NL, 1,812 km away or more."),
      (.networkType(.hosting, network: 64_498), "It came from a network of rented servers (AS64498)."),
      (.networkType(.relay, network: nil), "It came through a relay that hides where one is."),
      (.speed(metres: .greatestFiniteMagnitude, seconds: 0, from: .before), ""),
      (.clockSkew(seconds: .infinity), ""),
    ] as [(Doubt, String)])
  func words(doubt: Doubt, words: String) {
    let said = Words.evidence(doubt)
    #expect(words.isEmpty ? !said.isEmpty : said == words)
  }
}
