import Rollcall
import RollcallStore

/// One responder: can they be reached, since when, why not, and where were they.
struct ResponderPage: Page {
  static let template = "Liveness/ResponderPage"
  static let fragmentTemplate: String? = "Liveness/Responder"

  var shell: Shell
  var name: String
  /// Profile, region and duty: `Responder · North · On duty`.
  var about: String
  /// The status now.
  var status: StatusPill
  /// Badges, and doubts about the latest fix.
  var flags: [FlagMark]
  /// What they are assigned to, if anything.
  var assignment: Link?
  /// One sentence on the status.
  var sentence: StatusSentence
  var now: String
  var asOf: Moment
  var age: Moment
  /// Whether the data is too old to be trusted.
  let isStale: Bool
  /// What is wrong with the range; may be empty.
  var error: String
  /// What the range is called: `Last 24 hours`, `20 Nov`.
  var title: String
  /// The ranges to choose from.
  var ranges: [Link]
  /// Where the day picker leads.
  var path: String
  /// The day shown, for the picker; empty when it is no single day.
  var day: String
  /// The last day that can be picked: today.
  var lastDay: String
  var previous: String
  /// The day after; empty when it has not begun.
  var next: String
  /// The range as files, and its pings.
  var exports: [Link]
  /// That something of the range is gone; absent when nothing is.
  var purged: PurgedNotice?
  /// The two lanes; absent when there is nothing to draw.
  var drawing: TimelineDrawing?
  /// What is said instead.
  var blank: EmptyState?
  /// The silences of the range, newest first.
  var silences: Rows<SilenceRow>
  /// What is said when there are none, or when there are more than are shown.
  var silencesNote: String
  /// Whether there is a silence to show.
  var hasSilences: Bool
  /// The changes of status in the range, newest first.
  var transitions: Rows<TransitionRow>
  /// What is said when there are none, or when there are more than are shown.
  var transitionsNote: String
  /// Whether there is a transition to show.
  var hasTransitions: Bool
  /// The cards beside it.
  var cards: [FactCard]
  /// Where the form for a test message leads; empty for those who may not send one.
  var pushTest: String
  /// What else can be done: an app connected, all that is held of them taken or erased; empty for those who may not.
  var privacy: [Link]
  /// What the reader can do about the person's access; absent for those who may not.
  var access: PhoneAccessForms?

  /// The other apps that are shown beside the timeline.
  private static let appLimit = 4

  /// The rows of each table that are shown; the CSV has all.
  static let tableLimit = 200

