import HTTPServer
import HTTPTypes
import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("People added, changed and imported in the console")
struct PeoplePageTests {
  private let web: TestWeb
  private let admin: AccountDesk
  private let list = "/w/north/responders"

  init() throws {
    web = try TestWeb()
    _ = try web.store.fleet.setWorkspace(slug: "north") { $0.country = "SI" }
    admin = try AccountDesk(web, .admin)
  }

  private func people() throws -> [Responder] { try web.store.fleet.responders(slug: "north") }

  private func add(_ name: String, _ fields: [String: String] = [:]) async -> TestAnswer {
    await admin.post("\(list)/new", ["name": name, "profile": "family"].merging(fields) { $1 })
  }

  /// Sends a form with fields that repeat.
  private func send(_ path: String, _ fields: [(String, String)], as desk: AccountDesk? = nil) async
    -> TestAnswer
  {
    let desk = desk ?? admin
    let pairs = (fields + [("_csrf", desk.token)]).map { (name: $0.0, value: $0.1) }
    return await web.form(path, FormFields(pairs).encoded, headers: ["Cookie": "rollcall=\(desk.cookie)"])
  }

  private func entries(_ action: String) throws -> [String] {
    try web.store.read {
      try $0.all(
        "SELECT subject || ' ' || coalesce(detail, '') FROM audit WHERE action = \(action) ORDER BY number")
    }
  }

  @Test("A person is added with a number as it is dialled at home, and leads to connecting their phone")
  func add() async throws {
    #expect(await admin.get("\(list)/new").text.contains("As it is dialled in SI"))
    let answer = await add("Ana", ["phone": " 040 123 456 ", "region": "New one", "skills": "medic"])
    let ana = try #require(try people().first)
    #expect(answer.header("Location") == "\(list)/\(ana.id.rawValue)/connect")
    #expect(ana.phone == "+38640123456" && ana.region == "New one" && ana.skills.text == "medic")
    let another = await add("Bo", ["do": "another"]).header("Location") ?? ""
    #expect(await admin.get(another).text.contains("Bo is added."))
    #expect(try entries("responder.add").count == 2)
  }

  @Test(
    "The list is sorted by its heads, which keep the filter and turn the order round",
    arguments: [
      ("", ["Ana", "Bo", "Cene"]), ("-name", ["Cene", "Bo", "Ana"]), ("region", ["Cene", "Ana", "Bo"]),
      ("-region", ["Ana", "Cene", "Bo"]), ("-contact", ["Ana", "Bo", "Cene"]),
      ("unknown", ["Ana", "Bo", "Cene"]),
    ])
  func sorted(_ sort: String, _ names: [String]) async throws {
    _ = await add("Ana", ["region": "West"])
    _ = await add("Bo")
    _ = await add("Cene", ["region": "East"])
    let page = await admin.get("\(list)?state=active&sort=\(sort)").text
    let rows = try #require(page.firstRange(of: "<tbody>")).upperBound
    let places = try names.map { try #require(page[rows...].firstRange(of: "<bdi>\($0)</bdi>")).lowerBound }
    #expect(places == places.sorted())
    #expect(page.contains("\(list)?state=active&amp;sort=\(sort == "region" ? "-region" : "region")\""))
  }

  @Test("Somebody of a known name is asked about, and then added")
  func namesake() async throws {
    _ = await add("Ana")
    let asked = await add("ana")
    #expect(asked.status == 400 && asked.text.contains("There is somebody of this name already: Ana"))
    #expect(try people().count == 1)
    #expect(await add("ana", ["anyway": "on"]).status == 303)
    #expect(try people().count == 2)
  }

  @Test("What is wrong is said beside its field, with whose it is")
  func wrong() async throws {
    _ = await add("Ana", ["phone": "040 123 456", "external_id": "R-1"])
    for (fields, words) in [
      (["phone": "12"], "is not a telephone number"),
      (["phone": "+386 40 123 456"], "is the number of Ana already"),
      (["external_id": "R-1"], "R-1 is Ana already"), (["skills": "boat=never"], "skills-problem"),
      (["profile": "pilot"], "there is no profile"),
    ] {
      let answer = await add("Bo", fields)
      #expect(answer.status == 400 && answer.text.lowercased().contains(words.lowercased()), "\(words)")
    }
    #expect(await add("").status == 400)
    #expect(try people().count == 1)
  }

  @Test("A person is changed as a whole; the audit says what, without the values of their identity")
  func edit() async throws {
    _ = await add("Ana", ["phone": "040 123 456"])
    let id = try #require(try people().first).id
    let page = "\(list)/\(id.rawValue)/edit"
    #expect(await admin.get(page).text.contains("value=\"+38640123456\""))
    let answer = await admin.post(page, ["name": "Ana Novak", "profile": "family", "external_id": "R-2"])
    #expect(answer.header("Location") == "\(list)/\(id.rawValue)")
    let ana = try #require(try people().first)
    #expect(ana.name == "Ana Novak" && ana.phone == nil && ana.externalID == "R-2")
    #expect(
      try entries("responder.set")
        == ["responder \(id.rawValue) name changed, phone number changed, external id changed"])
    _ = await admin.post(page, ["name": "Ana Novak", "profile": "family", "external_id": "R-2"])
    #expect(try entries("responder.set").count == 1, "nothing was changed")
    #expect(await admin.get("\(list)/999/edit").status == 404)
  }

