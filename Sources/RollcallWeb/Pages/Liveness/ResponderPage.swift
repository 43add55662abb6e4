import Rollcall
import RollcallStore

/// One responder: whether they can be reached, since when, why not, and their positions.
struct ResponderPage: Page {
  static let template = "Liveness/ResponderPage"
  static let fragmentTemplate: String? = "Liveness/Responder"

  struct Content {
    var filter: TimelineFilter
    /// The value of `filter.span`; `nil` when the range cannot be understood: then nothing of it is shown.
    var span: TimeSpan?
    var person: ResponderNow
    /// The input of the drawing, except for the names of silences, which come from `silences`.
    var timeline = TimelineInput()
    /// Silences that overlap the range, in any order.
    var silences: [SilenceEntry] = []
    /// Those within the range, in the order of the log.
    var transitions: [Transition] = []
    var cards: [FactCard] = []
    /// The reader's actions on their access, if any.
    var access: PhoneAccessForms?
    /// Whether a test message can be sent to their phone.
    var canTestPush = false
    var rights = Rights()
    /// Their telephone number, for readers who may see it.
    var call: CallLink?
    /// What can be done while they are silent; absent when they are not.
    var help: PersonHelp?
    /// The record that is kept instead of this one.
    var mergedInto: Link?
    /// The records that were merged into this one.
    var records: [Link] = []
    var purged: PurgedNotice?
    var asOf: Timestamp
  }

  struct Rights {
    /// Whether they may know how the person is now.
    var now = true
    var export = false
    var manage = false
    var erase = false
    var hold = false
    var duty = false
  }

  var shell: Shell
  var name, about: String
  /// Absent for readers who may not know it, like the sentence.
  var status: StatusPill?
  /// Their telephone number; absent for readers who may not see numbers.
  var call: CallLink?
  var flags: [FlagMark]
  var assignment: Link?
  var sentence: StatusSentence?
  var help: PersonHelp?
  var mergedInto: Link?
  var records: [Link]
  var stamp: PageStamp
  /// Whether the data is too old to be trusted.
  let isStale: Bool
  var error: String
  /// The name of the range: `Last 24 hours`, `20 Nov`.
  var title: String
  /// What paper adds to it: its days with the year; may be empty.
  var printed: String
  var ranges: [Link]
  var path: String
  /// The day shown, for the picker, empty when it is no single day; and the last that can be picked: today.
  var times: [SpanField]
  /// The days before and after; empty for the future.
  var previous, next: String
  /// Other pages about the range, and its files.
  var views, files: [Link]
  var purged: PurgedNotice?
  var drawing: TimelineDrawing?
  var blank: EmptyState?
  /// The silences of the range, newest first, with a text when there are none, or more than are shown.
  var silences: Rows<SilenceRow>
  var silencesNote: String
  var hasSilences: Bool
  /// The changes of status in the range, likewise.
  var transitions: Rows<TransitionRow>
  var transitionsNote: String
  var hasTransitions: Bool
  var cards: [FactCard]
  /// The target of the form for a test message; empty for readers who may not send one.
  var pushTest: String
  /// Further actions: connect an app, download or erase all data about them; empty for readers who may not.
  var privacy: [Link]
  var access: PhoneAccessForms?

  /// The rows of each table that are shown; the CSV has all.
  static let tableLimit = 200

  init(_ content: Content, shell: Shell, slug: String, clock: PageClock) {
    let (person, span, rights) = (content.person, content.span, content.rights)
    let path = PagePath.person(slug, person.id)
    let days = TimelineDays(content.filter, span: span, path: path, clock: clock)
    (self.shell, self.path, name, call) = (shell, path, person.name, content.call)
    (status, sentence) = rights.now ? (StatusPill(person.status), person.sentence(clock)) : (nil, nil)
    about = rights.now ? person.about : person.belonging
    (mergedInto, records) = (content.mergedInto, content.records)
    help = rights.now ? content.help : nil
    (flags, assignment) = rights.now ? (person.marks(clock), person.assignment) : ([], nil)
    stamp = PageStamp(clock, asOf: content.asOf)
    isStale = clock.now.since(content.asOf) > BoardPage.staleAfter
    error = span == nil ? Words.Person.wrongRange : ""
    (title, printed, ranges) = (days.title, days.printed, days.ranges)
    (times, previous, next) = (days.times, days.previous, days.next)
    purged = content.purged
    (views, files) = (Self.views(content, slug: slug, clock), Self.files(content, slug: slug))
    let input = content.timeline.naming(content.silences, clock: clock)
    drawing = span.flatMap { input.isBlank ? nil : TimelineDrawing(input, in: $0, clock: clock) }
    blank = drawing == nil ? Self.blank(person, isWrong: span == nil, path: path) : nil
    let newest = content.silences.sorted { $1.silence.from < $0.silence.from }
    silences = Rows(newest.prefix(Self.tableLimit).map { SilenceRow($0, clock: clock) })
    silencesNote = Words.Person.silences(newest.count, shown: Self.tableLimit)
    hasSilences = !newest.isEmpty
    // Of two at the same instant, the later in the log is above.
    let log = content.transitions.reversed().sorted { $1.at < $0.at }
    transitions = Rows(log.prefix(Self.tableLimit).map { TransitionRow($0, clock: clock) })
    transitionsNote = Words.Person.changes(log.count, shown: Self.tableLimit)
    hasTransitions = !log.isEmpty
    (cards, access) = (content.cards, content.access)
    pushTest = rights.manage && content.canTestPush ? "\(path)/push-test" : ""
    privacy = Self.privacy(rights, slug: slug, of: person.id)
  }

