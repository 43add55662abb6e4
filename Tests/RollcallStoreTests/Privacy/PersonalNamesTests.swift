import StoreSupport
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("By what an erasure finds a person in texts")
struct PersonalNamesTests {
  static let cases: [(names: [String], text: String, clean: String?)] = [
    (["Ana B"], "Ana B", "X"), (["Ana B"], "Ana Bo", nil), (["Ana B"], "Joana B", nil),
    (["Ana B"], "Ana B, Ana B.", "X, X."), (["Anna"], "", nil), (["Ana"], "Ana", nil),
    // Letters.
    (["Žana Čop"], "ŽANA ČOP! žana čop?", "X! X?"), (["Žana Čop"], "Z\u{30C}ana C\u{30C}op", "X"),
    (["Z\u{30C}ana"], "žana", "X"), (["Zana"], "Z\u{30C}ana", nil), (["Anne"], "Anne\u{301}", nil),
    (["Groß Straße"], "GROSS STRASSE", "X"), (["Gross"], "groß", "X"), (["Ανδρέας"], "ΑΝΔΡΈΑΣ", "X"),
    (["Ilhan"], "İlhan", nil), (["İlhan"], "İLHAN", "X"), (["Ａnna"], "anna", "X"), (["李小龍李"], "見李小龍李見", nil),
    (["李小龍李"], "見 李小龍李。", "見 X。"), (["Naïve"], "na\u{AD}i\u{308}ve", "X"), (["Anna"], "an\u{200B}na", "X"),
    // Blanks.
    (["Anna Lee"], "anna\u{A0}lee", "X"), (["Anna Lee"], "Anna \n Lee's", "X's"),
    ([" Anna  Lee "], "(Anna Lee)", "(X)"),
    // The longest first.
    (["Anna", "Anna Lee"], "Anna Lee and Anna", "X and X"),
    // Numbers.
    (["+38640987123"], "call +38640987123", "call X"), (["+38640987123"], "040 987 123.", "X."),
    (["+38640987123"], "00386 (0)40/987-123, then", "X, then"),
    (["+38640987123"], "+386 40 987 123 12:00", "X 12:00"),
    (["+38640987123"], "386-40-987\u{2011}123", "X"), (["+38640987123"], "(040) 987 123", "X"),
    (["+38640987123"], "٠٤٠٩٨٧١٢٣", "X"), (["+38640987123"], "0409871234", nil),
    (["+38640987123"], "987 123", nil),
    (["+38640987123"], "1040987123", nil), (["+12125550123"], "212-555-0123", "X"),
    (["+12125550123"], "555-0123", nil),
    (["+38612"], "+38612", "X"), (["+3861"], "+38612", nil),
    // One sign that reads as several letters, and is the end of one mention and the beginning of the next.
    (["Sara"], "Sar\u{2101}ara", "XX"), (["+12125550001"], "212555000\u{BD}125550001", "XX"),
    // Ids.
    (["Ext-77"], "EXT-77, ext-771", "X, ext-771"),
  ]

  @Test("Whole, in any spelling that reads the same", arguments: cases)
  func replaced(_ names: [String], _ text: String, _ clean: String?) {
    #expect(PersonalNames(names).replaced(in: text, with: "X") == clean)
  }

  @Test("A long text without a name is unchanged, and searched to its end")
  func long() {
    let text = String(repeating: "1234 (0) +386 -/ ", count: 2_000)
    #expect(PersonalNames(["+38640987123", "Anna Lee"]).replaced(in: text, with: "X") == nil)
  }

