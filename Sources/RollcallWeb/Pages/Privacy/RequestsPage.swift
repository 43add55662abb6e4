public import Rollcall

/// What people asked from their phones about their own data, and who dealt with it.
public struct RequestsPage: Page {
  /// Its template.
  public static let template = "Privacy/RequestsPage"

  /// What surrounds it.
  public var shell: Shell
  /// What happened.
  public var notice: ActionNotice?
  /// Those that wait, the oldest first.
  public var open: [RequestRow]
  /// Whether there is one that waits.
  public var hasOpen: Bool
  /// Those that were dealt with, the newest first.
  public var done: [RequestRow]
  /// Whether there is one that was dealt with.
  public var hasDone: Bool
  /// What is said when nobody waits.
  public var empty: EmptyState?

  /// The inbox.
  public init(shell: Shell, open: [RequestRow], done: [RequestRow], notice: ActionNotice? = nil) {
    self.shell = shell
    self.notice = notice
    (self.open, hasOpen) = (open, !open.isEmpty)
    (self.done, hasDone) = (done, !done.isEmpty)
    empty =
      open.isEmpty
      ? EmptyState(
        title: "No open requests.",
        advice: "People can ask in their app for what is held about them, or that it be erased.") : nil
  }

  /// An example with every kind of content.
  public static let sample = RequestsPage(
    shell: .example(.requests), open: [.sample, .erasure], done: [.finished],
    notice: ActionNotice(
      .calm, "Person 9 was erased.", detail: "Nothing but “Erased person 9” is left of them in the database.")
  )
}

/// One request of a person.
public struct RequestRow: PagePart {
  /// The row's name in the page.
  public var key: String
  /// Who asks.
  public var who: String
  /// Their page.
  public var href: String
  /// For what, in words.
  public var what: String
  /// When it came.
  public var madeAt: Moment
  /// When it was dealt with.
  public var doneAt: Moment
  /// By whom; may be empty.
  public var doneBy: String
  /// What does it: the file, or the page that erases; `nil` when the reader may not, or it is done.
  public var action: Link?
  /// Why there is no action; may be empty.
  public var hint: String
  /// Where the form leads that notes it as done; empty when it is.
  public var finish: String
  /// The token of that form.
  public var csrf: String

  /// A row.
  ///
  /// - Parameter holds: those in force that keep something of theirs.
  public init(
    id: Int64, who: String, responder: Responder.ID, isErasure: Bool, madeAt: Timestamp,
    doneAt: Timestamp? = nil, doneBy: String = "", slug: String, csrf: String, mayErase: Bool,
    holds: [Hold.ID] = [], clock: PageClock
  ) {
    key = "r\(id)"
    self.who = who
    href = PagePath.person(slug, responder)
    what = isErasure ? "Erase everything" : "A copy of everything"
    self.madeAt = clock.time(madeAt)
    self.doneAt = clock.time(doneAt)
    self.doneBy = doneBy
    let isOpen = doneAt == nil
    action =
      !isOpen || (isErasure && (!mayErase || !holds.isEmpty))
      ? nil
      : isErasure
        ? Link(label: "Erase…", href: ErasePage.path(slug, responder))
        : Link(label: "Download", href: "\(href)/export.json")
    hint = isOpen && isErasure ? Self.hint(mayErase: mayErase, holds) : ""
    finish = isOpen ? "\(Shell.Section.requests.path(slug))/\(id)/done" : ""
    self.csrf = csrf
  }

  private static func hint(mayErase: Bool, _ holds: [Hold.ID]) -> String {
    let numbers = holds.map { "\($0.rawValue)" }.joined(separator: ", ")
    guard holds.isEmpty else {
      return "On hold (\(numbers)): cannot be erased before that is released."
    }
    return mayErase ? "" : "Only an owner can erase."
  }

  private static func example(_ id: Int64, _ who: String, isErasure: Bool, doneAt: Timestamp? = nil)
    -> RequestRow
  {
    RequestRow(
      id: id, who: who, responder: Responder.ID(id), isErasure: isErasure,
      madeAt: PageClock.sampleNow.advanced(by: -7_200_000 * id), doneAt: doneAt,
      doneBy: doneAt == nil ? "" : "dora@example.org", slug: "city-rescue", csrf: "sample-token",
      mayErase: id != 2, clock: PageClock.sample)
  }

  /// An example with every kind of content.
  public static let sample = example(1, "Mirela Novak", isErasure: false)
  /// One that the reader may not fulfil.
  static let erasure = example(2, "ليلى حداد", isErasure: true)
  /// One that is done.
  static let finished = example(
    9, "Erased person 9", isErasure: true, doneAt: PageClock.sampleNow.advanced(by: -60_000))
}
