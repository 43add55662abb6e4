import Rollcall

/// What people asked from their phones about their own data, and who dealt with it.
struct RequestsPage: Page {
  static let template = "Privacy/RequestsPage"

  var shell: Shell
  var notice: ActionNotice?
  /// Those that wait, the oldest first.
  var open: [RequestRow]
  /// Whether there is one that waits.
  var hasOpen: Bool
  /// Those that were dealt with, the newest first.
  var done: [RequestRow]
  /// Whether there is one that was dealt with.
  var hasDone: Bool
  /// What is said when nobody waits.
  var empty: EmptyState?

  /// The inbox.
  init(shell: Shell, open: [RequestRow], done: [RequestRow], notice: ActionNotice? = nil) {
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
}

/// One request of a person.
struct RequestRow: PagePart {
  var key: String
  /// Who asks.
  var who: String
  var href: String
  /// For what, in words.
  var what: String
  /// When it came.
  var madeAt: Moment
  /// When it was dealt with.
  var doneAt: Moment
  /// By whom; may be empty.
  var doneBy: String
  /// What does it: the file, or the page that erases; `nil` when the reader may not, or it is done.
  var action: Link?
  /// Why there is no action; may be empty.
  var hint: String
  /// Where the form leads that notes it as done; empty when it is.
  var finish: String
  /// The token of that form.
  var csrf: String

  /// A row.
  ///
  /// - Parameter holds: those in force that keep something of theirs.
  init(
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
}