  /// The page of one responder.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - filter: the range as the URL has it.
  ///   - span: what `filter.span` gave; `nil` when the range cannot be understood: then nothing of it is shown.
  ///   - person: who they are and what is so now.
  ///   - timeline: what is to be drawn, but for the names of silences, which are taken from `silences`.
  ///   - silences: those that overlap the range, in any order.
  ///   - transitions: those within the range, in any order.
  ///   - report: what the phone last reported.
  ///   - phone: its session and queues.
  ///   - doubts: how often each flag was raised in the range, by the flag's word.
  ///   - uploads: what became of the uploads in the range.
  ///   - push: by which ways the phone can be woken.
  ///   - mayTestPush: whether the reader may send a message to try them.
  ///   - access: what the reader can do about their access, if anything.
  ///   - mayExport: whether the reader may have the CSV.
  ///   - privacy: whether the reader may have all that is held of them, and erase it.
  ///   - apps: the other apps that report for them, the newest first.
  ///   - mayConnect: whether the reader may let an app report for them.
  ///   - asOf: the instant of the data.
  ///   - doubtFacts: what is told of their doubts beside the counts.
  ///   - visits: those planned for today.
  ///   - crossings: their comings into regions and to outlets, and goings, in the range.
  ///   - purged: what is gone of the range; `nil` = nothing.
  ///   - mayHold: whether the reader may put the range on hold.
  ///   - clock: when and where the page is read.
  init(
    shell: Shell, slug: String, filter: TimelineFilter, span: (from: Timestamp, to: Timestamp)?,
    person: ResponderNow, timeline: TimelineInput, silences: [SilenceEntry], transitions: [Transition],
    report: LatestReport, phone: PhoneFacts, doubts: [(flag: String, count: Int64)], uploads: UploadFacts,
    push: PushFacts, mayTestPush: Bool, access: PhoneAccessForms? = nil, mayExport: Bool,
    privacy: (mayExport: Bool, mayErase: Bool) = (false, false), apps: [DeviceFacts] = [],
    mayConnect: Bool = false, asOf: Timestamp, doubtFacts: [Fact] = [],
    visits: [Visit] = [], crossings: [CrossingEntry] = [],
    purged: PurgedNotice? = nil, mayHold: Bool = false, clock: PageClock
  ) {
    let path = PagePath.person(slug, person.id)
    let days = TimelineDays(filter, span: span, path: path, clock: clock)
    self.shell = shell
    name = person.name
    about = person.about
    status = StatusPill(person.status)
    flags = person.marks(clock)
    assignment = person.assignment
    sentence = person.sentence(clock)
    now = LocalTime.iso(clock.now)
    self.asOf = clock.time(asOf)
    age = clock.age(of: asOf)
    isStale = clock.now.since(asOf) > BoardPage.staleAfter
    error =
      span == nil ? "This range cannot be understood: “from” must be a day or an instant before “to”." : ""
    title = days.title
    ranges = days.ranges
    self.path = path
    (day, lastDay, previous, next) = (days.day, days.today, days.previous, days.next)
    self.purged = purged
    let hold = span.flatMap { span in
      mayHold
        ? PagePath.newHold(slug, of: person.id, from: span.from, to: span.to) : nil
    }
    exports =
      TimelineExports(slug: slug, id: person.id, filter: filter, span: span).links(mayExport: mayExport)
      + [hold].compactMap(\.self).map { Link(label: "Put on hold…", href: $0) }
    let newest = silences.sorted { $1.from < $0.from }
    let input = timeline.naming(silences, clock: clock)
    drawing = span.flatMap { span in
      input.isBlank ? nil : TimelineDrawing(input, from: span.from, to: span.to, clock: clock)
    }
    blank = drawing == nil ? Self.blank(person, isWrong: span == nil, path: path) : nil
    self.silences = Rows(newest.prefix(Self.tableLimit).map { SilenceRow($0, clock: clock) })
    silencesNote = Self.note(newest.count, none: "No silence in this range.", noun: "silences")
    hasSilences = !silences.isEmpty
    // Of two at the same instant the later one in the log stands above.
    let log = transitions.reversed().sorted { $1.at < $0.at }
    self.transitions = Rows(log.prefix(Self.tableLimit).map { TransitionRow($0, clock: clock) })
    transitionsNote = Self.note(log.count, none: "The status did not change in this range.", noun: "changes")
    hasTransitions = !log.isEmpty
    // Whoever reports with other apps alone has no session, and needs none.
    let phones = phone.device == nil && !apps.isEmpty ? [] : [phone.card(clock)]
    cards =
      [report.card(clock)] + phones + apps.prefix(Self.appLimit).map { $0.card(clock) }
      + [Self.doubtCard(doubts, beside: doubtFacts), uploads.card(), push.card(clock)]
    cards += [
      Self.visitCard(visits, slug: slug, of: person.id, clock: clock),
      Self.crossingCard(crossings, clock: clock),
    ].compactMap(\.self)
    self.access = access
    pushTest = mayTestPush && push.isReachable ? "\(path)/push-test" : ""
    self.privacy =
      (mayConnect
        ? [
          Link(label: "Connect a phone, or their own page…", href: PagePath.connect(slug, person.id)),
          Link(label: "Take in a track…", href: PagePath.importTrack(slug, person.id)),
        ] : [])
      + (privacy.mayExport ? [Link(label: "Everything held about them", href: "\(path)/export.json")] : [])
      + (privacy.mayErase ? [Link(label: "Erase…", href: PagePath.erase(slug, person.id))] : [])
  }

  private static func note(_ count: Int, none: String, noun: String) -> String {
    guard count > 0 else { return none }
    guard count > tableLimit else { return "" }
    return "The newest \(tableLimit) of \(Words.grouped(count)) \(noun); the CSV has all."
  }

  private static func blank(_ person: ResponderNow, isWrong: Bool, path: String) -> EmptyState {
    let back = Link(label: "Show the last 24 hours", href: path)
    if isWrong {
      return EmptyState(title: "Nothing is shown.", advice: "Choose a range above.", action: back)
    }
    guard person.lastContact != nil else {
      return EmptyState(
        title: "This phone has never reported.",
        advice:
          "Sign it in, connect another app, or give it a token on the server; its first report begins the timeline."
      )
    }
    return EmptyState(
      title: "Nothing in this range.",
      advice: "They were not on duty, or what was known is older than the retention.", action: back)
  }

  private static func doubtCard(_ doubts: [(flag: String, count: Int64)], beside: [Fact]) -> FactCard {
    let raised = doubts.filter { $0.count > 0 }.map { doubt in
      let mark = FlagMark(doubt.flag)
      return Fact(Words.capitalized(mark.label), Words.grouped(doubt.count), level: mark.level)
    }
    return FactCard(
      title: "Doubt", key: "doubt", facts: raised + beside,
      note: raised.isEmpty ? "No position in this range is in doubt." : "Positions in this range, by reason.")
  }
}