  static let written: [(PersonalTexts.Form, String, String?)] = [
    (.query, "?region=Anna%20Lee&profile=family", "?region=X&profile=family"),
    (.query, "?profile=family&region=ANNA%20lee%27s", "?profile=family&region=X%27s"),
    (.query, "?region=Annalee", nil),
    (.query, "?region=%FF&x", nil), (.query, "Anna Lee", "X"),
    (.json, #"{"a":["\u0041nna Lee",1.5],"anna lee":true}"#, #"{"a":["X",1.5],"X":true}"#),
    (.json, #"{"a":"Anna"}"#, nil), (.json, "not JSON, Anna Lee", "not JSON, X"),
    (.json, #""Anna Lee""#, #""X""#),
  ]

  @Test("In queries and in JSON as in texts", arguments: written)
  func forms(_ form: PersonalTexts.Form, _ text: String, _ clean: String?) {
    #expect(PersonalTexts.replaced(in: text, form, PersonalNames(["Anna Lee"]), with: "X") == clean)
  }

  @Test("Every change of a name, a number or an external id keeps the old one until the erasure")
  func former() throws {
    let fixture = try TestStore()
    let id = try fixture.store.fleet.addResponders(
      [NewResponder(name: "Anna Lee", phone: "+38640123456", externalID: "E-77")], slug: "north")[0]
    let former = "SELECT name FROM former_name ORDER BY name"
    for name in ["Anna Novak", "Anna Lee", "Anna Novak"] {
      _ = try fixture.store.phones.setResponder(
        id, slug: "north", name: name, phone: nil, profile: nil, region: nil, isActive: nil)
    }
    #expect(try fixture.texts(former) == ["Anna Lee", "Anna Novak"])
    try fixture.execute("UPDATE responder SET phone = NULL, external_id = 'E-78'")
    #expect(try fixture.texts(former) == ["+38640123456", "Anna Lee", "Anna Novak", "E-77"])
    try fixture.store.privacy.erase(id, in: .test(fixture.workspace.id, "key:x"))
    #expect(try fixture.texts(former) == [])
    try fixture.store.privacy.finishErasures()
    #expect(try fixture.texts(former) == [])
  }

  /// Texts that Rollcall or a program makes: words, ids, addresses, hashes. Names that are keys have a rule of their own.
  static let machine: [String: Set<String>] = [
    "adapter_device": ["adapter", "speed_unit", "user_agent", "last_drops"], "adapter_drop": ["reason"],
    "alert": ["kind", "scope"], "alive": ["boot"], "alert_act": ["kind", "scope", "act", "actor"],
    "api_key": ["name", "role"],
    "audit": [
      "actor", "origin", "action", "subject", "detail", "value_before", "value_after",
    ],
    "channel": ["kind", "address", "secret", "former_secret", "left_out", "off_reason"],
    "console_session": ["csrf", "address", "browser"], "crossing": ["region"], "denial": ["code"],
    "device_event": ["event_id", "type", "value"], "doubt": ["word"], "doubt_review": ["reviewer"],
    "assignment": ["by"], "duty_change": ["change_id", "state", "duty_order"], "duty_plan": ["rule"],
    "event": ["slug"],
    "event_activity": ["activity_id", "type"], "export_begun": ["actor", "origin", "kind"],
    "former_name": ["name"], "hold": ["made_by", "released_by"], "id_counter": ["name"],
    "incident": ["kind", "severity", "region", "state", "opened_by", "once", "mode", "needs"],
    "incident_template": ["severity", "needs"],
    "incident_step": ["actor", "step"], "invitation": ["email", "role"],
    "member": ["email", "password_hash", "made_by"], "membership": ["role", "name"],
    "notice": ["kind", "file", "state", "last_outcome", "last_reason"],
    "notice_attempt": ["result", "reason"],
    "offer": ["state", "answer"], "otp_number": ["history"],
    "outlet": ["external_id"],
    "phone_session": [
      "device_id", "platform", "os_version", "app_version", "address", "clock",
    ],
    "privacy_request": ["kind", "done_by"], "profile": ["name", "document", "original"],
    "purge": ["holds"], "push_channel": ["provider", "token", "gone_reason"],
    "push_job": ["kind", "state", "provider_id", "last_outcome", "last_reason"],
    "push_pause": ["provider", "reason"], "queue": ["name"], "region": ["name", "geometry"],
    "rejection": ["reason"], "report_schedule": ["kind", "rhythm", "problem", "file"],
    "responder": ["name", "phone", "profile", "region", "external_id", "skills", "erased_by", "duty_rule"],
    "rollout": ["flag"],
    "rule_change": ["rule"], "server_setting": ["name", "value"], "silence": ["cause", "evidence"],
    "statement_mail": ["sha256", "state", "last_outcome", "last_reason"],
    "transition": ["from_status", "to_status", "rule"],
    "visit_check": ["kind", "verdict", "reason"],
    "workspace": ["slug", "name", "time_zone", "country", "map_link"],
  ]

  @Test("Every column of texts is one that people type into and that is searched, or one that they do not")
  func columns() throws {
    let fixture = try TestStore()
    let real = try fixture.store.read { db in
      try db.all(
        """
        SELECT own.name || '.' || held.name FROM sqlite_schema AS own JOIN pragma_table_info(own.name) AS held
        WHERE own.type = 'table' AND own.name NOT LIKE 'sqlite_%' AND own.name <> 'liveness' AND held.type = 'TEXT'
        """, as: String.self)
    }
    let searched = PersonalTexts.columns.map { "\($0.table).\($0.name)" }
    let listed = searched + Self.machine.flatMap { table, columns in columns.map { "\(table).\($0)" } }
    #expect(Set(listed).count == listed.count)
    #expect(
      Set(real).subtracting(listed) == [],
      "do people type into them? Then list them in PersonalTexts.columns, else here")
    #expect(Set(listed).subtracting(real) == [], "they are not there any more")
  }
}
