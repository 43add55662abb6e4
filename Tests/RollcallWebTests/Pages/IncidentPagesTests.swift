import Foundation
import Rollcall
import Testing

@testable import RollcallWeb

@Suite("Incidents")
struct IncidentPagesTests {
  private let clock = Acting.clock

  @Test("the list says who is asked and how long they have, with the instant at which it ends")
  func offering() throws {
    let html = try Console.html(IncidentsPage.sample)
    #expect(html.contains("offering to <a href=\"/w/city-rescue/responders/6\"><bdi>Ravi Menon</bdi></a>"))
    #expect(html.contains("datetime=\"2026-11-21T12:04:45.000Z\""))
    #expect(html.contains("data-ticks=\"left\">12 s</time> left"))
  }

  @Test("an incident that nobody has is told above the list, with the way to it")
  func unassigned() throws {
    let html = try Console.html(IncidentsPage.sample)
    #expect(html.contains("One incident is unassigned"))
    #expect(html.contains("href=\"/w/city-rescue/incidents?state=unassigned\""))
    #expect(try !Console.html(Acting.noIncidents).contains("have nobody"))
  }

  @Test(
    "the filter is in the URL, and what it says wrongly is left open",
    arguments: [
      ("offering", "2", "?state=offering&page=2"), ("OFFERING", "0", ""), ("", "x", ""),
      ("resolved", "-3", "?state=resolved"),
    ])
  func filter(state: String, page: String, query: String) {
    #expect(IncidentFilter([("state", state), ("page", page), ("q", "?")]).query.link("") == query)
  }

  @Test("every state of an incident and of an offer has a word of its own")
  func words() {
    let incident = Incident.State.allCases.map { StatePill.incident($0).word }
    let offer = Offer.State.allCases.map { StatePill.offer($0).word }
    #expect(Set(incident).count == incident.count)
    #expect(Set(offer).count == offer.count)
    #expect(Set(Incident.State.neediestFirst) == Set(Incident.State.allCases))
  }

  @Test("a refused form keeps what was typed, and each problem is tied to its field")
  func refused() throws {
    let html = try Console.html(Acting.wrongForm)
    #expect(html.contains("<a href=\"#where\">A longitude is missing"))
    #expect(html.contains("id=\"where-problem\""))
    #expect(html.contains("aria-describedby=\"where-problem where-hint\""))
    #expect(html.contains("value=\"46.05\""))
    #expect(html.contains("Keep &lt;this&gt;</textarea>"))
    #expect(html.contains("<option value=\"order\" selected>"))
  }

  @Test("the domain's problems and the form's fields have the same names")
  func problems() throws {
    let form = IncidentForm([("title", " "), ("place", "46"), ("severity", "huge"), ("kind", "x")])
    let names = [NewIncidentPage.sample.title.name, "place", "severity", "kind", "notes", "region", "needs"]
    #expect(Set(names) == Set(NewIncident.Field.allCases.map(\.rawValue)))
    do {
      _ = try NewIncident(form.judged(chosen: nil))
      Issue.record("taken")
    } catch let refusal {
      #expect(Set(refusal.problems.map { FieldProblem($0).field }) == ["title", "place", "severity", "kind"])
    }
  }

  @Test("the place of the form is the one that was found, or none")
  func place() throws {
    let chosen = try #require(Position(latitude: 1, longitude: 2))
    #expect(IncidentForm().judged(chosen: chosen).place == .position(chosen))
    #expect(IncidentForm().judged(chosen: nil).place == .text(""))
  }

