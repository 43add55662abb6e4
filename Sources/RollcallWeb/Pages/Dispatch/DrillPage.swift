import Rollcall

/// A readiness drill: who was reached, who answered and how quickly, and who not and why.
struct DrillPage: Page {
  static let template = "Dispatch/DrillPage"
  static let fragmentTemplate: String? = "Dispatch/Drill"

  /// What a drill's page says beside its people.
  struct Subject: Sendable {
    let id: Incident.ID
    let title: String
    let region: String?
    let sentAt: Timestamp
    let sentBy: String
    let answerWithin: Milliseconds
    let closedAt: Timestamp?
  }

  var shell: Shell
  var list: String
  /// `Drill 12`.
  var reference: String
  var title: String
  var state: StatePill
  /// How long answers are still taken; absent when it is over.
  var left: Moment?
  /// Where the button that ends it leads; empty when it is over.
  var end: String
  /// To whom it went.
  var audience: String
  /// When it was sent.
  var sent: Moment
  var sentBy: String
  /// How long each had to answer.
  var answerTime: String
  /// When it was over; absent while it goes on.
  var closed: Moment?
  /// How it went, in numbers.
  var counts: [Tally]
  /// Everybody who was on duty: those who would not have come first.
  var rows: Rows<DrillRow>
  var now: String
  var asOf: Moment
  var age: Moment
  var json: String
  /// The people as CSV.
  var csv: String

  /// The page of a drill.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - results: in the order in which they are shown.
  ///   - href: a person's page; empty when the reader may not follow.
  init(
    shell: Shell, slug: String, _ subject: Subject, results: [DrillResult], href: (Responder.ID) -> String,
    clock: PageClock
  ) {
    let path = Shell.Section.drills(slug)
    let own = "\(path)/\(subject.id.rawValue)"
    let isOver = subject.closedAt != nil
    self.shell = shell
    list = path
    reference = Words.drill(subject.id)
    title = subject.title
    state = .drill(isOver: isOver)
    left = isOver ? nil : clock.left(until: subject.sentAt.advanced(by: subject.answerWithin))
    end = isOver ? "" : "\(own)/end"
    audience = Words.audience(subject.region)
    sent = clock.time(subject.sentAt)
    sentBy = subject.sentBy
    answerTime = "\(subject.answerWithin / 1_000) s"
    closed = subject.closedAt.map { clock.time($0) }
    counts = Tally.all(DrillNumbers(results))
    rows = Rows(results.map { DrillRow($0, href: href($0.responder), clock: clock) })
    now = LocalTime.iso(clock.now)
    asOf = clock.time(clock.now)
    age = clock.age(of: clock.now)
    json = "\(own).json"
    csv = "\(own).csv"
  }
}