  private static func privacy(_ rights: Rights, slug: String, of id: Responder.ID) -> [Link] {
    var links: [Link] = []
    if rights.duty { links.append(Link(label: Words.Person.duty, href: PagePath.duty(slug, id))) }
    if rights.manage {
      links += [
        Link(label: Words.Person.edit, href: PagePath.edit(slug, id)),
        Link(label: Words.Person.merge, href: PagePath.merge(slug, id)),
        Link(label: Words.Person.connect, href: PagePath.connect(slug, id)),
        Link(label: Words.Person.importTrack, href: PagePath.importTrack(slug, id)),
        Link(label: Words.Person.exportData, href: "\(PagePath.person(slug, id))/export.json"),
      ]
    }
    if rights.erase { links.append(Link(label: Words.Person.erase, href: PagePath.erase(slug, id))) }
    return links
  }

  /// The range as files.
  private static func files(_ content: Content, slug: String) -> [Link] {
    let own = PagePath.person(slug, content.person.id)
    func link(_ label: String, _ path: String, isOwn: Bool = false) -> Link {
      Link(label: label, href: query(content, withResponder: !isOwn).link(path))
    }
    let json = link("JSON", "\(own)/timeline.json", isOwn: true)
    guard content.rights.export else { return [json] }
    return [
      link(Words.Person.gapsCSV, "/w/\(slug)/reports/gaps.csv"),
      link(Words.Person.changesCSV, "/w/\(slug)/reports/transitions.csv"),
      link(Words.Person.positionsCSV, Shell.Section.history.path(slug) + ".csv"),
      link(Words.Person.trackGPX, "\(own)/track.gpx", isOwn: true),
      link(Words.Person.trackGeoJSON, "\(own)/track.geojson", isOwn: true), json,
    ]
  }

  /// Other pages about the range.
  private static func views(_ content: Content, slug: String, _ clock: PageClock) -> [Link] {
    let (id, own) = (content.person.id, PagePath.person(slug, content.person.id))
    var links = [
      Link(
        label: "Positions", href: query(content, withResponder: true).link(Shell.Section.history.path(slug)))
    ]
    if let span = content.span {
      let day = clock.local(max(span.from, min(span.to, content.asOf).advanced(by: -1))).isoDay
      links.append(Link(label: Words.Replay.title, href: PagePath.replay(slug, id, day: day)))
    }
    if content.rights.export { links.append(statement(content, own)) }
    if let span = content.span, content.rights.hold {
      var looks = URLQuery()
      looks.add("from", LocalTime.iso(span.from))
      looks.add("to", LocalTime.iso(span.to))
      links.append(Link(label: Words.Person.looks, href: looks.link("\(own)/looks")))
      let hold = PagePath.newHold(slug, of: id, from: span.from, to: span.to)
      links.append(Link(label: Words.Person.hold, href: hold))
    }
    return links
  }

  /// The statement about a fixed range; else its form.
  private static func statement(_ content: Content, _ own: String) -> Link {
    var query = URLQuery()
    if content.filter.isFixed, let span = content.span, span.to <= content.asOf {
      query.add("from", span.from.rfc3339)
      query.add("to", span.to.rfc3339)
    }
    return Link(label: Words.Person.statement, href: query.link("\(own)/statement"))
  }

  /// A range that ends now is written with its beginning; the last 24 hours are the default everywhere.
  private static func query(_ content: Content, withResponder: Bool) -> URLQuery {
    let filter = content.filter
    var query = URLQuery()
    if withResponder { query.add("responder", String(content.person.id.rawValue)) }
    if filter.isFixed {
      query.add("from", filter.from)
      query.add("to", filter.to)
    } else if filter.length != .day, let span = content.span {
      query.add("from", LocalTime.iso(span.from))
    }
    return query
  }

  private static func blank(_ person: ResponderNow, isWrong: Bool, path: String) -> EmptyState {
    let back = Link(label: Words.Person.showLastDay, href: path)
    if isWrong {
      return EmptyState(title: Words.Lists.nothingShown, advice: Words.Person.chooseRange, action: back)
    }
    guard person.lastContact != nil else {
      return EmptyState(title: Words.Person.neverReported, advice: Words.Person.neverReportedAdvice)
    }
    return EmptyState(title: Words.Person.nothing, advice: Words.Person.nothingAdvice, action: back)
  }
}

/// An admin's actions on a person's access, beside the phone's card: each asks for confirmation.
struct PhoneAccessForms: PagePart {
  var name: String
  /// The session in force; empty when there is none to end.
  var session: String
  /// The targets of the forms that end it, and that make them active or inactive.
  var endPath, activePath: String
  /// Whether they may log in and report.
  var isActive: Bool
}