  @Test(
    "each candidate can be offered the incident by a button of the form, named for who cannot see the row")
  func offers() throws {
    for (html, form) in [
      (try Console.html(NewIncidentPage.sample), "incident"),
      (try Console.html(IncidentPage.sample), "offer-form"),
    ] {
      #expect(html.contains("<form id=\"\(form)\""))
      #expect(
        html.contains(
          "form=\"\(form)\" name=\"offer\" value=\"6\">Ask<span class=\"unseen\"> Ravi Menon</span>"))
      #expect(
        html.contains(
          "form=\"\(form)\" name=\"pick\" value=\"6\"><label for=\"pick6\"><span class=\"unseen\">Tick Ravi"))
      for mode in ["automatic", "parallel"] {
        #expect(html.contains("name=\"mode\" value=\"\(mode)\""), "\(mode)")
      }
    }
  }

  @Test("sending a form by the enter key ranks: nothing is opened and nobody is asked by accident")
  func enter() throws {
    for (page, form, action) in [
      (try Console.html(NewIncidentPage.sample), "incident", "/w/city-rescue/incidents/new"),
      (try Console.html(IncidentPage.sample), "offer-form", nil),
    ] {
      let form = try #require(page.components(separatedBy: "<form id=\"\(form)\"").last)
      let first = try #require(Console.tags("button", in: form).first)
      #expect(Console.attribute("formaction", of: first) == action)
      #expect(Console.attribute("value", of: first) == "rank")
    }
  }

  @Test("an order is given out by hand, an incident down the ranking")
  func usual() throws {
    for (kind, value) in [("incident", "automatic"), ("order", "rank")] {
      let page = NewIncidentPage.example(.init(form: IncidentForm([("kind", kind)]), once: "o"))
      let primary = Console.tags("button", in: try Console.html(page)).filter {
        Console.attribute("class", of: $0) == "primary"
      }
      #expect(primary.map { Console.attribute("value", of: $0) } == [value], "\(kind)")
    }
  }

  @Test(
    "an empty time to answer is the workspace's, which is said",
    arguments: [
      (
        DispatchSettings.standard,
        "From 15 to 600 seconds. If you leave it empty: 30 s, as the settings say."
      ),
      (
        DispatchSettings(answerTimes: [.critical: 20_000, .low: 600_000], grace: 0),
        "If you leave it empty: 20 s (critical), 30 s (high), 30 s (normal), 10 min (low), as the settings say."
      ),
    ])
  func within(settings: DispatchSettings, words: String) throws {
    let page = NewIncidentPage.example(.init(once: "o", settings: settings))
    #expect(try Console.html(page).contains(words))
  }

  @Test("when nobody can be asked it is said plainly, and why for each")
  func nobody() throws {
    let html = try Console.html(Acting.nobody)
    #expect(html.contains("Nobody can be asked now."))
    for reason in ["offline for 12 min", "on another mission: INC-213", "holds another offer", "off duty"] {
      #expect(html.contains(">\(reason)</td>"), "\(reason)")
    }
    // Whose profile is not offered incidents can be asked all the same; nobody else can.
    #expect(html.contains("profile &quot;family&quot; is not offered incidents</td>"))
    #expect(html.split(separator: "name=\"offer\"").count == 2)
    #expect(html.contains("<details class=\"left-out-box\" open>"))
  }

  @Test("of thousands left out some are listed and all are counted")
  func crowd() throws {
    let place = try #require(Position(latitude: 46, longitude: 14))
    let people = (1...3_000).map { id in
      Availability(
        id: Responder.ID(Int64(id)), name: "P\(id)", profile: "responder", offers: .incident,
        status: id.isMultiple(of: 3) ? .offline : .offDuty,
        duty: id.isMultiple(of: 3) ? .onDuty : .offDuty)
    }
    let list = CandidateList(.rank(people, for: place), href: { _ in "" }, clock: clock)
    #expect(list.leftOut.count == 50)
    #expect(list.leftOutMore == "The first 50 are listed. In all: 2,000 off duty, 1,000 offline.")
  }

  @Test("what can be done follows from the state")
  func actions() throws {
    let open = try Console.html(IncidentPage.sample)
    let over = try Console.html(Acting.over)
    let taken = try Console.html(Acting.taken)
    #expect(over.contains("action=\"/w/x/incidents/214/reopen\"") && !open.contains("/reopen"))
    #expect(taken.contains("href=\"/w/x/incidents/214?reassign=1#ask\"") && !open.contains("reassign=1"))
    for action in ["/withdraw", "/resolve", "/cancel"] {
      #expect(open.contains("action=\"/w/city-rescue/incidents/214\(action)\""), "\(action)")
      #expect(!over.contains("incidents/214\(action)\""), "\(action)")
    }
    #expect(!taken.contains("/withdraw"))
    #expect(taken.contains("It could not be withdrawn."))
    #expect(taken.contains("id=\"note-problem\""))
    #expect(over.contains("incidents/214/notes"))
  }

  @Test("what an open page fetches again has each part once, under the id of the page")
  func live() throws {
    let ids = [
      "asof", "heading", "state", "standing", "known", "helpers", "helper-rows", "former", "offers", "log",
      "actions", "parts",
    ]
    let html = try Console.fragment(IncidentPage.sample)
    for id in ids {
      #expect(html.components(separatedBy: "id=\"\(id)\"").count == 2, "\(id)")
    }
    #expect(html.components(separatedBy: "data-live").count - 1 == ids.count)
    #expect(!html.contains("<html"))
  }

  @Test(
    "distances are told as people compare them",
    arguments: [
      (0.4, "0 m"), (999, "999 m"), (1_000, "1.0 km"), (9_949, "9.9 km"), (14_400, "14 km"), (-1, "—"),
      (.nan, "—"), (.infinity, "—"),
    ])
  func distances(metres: Double, words: String) { #expect(Words.distance(metres) == words) }
}