  private static let csv = """
    NAME;Phone;Team;ID
    Ana;040 111 111;North;R-1
    Bo;040 222 222;;R-2
    Cyr;;;
    """

  private func upload(_ fields: [String: String], file: String? = nil) async -> TestAnswer {
    let mark = "xxbandxx"
    var body = ""
    for (name, value) in fields.merging(["_csrf": admin.token], uniquingKeysWith: { own, _ in own }).sorted(
      by: { $0.key < $1.key })
    {
      body += "--\(mark)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    if let file {
      body +=
        "--\(mark)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n\(file)\r\n"
    }
    body += "--\(mark)--\r\n"
    return await web.send(
      .post, "\(list)/import",
      headers: [
        "Cookie": "rollcall=\(admin.cookie)", "Content-Type": "multipart/form-data; boundary=\(mark)",
      ],
      body: body)
  }

  /// Imports what was previewed.
  private func save(_ preview: TestAnswer, _ fields: [String: String]) async -> TestAnswer {
    await upload(
      fields.merging([
        "do": "save", "read": preview.field("read") ?? "", "seen": preview.field("seen") ?? "",
      ]) { $1 })
  }

  @Test("A spreadsheet is previewed, then imported as it was read, all or nobody")
  func imported() async throws {
    let columns = [
      "col0": "name", "col1": "phone", "col2": "region", "col3": "external_id", "profile": "family",
    ]
    let preview = await upload(["list": Self.csv, "profile": "family"])
    #expect(preview.status == 200 && preview.text.contains("3 people are added."))
    #expect(try preview.text.contains("+38640111111") && people().isEmpty)
    let form = columns.merging(["list": Self.csv]) { $1 }
    let answer = await save(preview, form)
    #expect(answer.header("Location") == "\(list)?done=import&n=3&of=0", "\(answer.text)")
    #expect(try people().map(\.name) == ["Ana", "Bo", "Cyr"] && people().first?.region == "North")
    #expect(await admin.get("\(list)?done=import&n=3&of=0").text.contains("3 people are added."))
    // Again: two are known, the third has the name of somebody.
    let again = await upload(form)
    #expect(
      again.text.contains("2 known and left as they are")
        && again.text.contains("1 left out because of their name"))
    #expect(!again.text.contains("value=\"save\""))
    let changed = form.merging([
      "list": "Name,ID\nAna Novak,R-1\n", "known": "update", "col0": "name", "col1": "external_id",
    ]) { $1 }
    let third = await upload(changed)
    #expect(third.text.contains("1 changed"))
    #expect(
      await save(
        third,
        [
          "list": "Name,ID\nAna Novak,R-1\n", "known": "update", "profile": "family", "col0": "name",
          "col1": "external_id",
        ]
      ).status == 303)
    #expect(
      try people().map(\.name) == ["Ana Novak", "Bo", "Cyr"] && people().first?.phone == "+38640111111")
  }

  @Test(
    "Heads of another language name the columns; the first row can be said to be a person, and to be none")
  func headsOfAnotherLanguage() async throws {
    let text = "Ime;Telefon;Ekipa\nAna;040 123 456;Sever\n"
    let preview = await upload(["list": text, "profile": "family"])
    #expect(preview.text.contains("1 person is added.") && preview.text.contains(">Telefon</label>"))
    #expect(!preview.text.contains("Column 1"))
    let columns = ["list": text, "profile": "family", "col0": "name", "col1": "phone", "col2": "region"]
    let saved = await save(preview, columns.merging(["first": "heads"]) { $1 })
    #expect(saved.status == 400, "the third column was not previewed as a region")
    let again = await upload(
      columns.merging(["first": "heads", "read": preview.field("read") ?? ""]) { $1 })
    #expect(await save(again, columns.merging(["first": "heads"]) { $1 }).status == 303)
    #expect(try people().map(\.name) == ["Ana"] && people().first?.region == "Sever")
    let person = await upload(
      ["list": text, "col0": "name", "col1": "-", "col2": "-", "first": "person"].merging([
        "profile": "family", "read": preview.field("read") ?? "",
      ]) { $1 })
    #expect(person.text.contains("Column 1") && person.text.contains(">Ime</bdi>"))
  }

  @Test("A row that is left out is shown, however far down it stands")
  func specialRows() async throws {
    _ = await add("Ana")
    let names = (1...30).map { "Person \($0)" } + ["Ana", "Last"]
    let preview = await upload(["list": "Name\n" + names.joined(separator: "\n"), "profile": "family"])
    #expect(preview.text.contains("<bdi>Person 10</bdi>") && !preview.text.contains("<bdi>Person 11</bdi>"))
    #expect(preview.text.contains("<bdi>Ana</bdi>") && preview.text.contains("left out: the name of Ana"))
    #expect(preview.text.contains("The first 10 of 32 rows; below them those that change somebody"))
    #expect(!preview.text.contains("<bdi>Last</bdi>"))
  }

  @Test("A file counts before the cells; what is wrong is told by its line, and nobody is added")
  func refused() async throws {
    let file = await upload(["list": "", "profile": "family"], file: "Name,Phone\nAna,040 123 456\n")
    #expect(file.status == 200 && file.text.contains("1 person is added."))
    for (text, words) in [
      ("", "Paste some cells"), ("name\n\"Ana\n", "a quoted field without an end"),
      ("Name,Phone\nAna,12\nBo,\n", "Line 2: “12”"),
      ("Phone\n040 123 456\n", "Say which column holds the name"),
      ("Name,Phone\nAna,040 123 456\nBo,040 123 456\n", "Line 3: +38640123456 is the number of entry 1, too"),
      ("Name,Profile\nAna,pilot\n", "Line 2: there is no profile"),
      ("Name,Profile\nAna,Famly\n", "did you mean family?"),
      ("Name,Phone\n,040 123 456\n", "Line 2: no name"),
    ] {
      let answer = await upload(["list": text, "profile": "family", "do": "save"])
      let said = answer.text.replacing("&quot;", with: "\"").replacing("\"12\"", with: "“12”")
      #expect(answer.status == 400 && said.contains(words), "\(words)")
    }
    let unseen = await upload(["list": "Name\nAna\n", "profile": "family", "do": "save", "seen": "other"])
    #expect(unseen.status == 400 && unseen.text.contains("not what was previewed"))
    #expect(await upload(["list": "Name\nAna\n", "_csrf": "foreign"]).status == 400)
    #expect(try people().isEmpty)
  }

  @Test("Many are put on duty by dispatchers, and given profile, region and codes by admins")
  func many() async throws {
    for name in ["Ana", "Bo", "Cyr"] { _ = await add(name) }
    let ids = try people().map { "\($0.id.rawValue)" }
    let dispatcher = try AccountDesk(web, .dispatcher, email: "d@example.org")
    #expect(await dispatcher.get(list).text.contains("form=\"many\""))
    let on = await send("\(list)/duty", [("do", "on"), ("pick", ids[0]), ("pick", ids[1])], as: dispatcher)
    #expect(on.header("Location") == "\(list)?done=on&n=2")
    #expect(
      await send("\(list)/change", [("do", "inactive"), ("pick", ids[0])], as: dispatcher).status == 403)
    #expect(
      await send("\(list)/change", [("do", "region"), ("to_region", "East"), ("all", "1"), ("q", "o")])
        .header("Location")
        == "\(list)?q=o&done=changed&n=1")
    #expect(try people().map(\.region) == [nil, "East", nil])
    #expect(await send("\(list)/change", [("do", "inactive"), ("pick", ids[2])]).status == 303)
    #expect(try people().map(\.isActive) == [true, true, false])
    #expect(
      await send("\(list)/change", [("do", "profile"), ("to_profile", "pilot"), ("pick", ids[0])]).header(
        "Location") == "\(list)?done=profile")
    #expect(await send("\(list)/change", [("do", "region")]).header("Location") == "\(list)?done=nobody")
    #expect(await send("\(list)/change", [("do", "active"), ("pick", "999")]).status == 404)
    let rule = await send("/w/north/duty-rule", [("do", "choose"), ("all", "1"), ("state", "active")])
    #expect(rule.text.ranges(of: "name=\"pick\"").count == 2 && rule.text.ranges(of: " checked").count >= 2)
    let cards = await send("/w/north/connect", [("do", "choose"), ("pick", ids[1])])
    #expect(cards.status == 200 && cards.text.contains("value=\"\(ids[1])\" checked"))
  }

  @Test("The list is filtered, and taken as a file that can be imported again")
  func file() async throws {
    _ = await add("Ana", ["phone": "040 123 456", "external_id": "R-1", "skills": "medic;boat=2027-03-31"])
    _ = await add("Bo")
    let file = await admin.get("\(list).csv?q=r-1").text
    #expect(file.contains("name,phone,profile,region,external_id,skills"))
    #expect(file.contains("Ana,") && file.contains("medic;boat=2027-03-31") && !file.contains("Bo,"))
    #expect(await admin.get("\(list).json?state=inactive").text.contains("\"responders\":[]"))
    #expect(await admin.get("\(list)?state=unheard").text.contains("Bo"))
  }

  @Test("Scripts add, change and deactivate people, and learn which field is wrong")
  func programs() async throws {
    let workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    let key = try web.store.members.issueAPIKey(slug: "north", name: "hr", role: .admin).text
    func call(_ path: String, _ body: String) async -> TestAnswer {
      await web.send(
        .post, path, headers: ["Authorization": "Bearer \(key)", "Content-Type": "application/json"],
        body: body)
    }
    let added = await call(
      "\(list).json",
      #"{"people":[{"name":"Ana","profile":"family","phone":"040 123 456"},{"name":"Bo","profile":"family"}]}"#
    )
    #expect(added.status == 201, "\(added.text)")
    let ids = try people().map(\.id.rawValue)
    #expect(added.text == "{\"ids\":[\(ids[0]),\(ids[1])]}")
    let changed = await call("\(list)/\(ids[0])/edit.json", #"{"region":"East","phone":""}"#)
    #expect(
      changed.status == 200 && changed.text.contains(#""phone":null"#)
        && changed.text.contains(#""region":"East""#))
    let blank = await call("\(list)/\(ids[1])/edit.json", #"{"region":"  ","external_id":" R-2 "}"#).text
    #expect(blank.contains(#""region":null"#) && blank.contains(#""external_id":"R-2""#), "\(blank)")
    let wrong = await call(
      "\(list).json", #"{"people":[{"name":"Cyr","profile":"pilot"},{"profile":"family"}]}"#)
    #expect(wrong.status == 400 && wrong.text.contains("name is required"))
    #expect(
      await call("\(list)/\(ids[1])/edit.json", #"{"profile":"pilot"}"#).text.contains(#""field":"profile""#))
    _ = await call("\(list)/\(ids[0])/edit.json", #"{"external_id":"R-1"}"#)
    #expect(await call("\(list)/\(ids[1])/edit.json", #"{"external_id":"R-1"}"#).status == 409)
    #expect(
      await call("\(list)/\(ids[1])/active.json", #"{"active":false}"#).text.contains(#""active":false"#))
    #expect(web.store.boards.entry(of: Responder.ID(ids[1]), in: workspace.id)?.person.isActive == false)
    #expect(await call("\(list)/999/active.json", #"{"active":false}"#).status == 404)
  }
}
