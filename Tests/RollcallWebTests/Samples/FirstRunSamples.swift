import Rollcall
import RollcallStore

@testable import RollcallWeb

extension FirstRunPage: Sampled {
  static let sample = FirstRunPage(
    path: "/setup/token", csrf: "sample-token",
    form: FirstRunForm { ["name": "City Rescue", "time_zone": "Europe/Nowhere", "slug": "-"][$0] },
    problems: [
      FieldProblem("time_zone", Words.FirstRun.badZone), FieldProblem("slug", Words.FirstRun.badSlug),
      FieldProblem("email", Words.FirstRun.badEmail), FieldProblem("password", Words.FirstRun.badPassword),
      FieldProblem("country", Words.FirstRun.badCountry),
    ])

  static let fresh = FirstRunPage(
    path: "/setup/token", csrf: "sample-token", form: FirstRunForm(timeZone: "Europe/Ljubljana"))
}

extension ServerPage: Sampled {
  private static var known: ServerDesk.Facts {
    var facts = ServerDesk.Facts()
    facts.backupsKept = 14
    (facts.version, facts.bytes) = ("1.0.0-dev (a1b2c3d)", 812_344_320)
    facts.growth = [.init(days: 1, bytes: 22_344_320), .init(days: 30, bytes: 312_344_320)]
    facts.startedAt = PageClock.sampleNow.advanced(by: -86_400_000)
    facts.findings = [
      .init(name: "clock", verdict: "ok", words: "it is kept by somebody", advice: ""),
      .init(name: "backup", verdict: "warning", words: "there was none", advice: "Make one every day."),
      .init(name: "tls", verdict: "failure", words: "the certificate ended", advice: "Renew it."),
    ]
    facts.folder = "/var/lib/rollcall/rollcall.db-backups"
    facts.backups = [.init(name: "rollcall-20261121T090000.db", at: PageClock.sampleNow, bytes: 790_000_000)]
    (facts.isBackingUp, facts.failure) = (true, "no room is left")
    facts.lines = [
      .init(at: PageClock.sampleNow, level: "error", text: "channels are not told: no route to host")
    ]
    return facts
  }

  private static func page(_ facts: ServerDesk.Facts, _ address: Address, problems: [FieldProblem] = [])
    -> ServerPage
  {
    ServerPage(
      shell: .example(.settings, title: "Server"), facts: facts, address: address,
      workspaces: [("city-rescue", "City Rescue")], new: NewWorkspaceForm(timeZone: "Europe/Ljubljana"),
      problems: problems,
      notice: ActionNotice(.calm, Words.Server.addressSaved), clock: PageClock.sample)
  }

  static let sample = page(
    known, Address(configured: nil, typed: "x", asked: "http://127.0.0.1:8080", lost: "127.0.0.1:8080"),
    problems: [FieldProblem("public_url", Words.Server.badAddress)])

  static let quiet = page(
    ServerDesk.Facts(), Address(configured: "https://rollcall.example.org", typed: "", asked: "", lost: nil))
}

extension ChecklistPart: Sampled {
  static let sample = ChecklistPart(
    items: [
      ChecklistItem(
        isDone: true, label: Words.Checklist.people, href: "/w/city-rescue/responders", detail: "30 people"),
      ChecklistItem(
        isDone: false, label: Words.Checklist.address, href: "",
        detail: Words.Checklist.address("127.0.0.1:8080")),
      ChecklistItem(
        isDone: false, label: Words.Checklist.phones, href: "/w/city-rescue/connect?new=1",
        detail: Words.Checklist.phones(0, of: 30)),
    ], hide: "/w/city-rescue/board/checklist")
}
