import Rollcall
import RollcallStore

@testable import RollcallWeb

extension ActionNotice: Sampled {
  static let sample = ActionNotice(
    .warning, "Ravi Menon has just accepted another mission.",
    detail: "Nothing was sent. Choose somebody else.",
    action: .sample)
}

extension Choice: Sampled {
  static let sample = Choice(value: "North", label: "North", isSelected: true)
}

extension Link: Sampled {
  static let sample = Link(label: "Board", href: "/w/city-rescue/board", isCurrent: true)
}

extension ColumnHead: Sampled {
  static let sample = ColumnHead(label: "Status", href: "?sort=-status", sorted: "ascending")
}

extension Pager: Sampled {
  static let sample = Pager(range: "201–400 of 2,000", previous: "?page=1", next: "?page=3")
}

extension EmptyState: Sampled {
  static let sample = EmptyState(
    title: "Nobody matches this filter.", advice: "Widen it, or look at everybody.",
    command: "rollcall responder add city-rescue \"Mirela Novak\"",
    action: Link(label: "Clear the filter", href: "/w/city-rescue/board"))
}

extension Notice: Sampled {
  static let sample = Notice(
    level: "danger", pill: StatusPill(.offline), title: "No one reachable in North",
    detail: "0 of 5 on duty, since 11:58 · 2 offline, 1 degraded, 2 off duty",
    href: "/w/city-rescue/board?region=North")
}

extension FlagMark: Sampled {
  static let sample = FlagMark("mock")
}

extension Fact: Sampled {
  static let sample = Fact(
    "Position", "45.81440, 15.97800",
    links: [Link(label: Words.leavesRollcall, href: "https://map.example/")],
    level: "warning")
}

extension FactCard: Sampled {
  static let sample = FactCard(
    title: "Latest report", key: "report", facts: [.sample, Fact("Taken", .sample)],
    note: "Only the newest is shown.")
}

extension FieldProblem: Sampled {
  static let sample = FieldProblem("place", "A longitude is missing: write 46.05, 14.50.")
}

extension ProblemList: Sampled {
  static let sample = ProblemList(items: [.sample])
}

extension FormField: Sampled {
  static let sample = FormField(
    "place", "Place", value: "46.05", hint: "Latitude and longitude, or a geo: address.", unit: "m",
    kind: .number, isRequired: true, problems: [.sample])
}

extension FormSelect: Sampled {
  static let sample = FormSelect(
    "region", "Region", choices: [.sample], hint: "Alerts are counted by region.",
    problems: [FieldProblem("region", "There is no such region.")])
}

extension PersonField: Sampled {
  static let sample = PersonField(
    "responder", "Who", of: [(1, "Mirela Novak"), (2, "Jonas Weber")], chosen: "Jo",
    placeholder: "Type a name",
    hint: "Somebody of this workspace.", problems: [FieldProblem("responder", "Choose somebody.")])
}

extension FormText: Sampled {
  static let sample = FormText(
    "notes", "Notes", value: "Ring twice.", hint: "The responder reads them.",
    problems: [FieldProblem("notes", "At most 4,000 characters.")])
}

extension MessagePage: Sampled {
  static let sample = MessagePage(status: 500, request: "7f3a-0042", home: "/w/city-rescue/board")
}

extension Moment: Sampled {
  static let sample = Moment(
    text: "12 min ago", iso: "2026-11-21T11:52:07.000Z", full: "2026-11-21 11:52:07 +00:00", ticks: "age")
}

extension PageClock: Sampled {
  /// The moment of the pages' examples, 2026-11-21T12:04:33Z.
  static let sampleNow = Timestamp(milliseconds: 1_795_262_673_000)

  /// The clock of the pages' examples, in UTC.
  static let sample = PageClock(now: sampleNow) { _ in 0 }
}

extension PurgedNotice: Sampled {
  static let sample = PurgedNotice(
    what: "Reports", before: PageClock.sample.minute(PageClock.sampleNow.advanced(by: -7_776_000_000)),
    verb: "were purged",
    detail: "1,204 positions were purged on 2026-08-23, 118,332 positions in all.",
    held: "What is on hold is still shown.")
}

extension Shell: Sampled {
  static let sample = example(.board, role: .dispatcher)

  /// The surroundings of another page's example.
  static func example(_ section: Section?, title: String? = nil, role: Role = .owner) -> Shell {
    Shell(
      section: section, title: title, slug: "city-rescue", workspace: "City Rescue",
      others: [("city-rescue", "City Rescue"), ("harbour", "Harbour Pilots")], member: "Dispatcher A.",
      role: role, csrf: "sample-token", uses: WorkspaceUses(visits: true, events: true), openAlerts: 2,
      now: PageClock.sampleNow)
  }
}

extension StatePill: Sampled {
  static let sample = StatePill("wait", "Offering", .half)
}

extension StatusPill: Sampled {
  static let sample = StatusPill(.offline)
}

extension TickBox: Sampled {
  static let sample = TickBox(
    "alert", "Nobody can be reached in a region", value: "NoOnlineResponders", isOn: true)
}
